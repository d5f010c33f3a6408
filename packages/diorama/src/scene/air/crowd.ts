import type { Stage } from '../stage.ts'

/** How many motes fill a picture of this shape as `base` fill one of 16:9. */
export function crowd(stage: Stage, base: number): number {
  const share = (stage.width * stage.height) / (stage.unit * stage.unit * 13_700)
  return Math.round(base * Math.max(0.5, Math.min(1.5, share)))
}
