import type { Happening, Subject } from '../../brief.ts'
import type { Motion } from '../layers.ts'
import type { Placement, ScenePlan } from '../plan/scene-plan.ts'
import type { Stage } from '../stage.ts'

type Mover = (second: number) => Motion

const smooth = (t: number) => t * t * (3 - 2 * t)
const within = (t: number, from: number, to: number) => smooth(Math.min(1, Math.max(0, (t - from) / (to - from))))

const FLYERS =
  /balloon|rocket|airplane|helicopter|flying-saucer|lantern|bubble|parachute|satellite|bird|eagle|dove|kite|butterfly/
const LIGHTS =
  /candle|lamp|light-bulb|lantern|lighthouse|flashlight|^fire$|campfire|christmas-tree|jack-o|torch|diya|menorah|fireplace|wood/

/** The one of a scene's placements to which something happens: what it can happen to, or else what the scene is about. */
export function whoseTurn(stage: Stage, plan: ScenePlan, what: Happening): Placement | undefined {
  const artOf = ({ subject }: Placement) => stage.brief.subjects[subject]?.art ?? ''
  const alone = plan.placements.filter(({ carrier, part }) => carrier === undefined && !part)
  const main = alone.find(({ subject }) => subject === 0)
  switch (what) {
    case 'rise':
    case 'sink':
      return alone.find((one) => FLYERS.test(artOf(one))) ?? alone.find(({ contact }) => contact === 'air')
    case 'light':
      return plan.placements.find((one) => LIGHTS.test(artOf(one)))
    case 'open':
      return alone.find((one) => artOf(one) === 'door')
    case 'splash':
    case 'grow':
    case 'appear':
    case 'vanish':
      return main
    case 'time-lapse':
      return undefined
  }
}

// From just above the ground to just under the upper edge.
function rising(stage: Stage, { foot, height }: Placement, up: boolean): Mover {
  const low = Math.max(0, Math.min(stage.height * 0.96 - foot, stage.height * 0.4))
  const high = Math.max(0, Math.min(foot - height - stage.height * 0.03, stage.height * 0.45))
  return (second) => {
    const t = within(second / stage.clock.seconds, 0, 1)
    const part = up ? t : 1 - t
    return { y: low - (low + high) * part, x: stage.unit * 0.8 * stage.clock.wave(second, 4.2) }
  }
}

// One leap that ends in the water, and bobbing afterwards.
function plunging(stage: Stage, { height }: Placement): Mover {
  return (second) => {
    const t = second / stage.clock.seconds
    const leap = Math.min(1, Math.max(0, (t - 0.1) / 0.32))
    const wet = within(t, 0.42, 0.5)
    const bob = stage.clock.wave(second, 1.6) * stage.unit * 0.5 * wet
    return {
      y: -Math.sin(leap * Math.PI) * Math.min(stage.height * 0.3, height) + bob + wet * height * 0.1,
      turn: leap > 0 && leap < 1 ? (leap - 0.5) * 0.5 : 0,
    }
  }
}

/** What happens once to a placement, laid over how it moves anyway; nothing where it is another's turn. */
export function happenTo(stage: Stage, plan: ScenePlan, placement: Placement): Mover | undefined {
  // What happens once cannot come round again.
  if (stage.clock.loop || stage.still) return undefined
  const { seconds } = stage.clock
  for (const what of stage.brief.happenings) {
    if (whoseTurn(stage, plan, what) !== placement) continue
    if (what === 'rise' || what === 'sink') return rising(stage, placement, what === 'rise')
    if (what === 'splash') return plunging(stage, placement)
    if (what === 'appear') return (second) => ({ opacity: within(second / seconds, 0.12, 0.5) })
    if (what === 'vanish') return (second) => ({ opacity: 1 - within(second / seconds, 0.45, 0.88) })
    if (what === 'grow')
      return (second) => {
        const size = 0.3 + 0.7 * within(second / seconds, 0.02, 0.85)
        return { stretchX: size, stretchY: size }
      }
  }
  return undefined
}

/** How far along the lighting of a lamp or the opening of a door is, 0 to 1. */
export function onceDone(stage: Stage, second: number): number {
  return within(second / stage.clock.seconds, 0.3, 0.55)
}

export const isLit = (subject: Subject): boolean => LIGHTS.test(subject.art)
