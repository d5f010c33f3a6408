import { drawingOf } from '../../art.ts'
import type { Deed, Script, Subject, Tie, Verb } from '../../brief.ts'
import type { Thing } from '../things.ts'
import type { RoleTraits } from './role-traits.ts'
import { asPerson, roleOf } from './roles.ts'

type Traits = RoleTraits & { figure?: true }

const RIDDEN = /^(transport|animal)/

// Who hits a ball has the racket in the hand.
const isBall = (one: Subject | undefined) => /^(ball|tennis|baseball|softball)$/.test(one?.art ?? '')

// The club is in the drawing.
const isGolf = (one: Subject | undefined, thing: Subject | undefined) => /golfing/.test(one?.art ?? '') && isBall(thing)

// Whether somebody does anything beyond what the drawing of the whole figure shows.
function isBusy({ deeds, ties, entities }: Script, entity: number, shows: readonly string[]): boolean {
  const isScenery = (at: number) => /^(sky|place)/.test(entities[at]?.kind ?? '')
  const does = deeds.some(
    ({ verb, agents, patient, recipient }) =>
      recipient === entity ||
      patient === entity ||
      (agents.includes(entity) &&
        ((patient !== undefined && !isGolf(entities[entity], entities[patient])) || !shows.includes(verb))),
  )
  // A surfer on a wave is what is drawn.
  return does || ties.some(({ subject, other }) => (subject === entity && !isScenery(other)) || other === entity)
}

const isInstrument = (thing: Thing | undefined) => thing?.kind === 'musical-instrument'

function traitsOf(things: readonly Thing[], entity: number, script: Script): Traits | undefined {
  const thing = things[entity] as Thing
  const role = roleOf(thing.sense.role)
  if (role) return role
  // Who plays an instrument sings into no microphone.
  const plays = script.deeds.some(
    ({ agents, patient = -1 }) => agents.includes(entity) && isInstrument(things[patient]),
  )
  if (/^(wo)?(man-)?singer$/.test(thing.art) && plays) return { art: 'person', figure: true }
  const figure = thing.kind.startsWith('person') ? asPerson(thing.art) : undefined
  return figure && isBusy(script, entity, figure.shows) ? { ...figure, figure: true } : undefined
}

function drawn(art: string): Subject[] {
  const drawing = drawingOf(art)
  return drawing ? [{ art: drawing.id, label: drawing.label, kind: drawing.kind, count: 1, scale: 'normal' }] : []
}

const FREE_HANDS = /^(walk|stand|look-up|look-at|sit)$/

/**
 * Everybody of a trade in its clothes, with its tool where the hands are free, in or on what carries them; those who are
 * drawn in the middle of a sport and do something else, as somebody with joints.
 */
export function asPeople(script: Script, things: readonly Thing[]): Script {
  const entities = [...script.entities]
  const deeds: Deed[] = [...script.deeds]
  const ties: Tie[] = [...script.ties]
  for (const entity of things.keys()) {
    const traits = traitsOf(things, entity, script)
    const subject = entities[entity]
    if (!traits || !subject) continue
    const own = deeds.filter(({ agents }) => agents.includes(entity))
    const [person] = traits.figure ? drawn(traits.art) : [subject]
    const free = own.every(
      ({ verb, patient }) =>
        (FREE_HANDS.test(verb) && patient === undefined) || (verb === 'play' && isBall(entities[patient ?? -1])),
    )
    entities[entity] = {
      ...subject,
      ...(person && { art: person.art, kind: person.kind, label: person.label }),
      ...((traits.looks ?? subject.looks) && { looks: { ...traits.looks, ...subject.looks } }),
      ...(traits.tool && free && { tool: traits.tool }),
    }
    const rides = mount(traits, entity, entities, own)
    // Who rows and sings does not dance in the boat.
    if (rides)
      deeds.splice(
        0,
        deeds.length,
        ...deeds.filter((deed) => !own.includes(deed) || !/^(dance|hold|hug|lead)$/.test(deed.verb)),
        ...rides,
      )
    else if (traits.does && own.length === 0) deeds.push({ verb: traits.does satisfies Verb, agents: [entity] })
  }
  return { entities, deeds, ties }
}

// A rower is in a boat: in the one that is named, or else in one that goes without saying.
function mount({ rides }: Traits, entity: number, entities: Subject[], own: readonly Deed[]): Deed[] | undefined {
  if (!rides || own.some(({ verb, patient }) => verb === 'ride' && patient !== undefined)) return undefined
  // Who mends the tyre does not ride.
  if (own.some(({ craft }) => craft === 'repair')) return undefined
  if (entities.some(({ kind }, at) => at !== entity && RIDDEN.test(kind))) return undefined
  const [mounted] = drawn(rides)
  if (!mounted) return undefined
  const { count = 1 } = entities[entity] ?? {}
  const patient = entities.push({ ...mounted, count: mounted.kind === 'transport-water' ? 1 : count }) - 1
  // Whom a boatman brings is in the boat too.
  const aboard = own.filter(({ verb }) => /^(hold|hug|lead|pull)$/.test(verb)).map(({ patient: whom = -1 }) => whom)
  const people = aboard.filter((whom) => entities[whom]?.kind.startsWith('person'))
  return [{ verb: 'ride', agents: [entity, ...people], patient }]
}
