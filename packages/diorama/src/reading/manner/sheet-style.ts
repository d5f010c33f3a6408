import type { Design } from '../../design.ts'
import type { Style } from '../../scene/styles/styles.ts'

// Manners that frame the picture or break it into pieces: over a plane that goes on without end they cut what they frame.
const FRAMED = /^(vintage|art-deco|line)$/

/** The manner of a sheet: a mosaic of tiles is no window, a pattern has no frame, and a page to be coloured no shades. */
export function sheetStyle({ kind, tiling, lined }: Design, style: Style): Style {
  if (kind === 'tiling') return tiling && !/^(watercolour|oil|pixel|pastel)$/.test(style) ? 'papercut' : style
  if (kind === 'pattern' && FRAMED.test(style)) return 'papercut'
  return kind === 'mandala' && lined ? 'colouring' : style
}
