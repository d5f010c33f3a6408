import type { Brief, CameraMove } from '../brief.ts'

/** Where the camera is: sideways and upwards as parts of the longer side, and how far it has pushed in. */
export type CameraPose = { x: number; y: number; push: number }

// Full travel. More sideways than this tears at depth edges; the push keeps the frame's rim inside the picture all along.
const TRAVEL: Record<CameraMove, CameraPose> = {
  still: { x: 0.008, y: 0.004, push: 0.05 },
  'pan-left': { x: 0.042, y: 0, push: 0.1 },
  'pan-right': { x: -0.042, y: 0, push: 0.1 },
  'push-in': { x: 0.012, y: 0.004, push: 0.2 },
  'pull-out': { x: 0.02, y: 0.01, push: 0.12 },
  orbit: { x: 0.04, y: 0.012, push: 0.12 },
  crane: { x: 0.006, y: -0.036, push: 0.12 },
}

/** The camera's way through a clip. At second 0 it stands where the picture was taken. */
export function cameraPath(brief: Brief, clip: { seconds: number; seed: number }): (second: number) => CameraPose {
  const travel = TRAVEL[brief.camera ?? 'orbit']
  const side = clip.seed % 2 === 0 ? 1 : -1
  const sway = brief.camera === undefined || brief.camera === 'orbit' ? side : 1
  return (second) => {
    const part = Math.min(1, Math.max(0, second / clip.seconds))
    if (brief.loop) {
      const turn = part * 2 * Math.PI
      const away = (1 - Math.cos(turn)) / 2
      return { x: travel.x * Math.sin(turn) * away * sway, y: travel.y * away, push: travel.push * away }
    }
    const eased = ease(part)
    return { x: travel.x * eased * sway, y: travel.y * Math.sin((eased * Math.PI) / 2), push: travel.push * eased }
  }
}

// Starts gently and is still moving at the end: a move that comes to rest looks unfinished.
function ease(part: number): number {
  const start = 0.25
  return part < start ? (part * part) / (2 * start) / (1 - start / 2) : (part - start / 2) / (1 - start / 2)
}
