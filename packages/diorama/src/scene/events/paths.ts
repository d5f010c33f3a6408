import { REACH } from '../camera.ts'
import { within } from '../eased.ts'
import type { Motion } from '../layers.ts'
import type { Placement, ScenePlan } from '../plan/scene-plan.ts'
import type { Stage } from '../stage.ts'

/** What happens on its way: a share of its time in, a motion out. */
type Path = (share: number, second: number) => Motion
export type PathOf = (stage: Stage, plan: ScenePlan, placement: Placement) => Path

// The way a drawing looks: they are drawn looking left.
const headingOf = ({ flip }: Placement): 1 | -1 => (flip ? 1 : -1)

// How far it is until this much of it is still in the frame: whoever comes or goes can be told by the first and the last frame.
function outAhead({ width }: Stage, { x, width: wide }: Placement, side: 1 | -1, seen: number): number {
  return (side > 0 ? width - x : x) + wide * (0.5 - seen) - width * REACH
}

const isAloft = ({ contact }: Placement) => contact === 'air'

/** Comes into the frame from behind itself, slows down and stays. */
export const arriving: PathOf = (stage, _plan, placement) => {
  const side = headingOf(placement)
  const far = outAhead(stage, placement, side > 0 ? -1 : 1, 0.4)
  const high = isAloft(placement) ? stage.height * 0.16 : 0
  return (share) => {
    const left = (1 - Math.min(1, share / 0.8)) ** 2
    return { x: -side * far * left, y: -high * left }
  }
}

/** Stands a moment, starts slowly, speeds up and is half out of the frame in the end. */
export const departing: PathOf = (stage, _plan, placement) => {
  const side = headingOf(placement)
  const far = outAhead(stage, placement, side, 0.35)
  return (share) => ({ x: side * far * Math.max(0, (share - 0.15) / 0.85) ** 2.2 })
}

/** From one edge of the frame to the other; nobody should look at an empty scene at either end. */
export const crossing: PathOf = (stage, _plan, placement) => {
  const side = headingOf(placement)
  const [behind, ahead] = [outAhead(stage, placement, side > 0 ? -1 : 1, 0.8), outAhead(stage, placement, side, 0.8)]
  return (share, second) => ({
    x: side * (-behind + (behind + ahead) * share),
    y: isAloft(placement) ? stage.unit * 2 * stage.clock.wave(second, 2.4) : 0,
  })
}

/** From just above the ground to just under the upper edge; who has a place to stand on begins there. */
export const rising: PathOf = (stage, _plan, placement) => {
  const { x, foot, width, height, contact, carrier } = placement
  const stands = contact !== 'air' || carrier !== undefined
  const low = stands ? 0 : Math.max(0, Math.min(stage.height * 0.96 - foot, stage.height * 0.4))
  const high = Math.max(0, Math.min(foot - height - stage.height * 0.03, stage.height * 0.45))
  const side = headingOf(placement)
  // Who has wings leaves its perch for where it looks, as far as it is still seen whole.
  const room = Math.max(0, (side > 0 ? stage.width - x : x) - width * 0.55)
  const aside = carrier === undefined ? 0 : side * Math.min(stage.width * 0.34, room)
  return (share, second) => {
    const part = within(share, carrier === undefined ? 0 : 0.15, 1)
    return { y: low - (low + high) * part, x: aside * part + stage.unit * 0.8 * stage.clock.wave(second, 4.2) }
  }
}

// Comes down from above to where it is in the picture.
const landing: PathOf = (stage, _plan, placement) => {
  const above = Math.min(Math.max(0, placement.foot - placement.height - stage.height * 0.06), stage.height * 0.5)
  return (share) => ({ y: -above * (1 - within(share, 0.08, 0.72)) })
}

/** Leans over and goes under: what is below the water is not seen. Elsewhere it lands. */
export const goingDown: PathOf = (stage, plan, placement) => {
  if (placement.contact !== 'water') return landing(stage, plan, placement)
  const side = headingOf(placement)
  return (share, second) => {
    const gone = within(share, 0.1, 0.98)
    return {
      turn: side * 0.3 * Math.min(1, gone * 1.6) + 0.02 * stage.clock.wave(second, 1.7),
      stretchY: 1 - 0.92 * gone,
      y: stage.unit * 2 * gone,
    }
  }
}

/** What grows out of the ground is a sprout first; what is inflated is slack first. */
export const growing: PathOf = () => (share) => {
  const size = 0.08 + 0.92 * within(share, 0.04, 0.9)
  return { stretchX: size, stretchY: size }
}

const LAKE = /^(lake|pond|river|pool|waterfall|swamp|beach|coast|harbour|island)$/

/** Where somebody comes down in the water, in pixels from where they stand: out on the lake, for those on its bank. */
export function plungeTo(
  { brief, width }: Stage,
  plan: ScenePlan,
  { contact, foot, flip }: Placement,
): { x: number; y: number } {
  if (contact === 'water' || !brief.places.some((place) => LAKE.test(place))) return { x: 0, y: 0 }
  const water = plan.horizon + (plan.floor - plan.horizon) * 0.42
  return { x: (flip ? 1 : -1) * width * 0.08, y: Math.min(0, water - foot) }
}

/** One leap that ends in the water, and bobbing afterwards. */
export const plunging: PathOf = (stage, plan, placement) => {
  const { foot, height } = placement
  const leapHeight = Math.max(stage.unit * 4, Math.min(stage.height * 0.3, height, foot - height - stage.unit * 3))
  const to = plungeTo(stage, plan, placement)
  const farther = to.y < 0 ? 0.72 : 1
  return (share, second) => {
    const leap = Math.min(1, Math.max(0, (share - 0.1) / 0.32))
    const wet = within(share, 0.42, 0.5)
    const bob = stage.clock.wave(second, 1.6) * stage.unit * 0.5 * wet
    const size = 1 + (farther - 1) * leap
    return {
      x: to.x * leap,
      y:
        to.y * leap -
        Math.sin(leap * Math.PI) * leapHeight +
        bob +
        wet * height * (placement.contact === 'water' ? 0.3 : 0.1),
      stretchX: size,
      stretchY: size,
      turn: leap > 0 && leap < 1 ? (leap - 0.5) * 0.5 : 0,
    }
  }
}
