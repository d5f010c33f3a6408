import type { Brief } from '../../brief.ts'
import type { Design } from '../../design.ts'
import type { Style } from '../../scene/styles/styles.ts'

// Manners that frame the picture or break it into pieces: over a plane that goes on without end they cut what they frame.
const FRAMED = /^(vintage|art-deco|line)$/

// The manner of a sheet: a mosaic of tiles is no window, a pattern has no frame, and a page to be coloured no shades.
function sheetStyle({ kind, tiling, lined }: Design, style: Style): Style {
  if (kind === 'tiling') return tiling && !/^(watercolour|oil|pixel|pastel)$/.test(style) ? 'papercut' : style
  if (kind === 'pattern' && FRAMED.test(style)) return 'papercut'
  return kind === 'mandala' && lined ? 'colouring' : style
}

// The paper of a mark is no ink of it.
function markOf(design: Design, ground: string | undefined, { colours, style }: Pick<Brief, 'colours' | 'style'>) {
  const inks = design.tattoo && colours.length === 0 ? ['#1c1c20', '#8d9199'] : colours.filter((one) => one !== ground)
  const paper = ground ?? (design.tattoo ? '#ffffff' : undefined)
  return { colours: inks, style, ...(paper && { design: { ...design, ground: paper } }) }
}

/** Colours and manner of a sheet: the ground of a pattern or a mark is one of its colours; that of a studio is the studio's own. */
export function sheetOf(
  { design }: Pick<Brief, 'design'>,
  ground: string | undefined,
  whole: Pick<Brief, 'colours' | 'style'>,
) {
  if (!design) return {}
  if (design.kind === 'mark') return markOf(design, ground, whole)
  const colours = ground ? [ground, ...whole.colours] : whole.colours
  return { colours, style: sheetStyle(design, whole.style) }
}
