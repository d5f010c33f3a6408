import lucide from '@iconify-json/lucide/icons.json'
import { createElement, type ReactElement, type SVGProps } from 'react'

// Every icon of the console: vite.config.ts reads their names here, and builds in these alone.
export const ArrowLeft = icon('arrow-left')
export const ArrowLeftRight = icon('arrow-left-right')
export const ArrowUp = icon('arrow-up')
export const BadgeCheck = icon('badge-check')
export const Ban = icon('ban')
export const Boxes = icon('boxes')
export const BookOpen = icon('book-open')
export const Brush = icon('brush')
export const ChartNoAxesColumn = icon('chart-no-axes-column')
export const Check = icon('check')
export const ChevronDown = icon('chevron-down')
export const ChevronLeft = icon('chevron-left')
export const ChevronRight = icon('chevron-right')
export const Clapperboard = icon('clapperboard')
export const CircleAlert = icon('circle-alert')
export const CircleCheck = icon('circle-check')
export const CircleSlash = icon('circle-slash')
export const Clock = icon('clock')
export const Code = icon('code')
export const Columns2 = icon('columns-2')
export const Copy = icon('copy')
export const CornerDownRight = icon('corner-down-right')
export const CornerUpLeft = icon('corner-up-left')
export const Dices = icon('dices')
export const Download = icon('download')
export const Ellipsis = icon('ellipsis')
export const Eraser = icon('eraser')
export const Eye = icon('eye')
export const EyeOff = icon('eye-off')
export const Film = icon('film')
export const Folder = icon('folder')
export const FolderMinus = icon('folder-minus')
export const FolderPlus = icon('folder-plus')
export const Hash = icon('hash')
export const History = icon('rotate-ccw-clock')
export const Image = icon('image')
export const ImageOff = icon('image-off')
export const ImagePlus = icon('image-plus')
export const Images = icon('images')
export const KeyRound = icon('key-round')
export const Link = icon('link')
export const Link2 = icon('link-2')
export const ListVideo = icon('list-video')
export const LoaderCircle = icon('loader-circle')
export const Lock = icon('lock')
export const LockOpen = icon('lock-open')
export const LogOut = icon('log-out')
export const Minus = icon('minus')
export const Monitor = icon('monitor')
export const Moon = icon('moon')
export const Pause = icon('pause')
export const PencilLine = icon('pencil-line')
export const Play = icon('play')
export const Plus = icon('plus')
export const ReceiptText = icon('receipt-text')
export const RefreshCw = icon('refresh-cw')
export const RotateCcw = icon('rotate-ccw')
export const Star = icon('star')
export const Scaling = icon('scaling')
export const Scissors = icon('scissors')
export const ScrollText = icon('scroll-text')
export const Search = icon('search')
export const SearchX = icon('search-x')
export const Send = icon('send')
export const ServerCog = icon('server-cog')
export const SlidersHorizontal = icon('sliders-horizontal')
export const Sparkles = icon('sparkles')
export const SquareArrowOutUpRight = icon('square-arrow-out-up-right')
export const Sun = icon('sun')
export const Trash2 = icon('trash')
export const TriangleAlert = icon('triangle-alert')
export const Undo2 = icon('undo-2')
export const Webhook = icon('webhook')
export const X = icon('x')
export const ZoomIn = icon('zoom-in')
export const ZoomOut = icon('zoom-out')

/** Draws an icon as text around it is written: its size in CSS, its colour that of the text. */
function icon(name: keyof typeof lucide.icons): (props: SVGProps<SVGSVGElement>) => ReactElement {
  // The set says on every shape what is said of the whole here, so that CSS may change it.
  const body = lucide.icons[name].body.replaceAll(
    / (?:fill="none"|stroke="currentColor"|stroke-[a-z]+="(?:round|2)")/g,
    '',
  )
  return (props) =>
    createElement('svg', {
      xmlns: 'http://www.w3.org/2000/svg',
      width: 24,
      height: 24,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: 2,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      'aria-hidden': true,
      ...props,
      dangerouslySetInnerHTML: { __html: body },
    })
}
