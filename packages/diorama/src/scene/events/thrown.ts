import type { Motion } from '../layers.ts'
import type { Placement, ScenePlan } from '../plan/scene-plan.ts'
import type { Stage } from '../stage.ts'
import { headingOf } from './paths.ts'

const UP = /\b(?:into|in) the air\b|\bup(?:wards?)?\b|\bflip/i

/** How what somebody throws flies: from the hand to whom it is thrown, or a good way ahead, and down to the ground. */
export function thrownBy(
  stage: Stage,
  { placements, floor }: ScenePlan,
  placement: Placement,
): ((second: number) => Motion) | undefined {
  const deed = stage.brief.script?.deeds.find(({ verb, patient }) => verb === 'throw' && patient === placement.subject)
  const thrower = deed && placements.find(({ subject, part }) => deed.agents.includes(subject) && !part)
  if (!deed || !thrower || stage.clock.loop) return undefined
  const side = headingOf(thrower)
  const taker = placements.find(
    (one) =>
      one !== thrower &&
      one !== placement &&
      !one.part &&
      (one.subject === deed.recipient || /^(animal|person)/.test(stage.brief.subjects[one.subject]?.kind ?? '')),
  )
  const way = taker ? Math.sign(taker.x - thrower.x) || side : side
  const from = { x: thrower.x + way * thrower.width * 0.4, y: thrower.foot - thrower.height * 0.62 }
  const to = taker
    ? { x: taker.x - way * taker.width * 0.5, y: taker.foot - taker.height * 0.3 }
    : { x: Math.min(stage.width * 0.94, Math.max(stage.width * 0.06, from.x + way * stage.width * 0.45)), y: floor }
  const high = stage.height * 0.22
  // What is tossed up comes down again where it was.
  if (!taker && UP.test(stage.brief.prompt)) {
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
  return (second) => {
    const t = Math.min(1, Math.max(0, (second / stage.clock.seconds - 0.3) / 0.34))
    return {
      x: from.x + (to.x - from.x) * t - placement.x,
      y: from.y + (to.y - from.y) * t - high * 4 * t * (1 - t) - placement.foot + placement.height * 0.5,
    }
  }
}
