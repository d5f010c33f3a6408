import type { Brief } from '../../brief.ts'
import { isFloral } from './floral-border.ts'
import type { Box } from '../shot/move-placements.ts'

type Size = { width: number; height: number }

/** Where the words and the figures of a printed sheet go, in pixels; they never meet. */
export type SheetLayout = { words?: Box; figures: Box }

const inShares = (
  { width, height }: Size,
  [left, right, top, bottom]: readonly [number, number, number, number],
): Box => ({ left: left * width, right: right * width, top: top * height, bottom: bottom * height })

// Beside the figures: a banner is read from the left, unless that side was promised to somebody else.
function beside(size: Size, worded: boolean, room: 'left' | 'right' | undefined): SheetLayout {
  const onLeft = room === 'right'
  const figures = inShares(size, onLeft ? [0.05, 0.5, 0.12, 0.9] : [0.5, 0.95, 0.12, 0.9])
  return worded
    ? { words: inShares(size, onLeft ? [0.54, 0.93, 0.2, 0.8] : [0.07, 0.47, 0.2, 0.8]), figures }
    : { figures }
}

/** The layout of a printed sheet: words above or below the figures, beside them on a banner, in the middle where there are none. */
export function sheetLayout(brief: Brief, size: Size): SheetLayout {
  const { studio, lettering, subjects } = brief
  const texts = lettering?.texts ?? []
  const worded = texts.length > 0
  const all = inShares(size, [0.1, 0.9, 0.1, 0.92])
  if (subjects.length === 0 || isFloral(brief))
    return worded ? { words: inShares(size, [0.2, 0.8, 0.27, 0.73]), figures: all } : { figures: all }
  if (studio?.sheet === 'banner' && size.width > size.height * 1.2) return beside(size, worded, studio.room)
  if (!worded) return { figures: all }
  // More lines of words need more room; the figures keep more than half of the sheet.
  const deep = texts.length > 1 ? 0.29 : 0.23
  if (lettering?.low)
    return {
      words: inShares(size, [0.09, 0.91, 0.93 - deep, 0.93]),
      figures: inShares(size, [0.1, 0.9, 0.08, 0.9 - deep]),
    }
  return {
    words: inShares(size, [0.09, 0.91, 0.075, 0.075 + deep]),
    figures: inShares(size, [0.1, 0.9, 0.11 + deep, 0.925]),
  }
}
