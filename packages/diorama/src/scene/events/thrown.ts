import type { Deed, Verb } from '../../brief.ts'
import type { Motion } from '../layers.ts'
import type { Placement, ScenePlan } from '../plan/scene-plan.ts'
import type { Stage } from '../stage.ts'
import { headingOf } from './paths.ts'

type Mover = (second: number) => Motion

const UP = /\b(?:into|in) the air\b|\bup(?:wards?)?\b|\bflip/i

// In which part of the clip it is in the air.
const FLIGHT = { from: 0.3, lasts: 0.34 } as const

type Point = { x: number; y: number }
type Flown = { stage: Stage; plan: ScenePlan; placement: Placement; who: Placement; deed: Deed }

// From one point to another in an arc, of its middle.
function arc({ stage, placement }: Flown, from: Point, to: Point, high: number, shrinks = 1): Mover {
  return (second) => {
    const t = Math.min(1, Math.max(0, (second / stage.clock.seconds - FLIGHT.from) / FLIGHT.lasts))
    const size = 1 + (shrinks - 1) * t
    return {
      x: from.x + (to.x - from.x) * t - placement.x,
      y: from.y + (to.y - from.y) * t - high * 4 * t * (1 - t) - placement.foot + placement.height * 0.5 * size,
      stretchX: size,
      stretchY: size,
    }
  }
}

// Whoever else is there takes it: with the mouth, or with the hands.
function takerOf({ stage, plan, placement, who, deed }: Flown): Placement | undefined {
  const kindOf = ({ subject }: Placement) => stage.brief.subjects[subject]?.kind ?? ''
  return plan.placements.find(
    (one) =>
      one !== who &&
      one !== placement &&
      !one.part &&
      (one.subject === deed.recipient || /^(animal|person)/.test(kindOf(one))),
  )
}

const inside = ({ width }: Stage, x: number) => Math.min(width * 0.9, Math.max(width * 0.1, x))

function thrown(flown: Flown): Mover {
  const { stage, plan, placement, who } = flown
  const side = headingOf(who)
  const taker = takerOf(flown)
  const way = taker ? Math.sign(taker.x - who.x) || side : side
  const from = { x: who.x + way * who.width * 0.4, y: who.foot - who.height * 0.62 }
  if (taker)
    return arc(
      flown,
      from,
      { x: taker.x - way * taker.width * 0.46, y: taker.foot - taker.height * 0.55 },
      stage.height * 0.22,
    )
  // What is tossed up comes down again where it was.
  if (UP.test(stage.brief.prompt)) {
    const top = Math.max(0, from.y - placement.height * 0.6)
    return (second) => {
      const up = Math.abs(stage.clock.wave(second, 4.4))
      return {
        x: from.x - placement.x,
        y: from.y - top * up - placement.foot + placement.height * 0.5,
        turn: second * 2.2,
      }
    }
  }
  return arc(flown, from, { x: inside(stage, from.x + way * stage.width * 0.45), y: plan.floor }, stage.height * 0.22)
}

// From the foot into the goal, or as far as the frame goes.
function kicked(flown: Flown): Mover {
  const { stage, plan, placement, who } = flown
  const goal = plan.placements.find(({ subject }) => stage.brief.subjects[subject]?.art === 'goal-net')
  const way = Math.sign(placement.x - who.x) || headingOf(who)
  const half = placement.height * 0.5
  const from = { x: who.x + way * who.width * 0.5, y: who.foot - half }
  const to = goal
    ? { x: goal.x + way * goal.width * 0.12, y: goal.foot - goal.height * 0.45 }
    : { x: inside(stage, from.x + way * stage.width * 0.6), y: who.foot - half }
  return arc(flown, from, to, stage.height * (goal ? 0.06 : 0.16), goal ? 0.6 : 1)
}

// Out of the air into the hands, where it is in the end.
function caught(flown: Flown): Mover {
  const { stage, placement, who } = flown
  const way = Math.sign(placement.x - who.x) || headingOf(who)
  const middle = { x: placement.x, y: placement.foot - placement.height * 0.5 }
  return arc(flown, { x: way > 0 ? stage.width * 0.92 : stage.width * 0.08, y: middle.y }, middle, stage.height * 0.08)
}

const WAYS: Partial<Record<Verb, (flown: Flown) => Mover>> = { throw: thrown, catch: caught, play: kicked }

/** How what somebody throws, kicks or catches flies: from the hand to whom it is thrown, into the goal, into the hands. */
export function thrownBy(stage: Stage, plan: ScenePlan, placement: Placement): Mover | undefined {
  const { script, happenings } = stage.brief
  const flies = ({ verb, patient }: Deed) =>
    patient === placement.subject && WAYS[verb] !== undefined && (verb !== 'play' || happenings.includes('kick'))
  const deed = script?.deeds.find(flies)
  const who = deed && plan.placements.find(({ subject, part }) => deed.agents.includes(subject) && !part)
  if (!deed || !who || stage.clock.loop || placement.carrier !== undefined) return undefined
  // Who is caught is no ball.
  if (/^(person|animal)/.test(stage.brief.subjects[placement.subject]?.kind ?? '')) return undefined
  return WAYS[deed.verb]?.({ stage, plan, placement, who, deed })
}

const BUBBLES_SECONDS = 2.6

/** Soap bubbles leave whoever blows them, growing and rising, again and again. */
export function blownFrom({ brief, clock, width, height }: Stage, placement: Placement): Mover | undefined {
  if (brief.subjects[placement.subject]?.art !== 'bubble-trail') return undefined
  const side = headingOf(placement)
  const period = clock.loop ? clock.seconds / Math.max(1, Math.round(clock.seconds / BUBBLES_SECONDS)) : BUBBLES_SECONDS
  return (second) => {
    const t = (second / period) % 1
    const size = 0.55 + 0.7 * t
    return {
      x: side * width * 0.12 * (t - 0.2),
      y: -height * 0.16 * t,
      stretchX: size,
      stretchY: size,
      opacity: Math.min(1, t * 8, (1 - t) * 6),
    }
  }
}
