import type { Motion } from '../layers.ts'
import type { Placement } from '../plan/scene-plan.ts'
import { headingOf, nearerSide, type PathOf } from './paths.ts'

/** Turned about its middle, though its pivot is its foot. */
export function aboutMiddle(turn: number, { height, contact }: Placement): Motion {
  if (contact === 'air') return { turn }
  const radius = height / 2
  return { turn, x: -Math.sin(turn) * radius, y: (Math.cos(turn) - 1) * radius }
}

// How high it is above its end, in falls: it comes down ever faster and springs up twice a little.
function fallen(t: number): number {
  if (t < 0.6) return 1 - (t / 0.6) ** 2
  if (t < 0.82) return 0.14 * Math.sin(((t - 0.6) / 0.22) * Math.PI)
  return t < 1 ? 0.04 * Math.sin(((t - 0.82) / 0.18) * Math.PI) : 0
}

/** Falls: from the tree it hangs in, from what it stands on, or from above the picture. */
export const falling: PathOf = (stage, plan, placement) => {
  const kindOf = (one: Placement) => stage.brief.subjects[one.subject]?.kind ?? ''
  const artOf = (one: Placement) => stage.brief.subjects[one.subject]?.art ?? ''
  const tree = plan.placements.find(
    (one) => one !== placement && (/tree/.test(artOf(one)) || kindOf(one).startsWith('place')),
  )
  const carrier = placement.carrier === undefined ? undefined : plan.placements[placement.carrier]
  const side = carrier ? awayFromBeings() : headingOf(placement)
  // Whoever pushed it down is not hit by it.
  function awayFromBeings(): 1 | -1 {
    const on = carrier as Placement
    const near = plan.placements.find(
      (one) => one !== placement && !one.part && /^(animal|person)/.test(kindOf(one)) && one.carrier === undefined,
    )
    return near ? (near.x < on.x ? 1 : -1) : nearerSide(placement, on, headingOf(placement))
  }
  const spread = (placement.index % 3) - 1
  const start = tree
    ? {
        x: tree.x + tree.width * (0.24 * side + 0.16 * spread) - placement.x,
        y: tree.foot - tree.height * 0.5 - placement.foot,
      }
    : carrier
      ? { x: 0, y: 0 }
      : { x: 0, y: -(placement.foot - stage.height * 0.02) }
  const end = tree
    ? { x: start.x, y: Math.max(plan.floor, tree.foot) - placement.foot + stage.unit }
    : carrier
      ? {
          x: carrier.x - placement.x + side * (carrier.width * 0.5 + placement.width * 0.8),
          y: Math.max(plan.floor, carrier.foot) - placement.foot,
        }
      : { x: 0, y: placement.contact === 'air' ? Math.max(0, stage.height * 0.9 - placement.foot) : 0 }
  return (share) => {
    const t = Math.min(1, Math.max(0, (share - 0.22) / 0.5))
    const high = fallen(t)
    const aside = Math.min(1, t / 0.35)
    const turned = aboutMiddle((carrier ? 1.4 : 0.5) * side * Math.min(1, t * 1.2), placement)
    return {
      x: start.x + (end.x - start.x) * aside + (turned.x ?? 0),
      y: end.y + (start.y - end.y) * high + (turned.y ?? 0),
      turn: turned.turn ?? 0,
    }
  }
}

/** Tips over and lies; of several, one after the other. */
export const toppling: PathOf = (stage, plan, placement) => {
  const row = plan.placements.filter(({ subject, part }) => subject === placement.subject && !part)
  const order = row.toSorted((a, b) => a.x - b.x).indexOf(placement)
  const several = row.length > 1
  // Whoever knocked it over is not under it.
  const kindOf = ({ subject }: Placement) => stage.brief.subjects[subject]?.kind ?? ''
  const near = plan.placements.find((one) => !one.part && one !== placement && /^(animal|person)/.test(kindOf(one)))
  const way = !several && near && near.x > placement.x ? -1 : 1
  return (share) => {
    const from = several ? 0.1 + (0.6 * order) / row.length : 0.25
    const t = Math.min(1, Math.max(0, (share - from) / (several ? 0.18 : 0.3)))
    const lean = several && order < row.length - 1 ? 1.12 : 1.5
    const turn = way * lean * t * t
    return { turn, x: (placement.width / 2) * Math.sin(turn) * 0.6 }
  }
}

/** Springs up and down, flattened a little whenever it touches the ground. */
export const bouncing: PathOf = (stage, _plan, placement) => {
  const side = headingOf(placement)
  const high = Math.max(stage.unit * 8, Math.min(placement.foot - placement.height * 1.1, stage.height * 0.4))
  const way = stage.clock.loop ? 0 : Math.min(stage.width * 0.5, stage.width)
  const from = stage.width / 2 - side * way * 0.5 - placement.x
  return (share, second) => {
    const up = Math.abs(Math.sin(stage.clock.turn(second, 1.7) + 0.9))
    const flat = Math.max(0, 0.22 - up) / 0.22
    return {
      x: way === 0 ? 0 : from + side * way * share,
      y: -high * up,
      stretchY: 1 - 0.24 * flat,
      stretchX: 1 + 0.16 * flat,
    }
  }
}

/** Rolls along the ground, as far as it turns. */
export const rolling: PathOf = (stage, _plan, placement) => {
  const side = headingOf(placement)
  const way = stage.width * 0.62
  const from = stage.width / 2 - (side * way) / 2 - placement.x
  return (share) => {
    const gone = side * way * share
    const turned = aboutMiddle((gone / placement.height) * 2, placement)
    return { x: from + gone + (turned.x ?? 0), y: turned.y ?? 0, turn: turned.turn ?? 0 }
  }
}

/** Quick shudders in the middle of its time. */
export const shaking: PathOf = (stage, _plan, placement) => {
  const far = Math.min(stage.unit * 1.1, placement.width * 0.06)
  return (share, second) => {
    const strong = share > 0.08 && share < 0.92 ? 1 : 0
    return { x: far * strong * stage.clock.wave(second, 0.13), turn: 0.07 * strong * stage.clock.wave(second, 0.19) }
  }
}

/** To and fro about its foot, or about where it hangs. */
export const swaying: PathOf =
  ({ clock }, _plan, { contact, height }) =>
  (_share, second) => {
    const turn = 0.17 * clock.wave(second, 2.2)
    if (contact !== 'air') return { turn }
    return { turn, x: -Math.sin(turn) * height * 0.5 }
  }
