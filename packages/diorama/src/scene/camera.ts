import { traitsOf } from '../archetype-traits.ts'
import type { Archetype, CameraMove } from '../brief.ts'
import type { Clock } from './clock.ts'

/**
 * Where the camera is: shares of the picture's width and height, and a zoom of at least 1. `swivel` is how far it has
 * turned: that moves what is far as much as what is near, all but the backdrop.
 */
export type View = { x: number; y: number; zoom: number; swivel?: { x: number; y: number } }

/** The largest share of the width that the camera moves to a side, for things at depth 1. */
export const REACH = 0.042

// What a prompt asks for must be seen. All is a little enlarged meanwhile, since no layer reaches far beyond the picture.
const ASKED = { sideways: 0.035, turned: 0.055, enlarged: 1.1, zoom: 0.32 } as const

const ease = (t: number) => t * t * (3 - 2 * t)

type Shot = {
  archetype: Archetype
  clock: Clock
  /** Which way a subject goes that may be followed: 1 is to the right. */ heading: 1 | -1
  /** How far a zoom may go before it cuts what the picture is about. */ most?: number
}

/** The camera's way through the clip: what was asked for, or a gentle move that suits the scene. */
export function cameraPath(
  move: CameraMove | undefined,
  { archetype, clock, heading, most = ASKED.zoom }: Shot,
): (second: number) => View {
  // There and back in a loop, one way otherwise: 0 at the start, 1 at the end.
  const progress = (second: number) => {
    const t = Math.max(0, Math.min(1, second / clock.seconds))
    return clock.loop ? 0.5 - 0.5 * Math.cos(t * Math.PI * 2) : ease(t)
  }
  const swing = (second: number, phase: number) => Math.sin((second / clock.seconds + phase) * Math.PI * 2)
  const asked = move !== undefined
  const aside = asked ? ASKED.sideways : REACH * 0.7
  const zoom = asked ? Math.min(ASKED.zoom, most) : 0.09
  const across = (side: 1 | -1) => (second: number) => {
    const way = side * (2 * progress(second) - 1)
    if (!asked) return { x: aside * way, y: 0, zoom: 1 }
    return { x: aside * way, y: 0, zoom: ASKED.enlarged, swivel: { x: ASKED.turned * way, y: 0 } }
  }
  const upwards = (side: 1 | -1) => (second: number) => {
    const way = side * (1 - 2 * progress(second))
    if (!asked) return { x: 0, y: aside * way, zoom: 1.05 }
    return { x: 0, y: aside * way, zoom: ASKED.enlarged, swivel: { x: 0, y: ASKED.turned * way } }
  }
  switch (move ?? traitsOf(archetype).camera) {
    case 'still':
      return () => ({ x: 0, y: 0, zoom: 1 })
    case 'pan-left':
      return across(-1)
    case 'pan-right':
      return across(1)
    case 'track':
      return across(heading)
    case 'push-in':
      return (second) => ({ x: 0, y: 0, zoom: 1 + zoom * progress(second) })
    case 'pull-out':
      return (second) => ({ x: 0, y: 0, zoom: 1 + zoom * (1 - progress(second)) })
    case 'orbit':
      return (second) => ({
        x: (asked ? 2 : 1) * aside * swing(second, 0),
        y: aside * 0.25 * swing(second, 0.25),
        zoom: asked ? ASKED.enlarged + 0.05 * swing(second, 0.25) : 1.02,
      })
    case 'crane':
      return upwards(1)
    case 'tilt-down':
      return upwards(-1)
  }
}
