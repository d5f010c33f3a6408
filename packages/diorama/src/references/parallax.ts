import type { Brief } from '../brief.ts'
import type { Frames } from '../film/frames.ts'
import type { ClipJob, Pixels } from '../job.ts'
import { pictureCamera, type PictureView } from './picture-camera.ts'
import { depthMap } from './depth-map.ts'
import { sampleAt, type Plane } from './plane.ts'
import { fieldFor, warpInto, wordsOf, type Field } from './warp.ts'

// About a cell of the depth map: finer would cost time and show nothing more.
const STEP = 8
// How often the depth is looked up again at the place found so far; after three the place no longer moves visibly.
const LOOKS = 3

/** The frames of a camera that moves through one picture: what seems near moves more. Frame 0 is the picture itself. */
export function parallaxFrames(picture: Pixels, brief: Brief, job: ClipJob): Frames {
  const { width, height } = picture
  const source = wordsOf(picture)
  const depth = depthMap(picture)
  const path = pictureCamera(brief, job)
  const field = fieldFor(width, height, STEP)
  const out = new Uint32Array(width * height)
  return {
    width,
    height,
    coverAt: 0,
    frameAt: (second) => {
      aim(field, depth, path(second), width, height)
      warpInto(source, field, out)
      return { width, height, rgba: new Uint8Array(out.buffer) }
    },
  }
}

function aim(field: Field, depth: Plane, view: PictureView, width: number, height: number): void {
  const across = (depth.width - 1) / (width - 1)
  const down = (depth.height - 1) / (height - 1)
  const size = Math.max(width, height)
  for (let row = 0, at = 0; row < field.rows; row++) {
    for (let column = 0; column < field.columns; column++, at++) {
      const x = column * field.step
      const y = row * field.step
      let [dx, dy] = [0, 0]
      for (let look = 0; look < LOOKS; look++) {
        const near = sampleAt(depth, (x + dx) * across, (y + dy) * down)
        const shrinkBy = 1 / (1 + view.zoom + view.push * near) - 1
        dx = (x - width / 2) * shrinkBy + view.x * size * (near - 0.5)
        dy = (y - height / 2) * shrinkBy + view.y * size * (near - 0.5)
      }
      field.dx[at] = dx
      field.dy[at] = dy
    }
  }
}
