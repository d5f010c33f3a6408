import { flightOf } from '../../staging/stairs.ts'
import { hillLine } from '../draw/land/hill-line.ts'
import type { Motion } from '../layers.ts'
import type { Placement, ScenePlan } from '../plan/scene-plan.ts'
import type { Stage } from '../stage.ts'
import { headingOf } from './paths.ts'

type Mover = (second: number) => Motion

const DOWN = /\bdown\b|\bdescend|hinunter|hinab|herunter|descend|baja|scend|спуска|schodzi|下/iu

// Along the steps from the lowest to the highest place on them, in shares of the drawing.
function upTheStairs(stage: Stage, carrier: Placement, placement: Placement, art: string): Mover | undefined {
  const flight = flightOf(art)
  if (!flight?.rises) return undefined
  const spots = flight.spots.toSorted((a, b) => a.x - b.x)
  const [low, high] = [spots[0], spots.at(-1)]
  if (!low || !high) return undefined
  const side = carrier.flip ? -1 : 1
  const here = ((placement.x - carrier.x) * side) / carrier.width + 0.5
  const lift = (high.y - low.y) / (high.x - low.x)
  const falls = DOWN.test(stage.brief.prompt)
  return (second) => {
    const t = Math.min(1, second / stage.clock.seconds)
    const at = low.x + (high.x - low.x) * (falls ? 1 - t : t)
    return { x: (at - here) * carrier.width * side, y: (at - here) * lift * carrier.height, grounded: true }
  }
}

// From its foot to its top, as steep as it is drawn.
function upTheHill(stage: Stage, carrier: Placement, placement: Placement): Mover {
  const side = headingOf(placement)
  const { line, spread, top } = hillLine(stage, carrier)
  const falls = DOWN.test(stage.brief.prompt)
  // As far as the frame goes at the side that they come from, or go to.
  const atRight = side > 0 === falls
  const room = (atRight ? stage.width - carrier.x : carrier.x) - placement.width * (falls ? 0.3 : 0.7)
  const far = Math.max(0, Math.min(spread * 1.15, room))
  return (second) => {
    const t = Math.min(1, second / stage.clock.seconds)
    const at = carrier.x + side * far * (falls ? t : t - 1)
    const slope = Math.atan2(line(at + 2) - line(at - 2), 4)
    return { x: at - placement.x, y: line(at) - top + (top - placement.foot), turn: slope * 0.25, grounded: true }
  }
}

// From the ground to where it holds on.
function upTheTrunk(stage: Stage, carrier: Placement, placement: Placement): Mover {
  const low = Math.max(0, carrier.foot - placement.foot)
  return (second) => ({ y: low * (1 - Math.min(1, second / stage.clock.seconds)) })
}

/** The way of somebody who walks or runs on stairs or a hill; nothing where there is no such thing underfoot. */
export function climbOf(stage: Stage, plan: ScenePlan, placement: Placement): Mover | undefined {
  const { posture, deed, carrier: at } = placement
  const carrier = at === undefined ? undefined : plan.placements[at]
  if (!carrier || stage.clock.loop) return undefined
  if ((posture ?? deed) === 'climb') return upTheTrunk(stage, carrier, placement)
  if (posture !== 'walk' && posture !== 'run') return undefined
  const art = stage.brief.subjects[carrier.subject]?.art ?? ''
  return art === 'hill' ? upTheHill(stage, carrier, placement) : upTheStairs(stage, carrier, placement, art)
}
