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

// What can turn about its height without taking its stand along.
const SPINNERS = /^(person|face)|dancer|coin|globe|planet|\bring\b|trophy|doll|gem|robot|leaf|snowflake|umbrella|bottle/

type Cast = {
  /** All but the front walls of vessels. */
  whole: readonly Placement[]
  /** Those that nobody carries. */
  alone: readonly Placement[]
  main: Placement | undefined
  artOf: (placement: Placement) => string
  kind: string
}

const BURSTING = /balloon|bubble|egg|bomb|firecracker|pinata/
const ofMain = ({ main }: Cast) => main
const ofNobody = () => undefined
// Who lands on a branch lands: the branch does not.
const ofFlyer = ({ whole, alone, artOf }: Cast) =>
  whole.find((one) => FLYERS.test(artOf(one))) ?? alone.find(({ contact }) => contact === 'air')

const TURNS: Record<Happening, (cast: Cast) => Placement | undefined> = {
  rise: ofFlyer,
  sink: ofFlyer,
  light: ({ whole, artOf }) => whole.find((one) => LIGHTS.test(artOf(one))),
  open: ({ whole, artOf, main, kind }) =>
    whole.find((one) => artOf(one) === 'door') ?? (kind.startsWith('plant') ? main : undefined),
  burst: ({ whole, artOf, main }) => whole.find((one) => BURSTING.test(artOf(one))) ?? main,
  spin: ({ main, artOf, kind }) => (main && SPINNERS.test(`${kind} ${artOf(main)}`) ? main : undefined),
  splash: ofMain,
  grow: ofMain,
  melt: ofMain,
  appear: ofMain,
  vanish: ofMain,
  go: ofNobody,
  'time-lapse': ofNobody,
}

/** The one of a scene's placements to which something happens: what it can happen to, or else what the scene is about. */
export function whoseTurn({ brief }: Stage, { placements }: ScenePlan, what: Happening): Placement | undefined {
  const whole = placements.filter(({ part }) => !part)
  return TURNS[what]({
    whole,
    alone: whole.filter(({ carrier }) => carrier === undefined),
    main: whole.find(({ subject }) => subject === 0),
    artOf: ({ subject }) => brief.subjects[subject]?.art ?? '',
    kind: brief.subjects[0]?.kind ?? '',
  })
}

// From just above the ground to just under the upper edge; who has a place to stand on begins or ends there.
function rising(stage: Stage, { foot, height, contact, carrier }: Placement, up: boolean): Mover {
  const stands = contact !== 'air' || carrier !== undefined
  const low = stands ? 0 : Math.max(0, Math.min(stage.height * 0.96 - foot, stage.height * 0.4))
  const high = Math.max(0, Math.min(foot - height - stage.height * 0.03, stage.height * 0.45))
  return (second) => {
    const t = within(second / stage.clock.seconds, 0, 1)
    const part = up ? t : 1 - t
    return { y: low - (low + high) * part, x: stage.unit * 0.8 * stage.clock.wave(second, 4.2) }
  }
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

// One leap that ends in the water, and bobbing afterwards.
function plunging(stage: Stage, plan: ScenePlan, placement: Placement): Mover {
  const { foot, height } = placement
  const leapHeight = Math.max(stage.unit * 4, Math.min(stage.height * 0.3, height, foot - height - stage.unit * 3))
  const to = plungeTo(stage, plan, placement)
  const farther = to.y < 0 ? 0.72 : 1
  return (second) => {
    const t = second / stage.clock.seconds
    const leap = Math.min(1, Math.max(0, (t - 0.1) / 0.32))
    const wet = within(t, 0.42, 0.5)
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

// A cut-out turns about its height: narrow, and then seen from its other side.
function spinning({ clock }: Stage): Mover {
  return (second) => {
    const side = clock.wave(second, 2.2, 0.25)
    return { stretchX: Math.sign(side || 1) * Math.max(0.06, Math.abs(side)) }
  }
}

/** When something bursts, as a share of the clip. */
export const BURSTS_AT = 0.5

function bursting({ clock }: Stage): Mover {
  return (second) => {
    const t = second / clock.seconds
    const size = 1 + 0.12 * within(t, 0.15, BURSTS_AT)
    return { stretchX: size, stretchY: size, opacity: t < BURSTS_AT ? 1 : 0 }
  }
}

const growing =
  ({ clock }: Stage): Mover =>
  (second) => {
    const size = 0.3 + 0.7 * within(second / clock.seconds, 0.02, 0.85)
    return { stretchX: size, stretchY: size }
  }

const melting =
  ({ clock }: Stage): Mover =>
  (second) => {
    const gone = within(second / clock.seconds, 0.1, 0.95)
    return { stretchX: 1 + 0.35 * gone, stretchY: 1 - 0.6 * gone }
  }

type Way = (stage: Stage, plan: ScenePlan, placement: Placement) => Mover | undefined

// A door, a lamp and time itself change without moving.
const WAYS: Partial<Record<Happening, Way>> = {
  rise: (stage, _plan, placement) => rising(stage, placement, true),
  sink: (stage, _plan, placement) => rising(stage, placement, false),
  splash: plunging,
  burst: bursting,
  melt: melting,
  grow: growing,
  open: (stage, _plan, { subject }) => (stage.brief.subjects[subject]?.art === 'door' ? undefined : growing(stage)),
  appear:
    ({ clock }) =>
    (second) => ({ opacity: within(second / clock.seconds, 0.12, 0.5) }),
  vanish:
    ({ clock }) =>
    (second) => ({ opacity: 1 - within(second / clock.seconds, 0.45, 0.88) }),
}

/** What happens once to a placement, laid over how it moves anyway; nothing where it is another's turn. */
export function happenTo(stage: Stage, plan: ScenePlan, placement: Placement): Mover | undefined {
  if (stage.still) return undefined
  const own = stage.brief.happenings.filter((what) => whoseTurn(stage, plan, what) === placement)
  if (own.includes('spin')) return spinning(stage)
  // What happens once cannot come round again.
  if (stage.clock.loop) return undefined
  return own.map((what) => WAYS[what]?.(stage, plan, placement)).find((mover) => mover !== undefined)
}

/** How far along the lighting of a lamp or the opening of a door is, 0 to 1. */
export function onceDone(stage: Stage, second: number): number {
  return within(second / stage.clock.seconds, 0.3, 0.55)
}

export const isLit = (subject: Subject): boolean => LIGHTS.test(subject.art)
