import { REACH } from '../camera.ts'
import type { Motion } from '../layers.ts'
import type { Placement, ScenePlan } from '../plan/scene-plan.ts'
import type { Stage } from '../stage.ts'
import { within } from '../eased.ts'

/** What happens on its way: a share of its time in, a motion out. */
export type Path = (share: number, second: number) => Motion
/** In which part of its time somebody is in the air who jumps off something. */
export const OFF = { from: 0.3, to: 0.55 } as const

export type PathOf = (stage: Stage, plan: ScenePlan, placement: Placement) => Path

/** The way a drawing looks: they are drawn looking left. */
export const headingOf = ({ flip }: Placement): 1 | -1 => (flip ? 1 : -1)

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

// As far away as it looks: its foot is where the ground is that far off.
function atDistance({ height }: Stage, plan: ScenePlan, placement: Placement, size: number): Motion {
  const { foot } = placement
  const back = placement.contact === 'air' ? height * 0.34 : plan.horizon
  return { y: (back - foot) * (1 - size), stretchX: size, stretchY: size, grounded: placement.contact !== 'air' }
}

/** Is small and far at first, and large and near at the end. */
export const approaching: PathOf = (stage, plan, placement) => {
  const most = Math.max(1, Math.min(1.5, (placement.foot - stage.height * 0.04) / placement.height))
  const middle = (stage.width / 2 - placement.x) * 0.7
  return (share) => {
    const size = 0.22 + (most - 0.22) * within(share, 0, 0.95) ** 1.4
    const motion = atDistance(stage, plan, placement, Math.min(1, size))
    const near = Math.max(1, size)
    return {
      ...motion,
      x: middle * (1 - Math.min(1, size)),
      stretchX: size,
      stretchY: size,
      y: (motion.y ?? 0) + (near - 1) * stage.height * 0.05,
    }
  }
}

/** Gets smaller and is gone in the distance. */
export const goingAway: PathOf = (stage, plan, placement) => {
  const side = headingOf(placement)
  const aside = side * Math.min(outAhead(stage, placement, side, 0) * 0.5, stage.width * 0.3)
  const up = isAloft(placement) || plan.horizon < placement.foot - placement.height ? stage.height * 0.24 : 0
  return (share) => {
    const gone = within(share, 0.12, 1)
    const size = 1 - 0.88 * gone
    const motion = atDistance(stage, plan, placement, size)
    return { ...motion, x: aside * gone, y: (motion.y ?? 0) - up * gone, opacity: 1 - 0.7 * within(share, 0.9, 1) }
  }
}

function otherOf({ placements }: ScenePlan, placement: Placement): Placement | undefined {
  const others = placements.filter((one) => one !== placement && !one.part && one.subject !== placement.subject)
  return others.toSorted((a, b) => b.width * b.height - a.width * a.height)[0]
}

/** Goes round whatever else is there, or round the middle. */
export const goingRound: PathOf = (stage, plan, placement) => {
  const other = otherOf(plan, placement)
  const centre = other?.x ?? stage.width / 2
  const radius = Math.min(
    stage.width * 0.36,
    Math.max(stage.width * 0.2, (other?.width ?? 0) * 0.5 + placement.width * 0.8),
  )
  const low = isAloft(placement) ? (other ? other.foot - other.height * 0.62 : stage.height * 0.45) : placement.foot
  const flat = Math.min(stage.height * 0.12, radius * 0.3)
  const natural = headingOf(placement)
  return (_share, second) => {
    const angle = stage.clock.turn(second, Math.min(4, stage.clock.seconds)) + placement.index * 2.1
    const way = Math.sign(-Math.sin(angle)) || 1
    const near = 1 + 0.2 * Math.sin(angle)
    const turned = way === natural ? 1 : -1
    return {
      x: centre + radius * Math.cos(angle) - placement.x,
      y: low + flat * Math.sin(angle) - placement.foot + (isAloft(placement) ? placement.height / 2 : 0),
      stretchX: near * turned,
      stretchY: near,
    }
  }
}

const inFrame = ({ width }: Stage, { x, width: wide }: Placement, away: number) =>
  Math.min(width - wide * 0.55, Math.max(wide * 0.55, x + away)) - x

/** One leap over what is under it: from the ground on this side to the ground on the other. */
export const leapingOver: PathOf = (stage, plan, placement) => {
  const other = otherOf(plan, placement)
  const side = headingOf(placement)
  const wide = (other?.width ?? placement.width) / 2 + placement.width * 0.75
  const ground = Math.max(other?.foot ?? plan.floor, plan.floor) - placement.foot
  const top = (other ? other.foot - other.height : plan.floor - placement.height) - placement.foot
  const middle = other ? other.x - placement.x : 0
  const apex = Math.min(top - placement.height * 0.12, 0)
  return (share) => {
    const t = Math.min(1, Math.max(0, (share - 0.08) / 0.84))
    const across = (2 * t - 1) * side
    return {
      x: inFrame(stage, placement, middle + across * wide),
      y: apex + (ground - apex) * (2 * t - 1) ** 2,
      turn: side * (t - 0.5) * 0.5,
    }
  }
}

// What somebody is said to leap from.
function leftBehind({ brief }: Stage, { placements }: ScenePlan, { subject }: Placement): Placement | undefined {
  const from = brief.script?.ties.find((tie) => tie.kind === 'from' && tie.subject === subject)
  return from && placements.find((one) => one.subject === from.other && !one.part)
}

/** From what it leaves, or from the ground, up onto where it stands in the end. */
export const leapingOnto: PathOf = (stage, plan, placement) => {
  const carrier = placement.carrier === undefined ? otherOf(plan, placement) : plan.placements[placement.carrier]
  const side = headingOf(placement)
  const left = leftBehind(stage, plan, placement)
  const settled = placement.carrier !== undefined || !carrier
  const end = settled
    ? { x: 0, y: 0 }
    : { x: carrier.x - placement.x, y: carrier.foot - carrier.height * 0.94 - placement.foot }
  const start = left
    ? { x: left.x - placement.x, y: left.foot - left.height * 0.62 - placement.foot }
    : {
        x: end.x - side * ((carrier?.width ?? 0) * 0.5 + placement.width * 0.7),
        y: Math.max(carrier?.foot ?? plan.floor, plan.floor) - placement.foot,
      }
  const high = stage.height * 0.1
  return (share) => {
    const t = Math.min(1, Math.max(0, (share - 0.25) / 0.3))
    return {
      x: start.x + (end.x - start.x) * t,
      y: start.y + (end.y - start.y) * t - Math.sin(t * Math.PI) * high,
      turn: t > 0 && t < 1 ? side * (t - 0.5) * 0.5 : 0,
    }
  }
}

const PERCH = /^(branch|fence|shelf|table|bench|roof|stone-wall|wire|pole|signpost|tree-stump|birdhouse)$/

/** Comes down through the air and ends on its perch, or where it stands. */
export const landing: PathOf = (stage, plan, placement) => {
  const side = headingOf(placement)
  const perch =
    placement.carrier === undefined
      ? plan.placements.find(({ subject }) => PERCH.test(stage.brief.subjects[subject]?.art ?? ''))
      : undefined
  const ground =
    placement.contact === 'air' && placement.carrier === undefined
      ? Math.max(0, stage.height * 0.9 - placement.foot)
      : 0
  const end = perch
    ? { x: perch.x - placement.x, y: perch.foot - perch.height * 0.72 - placement.foot }
    : { x: 0, y: ground }
  // Where it comes from is in the frame.
  const above = Math.max(0, placement.foot + end.y - placement.height - stage.height * 0.06)
  const from = {
    x: inFrame(stage, placement, end.x - side * stage.width * 0.34) - end.x,
    y: -Math.min(above, stage.height * 0.5),
  }
  return (share) => {
    const left = 1 - within(share, 0, 0.82)
    return { x: end.x + from.x * left, y: end.y + from.y * left ** 1.4, turn: -side * 0.12 * Math.sin(left * Math.PI) }
  }
}

/** At which side of something it is: there it comes down, however it looks. */
export function nearerSide({ x }: Placement, carrier: Placement, otherwise: 1 | -1): 1 | -1 {
  const off = x - carrier.x
  return Math.abs(off) < carrier.width * 0.08 ? otherwise : off > 0 ? 1 : -1
}

/** From where it is on something, after a moment, down to the ground beside it. */
export const leapingOff: PathOf = (stage, plan, placement) => {
  const carrier = placement.carrier === undefined ? undefined : plan.placements[placement.carrier]
  if (!carrier) return () => ({})
  const side = nearerSide(placement, carrier, headingOf(placement))
  const turned = side === headingOf(placement) ? 1 : -1
  const away = carrier.x - placement.x + side * (carrier.width * 0.5 + placement.width * 0.75)
  const end = { x: inFrame(stage, placement, away), y: Math.max(carrier.foot, plan.floor) - placement.foot }
  const high = Math.min(stage.height * 0.12, Math.max(0, placement.foot - placement.height - stage.unit * 2))
  return (share) => {
    const t = Math.min(1, Math.max(0, (share - OFF.from) / (OFF.to - OFF.from)))
    return {
      x: end.x * t,
      y: end.y * t * t - Math.sin(t * Math.PI) * high,
      turn: t > 0 && t < 1 ? side * (t - 0.5) * 0.45 : 0,
      stretchX: turned,
    }
  }
}
