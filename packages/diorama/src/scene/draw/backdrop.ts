import type { Sheet } from '../layers.ts'
import type { Stage } from '../stage.ts'

/** The backmost sheet: exactly the picture, so far away that no camera moves it, and so never seen beyond its edges. */
export function backdrop(stage: Stage, draw: Sheet['draw']): Sheet {
  const { width, height } = stage
  return { kind: 'sheet', role: 'sky', depth: 0, left: 0, right: width, top: 0, bottom: height, draw }
}
