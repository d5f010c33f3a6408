import type { Brief, CameraMove } from '../brief.ts'

/**
 * Where the camera is: sideways and upwards as parts of the longer side; how much everything has grown (`zoom`), and how
 * much more what is near has (`push`, less than 0 where the camera draws back).
 */
export type PictureView = { x: number; y: number; zoom: number; push: number }

// Full travel. More sideways than this tears at depth edges. The zoom is at least what the travel needs so that the rim
// of the picture stays outside the frame: drawing back, too, starts from the whole picture and cannot show more of it.
const TRAVEL: Record<CameraMove, PictureView> = {
  still: { x: 0.008, y: 0.004, zoom: 0.02, push: 0.03 },
  handheld: { x: 0.012, y: 0.01, zoom: 0.03, push: 0.04 },
  'pan-left': { x: 0.042, y: 0, zoom: 0.045, push: 0.05 },
  'pan-right': { x: -0.042, y: 0, zoom: 0.045, push: 0.05 },
  track: { x: -0.042, y: 0, zoom: 0.045, push: 0.05 },
  'push-in': { x: 0.012, y: 0.004, zoom: 0.06, push: 0.15 },
  'pull-out': { x: 0.014, y: 0.006, zoom: 0.13, push: -0.11 },
  orbit: { x: 0.04, y: 0.012, zoom: 0.042, push: 0.08 },
  crane: { x: 0.006, y: -0.034, zoom: 0.065, push: 0.06 },
  'tilt-down': { x: 0.006, y: 0.034, zoom: 0.065, push: 0.06 },
}

/** The camera's way through a clip. At second 0 it stands where the picture was taken. */
export function pictureCamera(brief: Brief, clip: { seconds: number; seed: number }): (second: number) => PictureView {
  const travel = TRAVEL[brief.camera ?? 'orbit']
  const side = clip.seed % 2 === 0 ? 1 : -1
  const sway = brief.camera === undefined || brief.camera === 'orbit' ? side : 1
  return (second) => {
    const part = Math.min(1, Math.max(0, second / clip.seconds))
    if (brief.loop) {
      const turn = part * 2 * Math.PI
      const away = (1 - Math.cos(turn)) / 2
      return scaled(travel, { x: Math.sin(turn) * away * sway, y: away, grown: away })
    }
    const eased = ease(part)
    return scaled(travel, { x: eased * sway, y: Math.sin((eased * Math.PI) / 2), grown: eased })
  }
}

function scaled(travel: PictureView, by: { x: number; y: number; grown: number }): PictureView {
  return { x: travel.x * by.x, y: travel.y * by.y, zoom: travel.zoom * by.grown, push: travel.push * by.grown }
}

// Starts gently and is still moving at the end: a move that comes to rest looks unfinished.
function ease(part: number): number {
  const start = 0.25
  return part < start ? (part * part) / (2 * start) / (1 - start / 2) : (part - start / 2) / (1 - start / 2)
}
