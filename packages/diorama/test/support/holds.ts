import type { Subject } from '../../src/brief.ts'
import { facesRight } from '../../src/scene/plan/stance.ts'
import type { Placement, ScenePlan } from '../../src/scene/plan/scene-plan.ts'

type Box = { left: number; right: number; top: number; bottom: number; width: number; height: number }
type Seen = { plan: ScenePlan; entities: readonly Subject[] }
type Pair = { one: Placement; other: Placement; seen: Seen }

function boxOf({ x, foot, width, height }: Placement): Box {
  return { left: x - width / 2, right: x + width / 2, top: foot - height, bottom: foot, width, height }
}

// How much of the first is over the second, sideways: 1 where it is wholly within its reach.
function within(a: Box, b: Box): number {
  return (Math.min(a.right, b.right) - Math.max(a.left, b.left)) / Math.min(a.width, b.width)
}

// How far two boxes are from each other, in whichever way they are further.
function apart(a: Box, b: Box): number {
  const wide = Math.max(a.left, b.left) - Math.min(a.right, b.right)
  const high = Math.max(a.top, b.top) - Math.min(a.bottom, b.bottom)
  return Math.max(0, wide, high)
}

function carriers({ one, seen }: Pair): Placement[] {
  const all: Placement[] = []
  let next = one.carrier
  while (next !== undefined && next >= 0 && all.length < 9) {
    const carrier = seen.plan.placements[next]
    if (!carrier || all.includes(carrier)) break
    all.push(carrier)
    next = carrier.carrier
  }
  return all
}

const HOLDS: Record<string, (pair: Pair) => boolean> = {
  on: (pair) => {
    const [a, b] = [boxOf(pair.one), boxOf(pair.other)]
    const near = within(a, b) > 0.3
    return (
      near && a.top < b.bottom - b.height * 0.3 && carriers(pair).some(({ subject }) => subject === pair.other.subject)
    )
  },
  in: (pair) =>
    within(boxOf(pair.one), boxOf(pair.other)) > 0.5 &&
    pair.seen.plan.placements.some(({ subject, part }) => subject === pair.other.subject && part === 'front'),
  under: ({ one, other }) => {
    const [a, b] = [boxOf(one), boxOf(other)]
    const middle = (a.left + a.right) / 2
    const reach = b.width * 0.62
    return a.top > b.top + b.height * 0.2 && Math.abs(middle - other.x) < reach && a.bottom > b.bottom - b.height * 0.15
  },
  below: ({ one, other }) => boxOf(one).bottom > boxOf(other).bottom,
  above: ({ one, other }) => boxOf(one).bottom < boxOf(other).top + boxOf(other).height * 0.35,
  behind: ({ one, other }) => one.order < other.order && within(boxOf(one), boxOf(other)) > -0.1,
  before: ({ one, other }) => one.order > other.order && within(boxOf(one), boxOf(other)) > 0,
  beside: ({ one, other }) => {
    const [a, b] = [boxOf(one), boxOf(other)]
    const gap = Math.max(a.left, b.left) - Math.min(a.right, b.right)
    return gap > -Math.min(a.width, b.width) * 0.45 && gap < Math.max(a.width, b.width, a.height) * 1.2
  },
  around: ({ one, other }) => Math.abs(one.x - other.x) < (one.width + other.width) * 0.9,
  near: ({ one, other }) => apart(boxOf(one), boxOf(other)) < Math.min(one.height, other.height) * 0.35,
  // Turned to the other, and within sight of it.
  facing: ({ one, other, seen }) => {
    const { art = '' } = seen.entities[one.subject] ?? {}
    const right = one.flip !== facesRight(art)
    const [a, b] = [boxOf(one), boxOf(other)]
    return right === other.x > one.x && apart(a, b) < Math.max(a.width, a.height, b.width) * 1.3
  },
  larger: ({ one, other }) => Math.max(one.width, one.height) > Math.max(other.width, other.height) * 1.25,
}

// What is told of one alone: what it holds, how it is held, what it touches.
const OF_ONE: Record<string, (one: Placement, told: RegExp) => boolean> = {
  has: ({ held = [] }, told) => held.some(({ art, content }) => told.test(art) || told.test(content?.art ?? '')),
  pose: ({ posture, deed }, told) => told.test(posture ?? deed ?? ''),
  touches: ({ contact }, told) => told.test(contact),
}

function shown({ plan, entities }: Seen, name: string): Placement[] {
  const called = new RegExp(name)
  return plan.placements.filter(({ subject, part }) => part === undefined && called.test(entities[subject]?.art ?? ''))
}

const isHeld = ({ plan }: Seen, name: string) => plan.placements.some((one) => OF_ONE.has?.(one, new RegExp(name)))

// In the middle of all others of that name, or of the one that there is.
function isBetween(one: Placement, others: readonly Placement[]): boolean {
  if (others.length < 2) return others.length === 1
  return others.some(({ x }) => x < one.x) && others.some(({ x }) => x > one.x)
}

/**
 * Whether "frog under mushroom" is so in a scene, by its boxes; "frog shown" is whether it is there at all, "frog has key" whether
 * it holds one, "frog pose sleep" how it is held, "boat touches water" what it is on.
 */
export function holds(seen: Seen, wish: string): boolean {
  const [name = '', how = '', thing = ''] = wish.split(' ')
  const ones = shown(seen, name)
  if (how === 'shown') return ones.length > 0 || isHeld(seen, name)
  const ofOne = OF_ONE[how]
  if (ofOne) return ones.some((one) => ofOne(one, new RegExp(thing)))
  const others = shown(seen, thing)
  if (how === 'between') return ones.some((one) => isBetween(one, others))
  const tests = how.split('|').map((name) => HOLDS[name])
  if (tests.includes(undefined)) throw new Error(`${wish}: no such relation`)
  return (
    ones.length > 0 &&
    ones.every((one) => others.some((other) => one !== other && tests.some((test) => test?.({ one, other, seen }))))
  )
}
