import type { Part } from './layers.ts'
import type { Stage } from './stage.ts'

// How far sheets may shift against each other under any camera move, in units; less, and gaps would show.
const SLACK = 9

/** Cuts off the lower part of sheets that nearer, solid sheets always hide: it would be painted and drawn for nothing. */
export function withoutHidden(parts: readonly Part[], stage: Stage): Part[] {
  let cover = Infinity
  return parts
    .toReversed()
    .map((part) => {
      if (part.kind === 'live') return part
      const bottom = part.bottom ?? stage.height + stage.margin
      const hidden = (part.role === 'land' || part.role === 'sky') && bottom > cover
      const top = part.top ?? -stage.margin
      const shown = hidden ? { ...part, bottom: Math.max(top + 1, cover) } : part
      if (part.solidFrom !== undefined && bottom >= stage.height) {
        cover = Math.min(cover, part.solidFrom + SLACK * stage.unit)
      }
      return shown
    })
    .toReversed()
}
