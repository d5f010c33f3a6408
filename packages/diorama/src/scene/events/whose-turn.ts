import { drawingOf } from '../../art.ts'
import type { Cue, Happening, Subject } from '../../brief.ts'
import type { Placement, ScenePlan } from '../plan/scene-plan.ts'
import type { Stage } from '../stage.ts'
import { cuesOf } from './timing.ts'

const FLYERS =
  /balloon|rocket|airplane|helicopter|flying-saucer|lantern|bubble|parachute|satellite|bird|eagle|falcon|dove|kite|butterfly|owl|seagull|parrot|duck|swan|bat|bee|dragonfly|airship|drone|leaf|feather/
const LIGHTS =
  /candle|lamp|light-bulb|lantern|lighthouse|flashlight|^fire$|campfire|christmas-tree|jack-o|torch|diya|menorah|fireplace|wood|chandelier|television|computer|birthday-cake/
// What can turn about its height without taking its stand along.
const SPINNERS =
  /^(person|face)|dancer|coin|\bring\b|trophy|doll|gem|robot|leaf|snowflake|umbrella|bottle|spinning-top|gear| wheel$|disk|dvd|cyclone|planet|carousel|globe/

type Cast = {
  /** All but the front walls of vessels. */
  whole: readonly Placement[]
  /** Those that nobody carries. */
  alone: readonly Placement[]
  main: Placement | undefined
  /** Who was named with it. */
  named: Placement | undefined
  artOf: (placement: Placement) => string
  kindOf: (placement: Placement) => string
}
type Chooser = (cast: Cast) => Placement | undefined

const ofNamed: Chooser = ({ named, main }) => named ?? main
const fitting =
  (fits: RegExp): Chooser =>
  ({ whole, named, artOf, kindOf }) => {
    const suits = (one: Placement) => fits.test(artOf(one)) || fits.test(kindOf(one))
    return named && suits(named) ? named : whole.find(suits)
  }
// Who lands on a branch lands: the branch does not.
const ofFlyer: Chooser = (cast) => fitting(FLYERS)(cast) ?? cast.alone.find(({ contact }) => contact === 'air')
// A ship that was named goes down.
const ofAfloat: Chooser = ({ named }) => (named?.contact === 'water' ? named : undefined)
// Nobody's house goes for a walk.
const ofMover: Chooser = (cast) => {
  const { named, main, whole, kindOf } = cast
  const moves = (one: Placement | undefined) =>
    one !== undefined && /^(person|animal|transport|face|sky)/.test(kindOf(one))
  if (moves(named)) return named
  return whole.find((one) => moves(one) && one.carrier === undefined) ?? whole.find(moves) ?? named ?? main
}
const ofThing: Chooser = ({ named, main, whole, kindOf, artOf }) => {
  const light = (one: Placement | undefined) =>
    one !== undefined && !kindOf(one).startsWith('place') && !/tree|table|shelf|branch|fence/.test(artOf(one))
  return light(named) ? named : light(main) ? main : (whole.find(light) ?? named ?? main)
}

const TURNS: Partial<Record<Happening, Chooser>> = {
  rise: ofFlyer,
  release: ofFlyer,
  sink: (cast) => ofAfloat(cast) ?? ofFlyer(cast),
  light: fitting(LIGHTS),
  'go-out': fitting(LIGHTS),
  spin: (cast) => {
    const one = ofNamed(cast)
    return one && SPINNERS.test(`${cast.kindOf(one)} ${cast.artOf(one)}`) ? one : undefined
  },
  splash: ({ main }) => main,
  grow: (cast) => fitting(/^(plant|balloon)/)(cast) ?? ofThing(cast),
  appear: ofNamed,
  vanish: ofNamed,
  arrive: ofMover,
  depart: ofMover,
  cross: ofMover,
}

const sameDrawing = (art: string, other: string) =>
  art === other || (drawingOf(art)?.id ?? art) === (drawingOf(other)?.id ?? other)

/** Whether somebody has in the hand what a cue is for. */
export const holds = ({ held = [] }: Placement, { of }: Cue): boolean =>
  of !== undefined && held.some(({ art }) => sameDrawing(art, of))

/** The one of a scene's placements that a cue is for: who was named with it, or whoever it can happen to. */
export function placementOf({ brief }: Stage, { placements }: ScenePlan, cue: Cue): Placement | undefined {
  const whole = placements.filter(({ part }) => !part)
  const subjectOf = ({ subject }: Placement) => brief.subjects[subject]
  const artOf = (one: Placement) => subjectOf(one)?.art ?? ''
  // What somebody has in the hand changes there.
  if (placements.some((one) => holds(one, cue))) return undefined
  return TURNS[cue.what]?.({
    whole,
    alone: whole.filter(({ carrier }) => carrier === undefined),
    main: whole.find(({ subject }) => subject === 0),
    named: whole.find((one) => cue.of !== undefined && sameDrawing(artOf(one), cue.of)),
    artOf,
    kindOf: (one) => subjectOf(one)?.kind ?? '',
  })
}

/** The first to whom something happens, with its cue; nothing where it does not happen. */
export function firstTurn(
  stage: Stage,
  plan: ScenePlan,
  what: Happening,
): { cue: Cue; placement: Placement } | undefined {
  for (const cue of cuesOf(stage, what)) {
    const placement = placementOf(stage, plan, cue)
    if (placement) return { cue, placement }
  }
  return undefined
}

/** The cue of a happening for a placement, which all of its kind share; nothing where it is another's turn. */
export function turnOf(stage: Stage, plan: ScenePlan, what: Happening, one: Placement): Cue | undefined {
  if (one.part) return undefined
  return cuesOf(stage, what).find((cue) => {
    const chosen = placementOf(stage, plan, cue)
    return chosen === one || (chosen !== undefined && chosen.subject === one.subject)
  })
}

export const isLit = (subject: Subject): boolean => LIGHTS.test(subject.art)
