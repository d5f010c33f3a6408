import { Download, ImagePlus, Link2, Star, Trash2, ZoomIn, ZoomOut } from '../../look/icons.ts'
import { Link } from 'wouter'
import type { useStar } from '../../data/favourites.ts'
import { fileAddressHere } from '../../data/file-address.ts'
import { buttonClass, IconButton } from '../../parts/controls/button.tsx'
import { toast } from '../../parts/overlays/toast.tsx'
import { copyText } from '../../parts/words/copy-button.tsx'
import { recallPath } from '../../tasks/recall.tsx'
import { isVideo } from '../../tasks/thumb.tsx'
import type { Shown } from './zoom-stage.tsx'

/** How much larger than the room allows. */
export const ZOOMS = [1, 1.5, 2, 3, 4, 6] as const

type LightboxToolsProps = {
  id: string
  shown: Shown
  /** Which of ZOOMS. */
  zoom: number
  onZoom: (zoom: number) => void
  star: ReturnType<typeof useStar>
  onDelete: (() => void) | undefined
}

/** What can be done with the result that is shown. */
export function LightboxTools({ id, shown, zoom, onZoom, star, onDelete }: LightboxToolsProps) {
  const copyAddress = async (): Promise<void> => {
    if (await copyText(shown.url ?? '')) toast('The URL is on the clipboard.')
  }
  return (
    <div className="lightbox-tools">
      {!isVideo(shown) && (
        <>
          <IconButton label="Zoom out" disabled={zoom === 0} onClick={() => onZoom(zoom - 1)}>
            <ZoomOut />
          </IconButton>
          <IconButton label="Zoom in" disabled={zoom === ZOOMS.length - 1} onClick={() => onZoom(zoom + 1)}>
            <ZoomIn />
          </IconButton>
        </>
      )}
      <IconButton label="Favourite" className="lightbox-star" aria-pressed={star.isStarred} onClick={star.toggle}>
        <Star />
      </IconButton>
      <a
        className={`${buttonClass({ kind: 'quiet' })} icon-button`}
        href={fileAddressHere(shown.url ?? '')}
        download
        aria-label="Download"
        title="Download"
      >
        <Download />
      </a>
      <IconButton label="Copy URL" onClick={() => void copyAddress()}>
        <Link2 />
      </IconButton>
      {!isVideo(shown) && (
        <Link
          className={`${buttonClass({ kind: 'quiet' })} icon-button`}
          href={recallPath(id, 'reference')}
          aria-label="Use as reference"
          title="Use as reference"
        >
          <ImagePlus />
        </Link>
      )}
      {onDelete !== undefined && (
        <IconButton label="Delete" onClick={onDelete}>
          <Trash2 />
        </IconButton>
      )}
    </div>
  )
}
