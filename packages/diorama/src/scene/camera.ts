import { traitsOf } from '../archetype-traits.ts'
import type { Archetype, CameraMove } from '../brief.ts'
import type { Clock } from './clock.ts'

/** Where the camera is: shares of the picture's width and height, and a zoom of at least 1. */
export type View = { x: number; y: number; zoom: number }

/** The largest share of the width that the camera moves to a side, for things at depth 1. */
export const REACH = 0.042

const ease = (t: number) => t * t * (3 - 2 * t)

/** The camera's way through the clip: what was asked for, or a gentle move that suits the scene. */
export function cameraPath(move: CameraMove | undefined, archetype: Archetype, clock: Clock): (second: number) => View {
  const asked = move !== undefined
  const kind = move ?? traitsOf(archetype).camera
  const strength = asked ? 1 : 0.7
  // There and back in a loop, one way otherwise: 0 at the start, 1 at the end.
  const progress = (second: number) => {
    const t = Math.max(0, Math.min(1, second / clock.seconds))
    return clock.loop ? 0.5 - 0.5 * Math.cos(t * Math.PI * 2) : ease(t)
  }
  const swing = (second: number, phase: number) => Math.sin((second / clock.seconds + phase) * Math.PI * 2)
  switch (kind) {
    case 'still':
      return () => ({ x: 0, y: 0, zoom: 1 })
    case 'pan-left':
      return (second) => ({ x: REACH * strength * (1 - 2 * progress(second)), y: 0, zoom: 1 })
    case 'pan-right':
      return (second) => ({ x: REACH * strength * (2 * progress(second) - 1), y: 0, zoom: 1 })
    case 'push-in':
      return (second) => ({ x: 0, y: 0, zoom: 1 + 0.13 * strength * progress(second) })
    case 'pull-out':
      return (second) => ({ x: 0, y: 0, zoom: 1 + 0.13 * strength * (1 - progress(second)) })
    case 'orbit':
      return (second) => ({
        x: REACH * strength * swing(second, 0),
        y: REACH * 0.25 * strength * swing(second, 0.25),
        zoom: 1 + 0.03 * strength,
      })
    case 'crane':
      return (second) => ({ x: 0, y: REACH * strength * (1 - 2 * progress(second)), zoom: 1.05 })
  }
}
