import type { Cue, Happening } from '../../brief.ts'
import { within } from '../eased.ts'
import type { Stage } from '../stage.ts'

/** The cues of a happening: those that were read, or one that takes the whole clip. */
export function cuesOf({ brief }: Stage, what: Happening): Cue[] {
  if (!brief.happenings.includes(what)) return []
  const read = (brief.cues ?? []).filter((cue) => cue.what === what)
  return read.length > 0 ? read : [{ what, from: 0, to: 1 }]
}

/** How far a cue has come at a second, 0 to 1. */
export const shareOf = ({ clock }: Stage, { from, to }: Cue, second: number): number =>
  Math.min(1, Math.max(0, (second / clock.seconds - from) / (to - from)))

/** How far along the lighting of a lamp or the opening of a door is, 0 to 1. */
export const onceDone = (stage: Stage, cue: Cue, second: number): number =>
  within(shareOf(stage, cue, second), 0.25, 0.6)
