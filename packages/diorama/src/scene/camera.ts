import { smooth } from './eased.ts'
import { traitsOf } from '../archetype-traits.ts'
import type { Archetype, CameraMove } from '../brief.ts'
import type { Clock } from './clock.ts'

/** Which part of the picture fills the frame: its middle, in shares of the picture, and how much it is enlarged. */
export type Lens = { x: number; y: number; zoom: number }

/**
 * Where the camera is: shares of the picture's width and height, and a zoom of at least 1. `swivel` is how far it has
 * turned: that moves what is far as much as what is near, all but the backdrop. No layer reaches far beyond the picture,
 * so a wide move goes over it with a `lens`.
 */
export type View = { x: number; y: number; zoom: number; swivel?: { x: number; y: number }; lens?: Lens }

/** The largest share of the width that the camera moves to a side, for things at depth 1. */
export const REACH = 0.042

// What a prompt asks for must be seen: a pan goes over a third of the frame and more.
const ASKED = { sideways: 0.03, enlarged: 1.5, reaches: 2.6, least: 1.7, round: 0.15, roundLens: 1.34 } as const

/** A lens that shows nothing beyond the picture. */
export function lensAt(x: number, y: number, zoom: number): Lens {
  const half = 0.5 / zoom
  const inside = (share: number) => Math.min(1 - half, Math.max(half, share))
  return { x: inside(x), y: inside(y), zoom }
}

type Shot = {
  archetype: Archetype
  clock: Clock
  /** Which way a subject goes that may be followed: 1 is to the right. */ heading: 1 | -1
  /** What the camera goes to, in shares of the picture; nothing where there is only scenery. */
  target?: { x: number; y: number; width: number; height: number }
  /** How far who is followed has come at a second, in shares of the width. */
  followed?: (second: number) => number
}

// Until what was named fills more than half of the frame.
function closest(target: Shot['target']): number {
  if (!target) return 1.6
  const fills = Math.min(0.86 / target.height, 0.8 / target.width)
  return Math.min(ASKED.reaches, Math.max(ASKED.least, fills))
}

function inHand(clock: Clock, second: number): View {
  const x = 0.5 + 0.012 * clock.wave(second, 1.7) + 0.008 * clock.wave(second, 0.73, 0.3)
  const y = 0.5 + 0.014 * clock.wave(second, 1.3, 0.2) + 0.008 * clock.wave(second, 0.61, 0.6)
  return { x: 0, y: 0, zoom: 1, lens: lensAt(x, y, 1.08) }
}

// Evenly for the eye: each moment enlarges by the same factor.
function drawnNearer(target: Shot['target'], near: number): View {
  const { x, y } = middleOf(target)
  const whole = closest(target)
  const zoom = whole ** near
  const drawn = whole > 1 ? (1 - 1 / zoom) / (1 - 1 / whole) : near
  return { x: 0, y: 0, zoom: 1, lens: lensAt(0.5 + (x - 0.5) * drawn, 0.5 + (y - 0.5) * drawn, zoom) }
}

// From one end of the picture towards the other, until whoever it is about is seen whole: what is tall to its far end.
function upOrDown(side: 1 | -1, target: Shot['target']): { from: number; to: number } {
  const half = 0.5 / ASKED.enlarged
  const [low, high] = [1 - half, half]
  const [from, to] = side > 0 ? [low, high] : [high, low]
  if (!target || target.height > half * 1.7) return { from, to }
  const [top, bottom] = [target.y - target.height / 2 - 0.03, target.y + target.height / 2 + 0.05]
  return { from, to: side > 0 ? Math.max(to, bottom - half) : Math.min(to, top + half) }
}

const middleOf = (target: Shot['target']) => ({ x: target?.x ?? 0.5, y: target?.y ?? 0.5 })

/** The camera's way through the clip: what was asked for, or a gentle move that suits the scene. */
export function cameraPath(
  move: CameraMove | undefined,
  { archetype, clock, heading, target, followed }: Shot,
): (second: number) => View {
  // There and back in a loop, one way otherwise: 0 at the start, 1 at the end.
  const progress = (second: number) => {
    const t = Math.max(0, Math.min(1, second / clock.seconds))
    return clock.loop ? 0.5 - 0.5 * Math.cos(t * Math.PI * 2) : smooth(t)
  }
  const swing = (second: number, phase: number) => Math.sin((second / clock.seconds + phase) * Math.PI * 2)
  const asked = move !== undefined
  const aside = asked ? ASKED.sideways : REACH * 0.7
  const at = middleOf(target)
  const across = (side: 1 | -1) => (second: number) => {
    const way = side * (2 * progress(second) - 1)
    if (!asked) return { x: aside * way, y: 0, zoom: 1 }
    return { x: aside * way, y: 0, zoom: 1, lens: lensAt(0.5 + way, at.y, ASKED.enlarged) }
  }
  const upwards = (side: 1 | -1) => (second: number) => {
    const done = progress(second)
    if (!asked) return { x: 0, y: aside * side * (1 - 2 * done), zoom: 1.05 }
    const { from, to } = upOrDown(side, target)
    return { x: 0, y: 0, zoom: 1, lens: lensAt(at.x, from + (to - from) * done, ASKED.enlarged) }
  }
  const nearer = (share: (second: number) => number) => (second: number) =>
    asked ? drawnNearer(target, share(second)) : { x: 0, y: 0, zoom: 1 + 0.09 * share(second) }
  const following = (second: number): View => {
    if (!asked || !followed) return across(heading)(second)
    return { x: 0, y: 0, zoom: 1, lens: lensAt(at.x + followed(second), at.y, ASKED.enlarged) }
  }
  const around = (second: number): View => {
    if (!asked) return { x: aside * swing(second, 0), y: aside * 0.25 * swing(second, 0.25), zoom: 1.02 }
    // What is far goes one way and what is near the other, while the middle stays.
    const way = ASKED.round * (clock.loop ? swing(second, 0) : 2 * progress(second) - 1)
    return { x: way, y: 0, zoom: 1, swivel: { x: -way, y: 0 }, lens: lensAt(at.x, at.y, ASKED.roundLens) }
  }
  switch (move ?? traitsOf(archetype).camera) {
    case 'still':
      return () => ({ x: 0, y: 0, zoom: 1 })
    case 'pan-left':
      return across(-1)
    case 'pan-right':
      return across(1)
    case 'track':
      return following
    case 'push-in':
      return nearer(progress)
    case 'pull-out':
      return nearer((second) => 1 - progress(second))
    case 'orbit':
      return around
    case 'crane':
      return upwards(1)
    case 'tilt-down':
      return upwards(-1)
    case 'handheld':
      return (second) => inHand(clock, second)
  }
}
