import type { Sheet } from '../layers.ts'
import type { Stage } from '../stage.ts'

/** The bounds of a sheet that is as large as the picture. */
export function wholePicture({ width, height }: Stage): Pick<Sheet, 'left' | 'right' | 'top' | 'bottom'> {
  return { left: 0, right: width, top: 0, bottom: height }
}

/** The backmost sheet: exactly the picture, so far away that no camera moves it, and so never seen beyond its edges. */
export function backdrop(stage: Stage, draw: Sheet['draw']): Sheet {
  return { kind: 'sheet', role: 'sky', depth: 0, ...wholePicture(stage), draw }
}
