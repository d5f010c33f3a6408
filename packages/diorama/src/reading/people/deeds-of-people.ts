import type { Deed, Script, Spot, Subject, Tie } from '../../brief.ts'
import { isContainer } from '../../staging/containers.ts'
import { metresOf } from '../../staging/real-sizes.ts'
import { isSupport } from '../../staging/supports.ts'
import type { Token } from '../tokens.ts'
import type { Thing } from '../things.ts'

type Told = Pick<Script, 'deeds' | 'ties'>

const RESTS = /^(sit|lie|sleep|stand|kneel)$/

// One does not sit a bench but on it, and at a table: "sentadas à mesa", 벤치에 앉아.
function seated({ deeds, ties }: Told, entities: readonly Thing[]): Told {
  const places: Tie[] = []
  const now = deeds.map((deed) => {
    const seat = deed.patient === undefined ? undefined : entities[deed.patient]
    if (!seat || deed.patient === undefined || !RESTS.test(deed.verb)) return deed
    if (!isSupport(seat.art) && seat.kind !== 'household') return deed
    const kind = seat.art === 'table' ? 'at' : 'on'
    for (const subject of deed.agents) places.push({ kind, subject, other: deed.patient })
    return { verb: deed.verb, agents: deed.agents }
  })
  const known = (tie: Tie) => ties.some(({ subject, other }) => subject === tie.subject && other === tie.other)
  return { deeds: now, ties: [...ties, ...places.filter((tie) => !known(tie))] }
}

const LAID_ON = /^(table|anvil|stove|cutting-board|potters-wheel|shelf|windowsill|plate|bookcase|grill|bed|piano)$/

// A thing that is put there, where one does not go oneself: books on a shelf, flowers in a vase.
function isPutThere(kind: Tie['kind'], there: Thing | undefined, thing: Thing | undefined): boolean {
  if (!there || !thing || thing.kind.startsWith('place') || metresOfThing(thing) > 1) return false
  if (kind === 'on') return LAID_ON.test(there.art)
  return kind === 'in' && isContainer(there.art) && metresOfThing(there) < 1
}

const metresOfThing = ({ art, kind }: Thing) => metresOf({ art, kind, scale: 'normal' } as Subject)

// "Hammering a sword on an anvil": the sword is on it, not the smith.
function atTheBench({ deeds, ties }: Told, entities: readonly Thing[]): Told {
  const moved = ties.map((tie): Tie => {
    const work = deeds.find(
      ({ verb, agents, patient }) =>
        /^(work|handle|hammer)$/.test(verb) &&
        agents.includes(tie.subject) &&
        patient !== undefined &&
        patient !== tie.other,
    )
    const bench = isPutThere(tie.kind, entities[tie.other], entities[work?.patient ?? -1])
    return bench && work?.patient !== undefined ? { ...tie, subject: work.patient } : tie
  })
  return { deeds, ties: moved }
}

const ARMS =
  /^(arms?|lap|brazos|regazo|bras|genoux|arm|armen|schoss|colo|bracos|braccia|braccio|grembo|руках|rekach|famnen|schoot)$/

function isInArms(tokens: readonly Token[], { sense }: Thing): boolean {
  return tokens.slice(sense.end, sense.end + 5).some(({ text, clause }) => clause === sense.clause && ARMS.test(text))
}

// A baby in its mother's arms is carried, and what is told next is told of her.
function inArms({ deeds, ties }: Told, entities: readonly Thing[], tokens: readonly Token[]): Told {
  const baby = entities.findIndex((thing) => thing.art === 'baby' && isInArms(tokens, thing))
  const before = entities.slice(0, Math.max(0, baby))
  const bearer = before.findLastIndex(({ kind }) => kind.startsWith('person'))
  if (baby < 0 || bearer < 0) return { deeds, ties }
  const own = deeds
    .filter(({ patient, recipient }) => patient !== baby && recipient !== baby)
    .map((deed) => ({ ...deed, agents: [...new Set(deed.agents.map((one) => (one === baby ? bearer : one)))] }))
  const places = ties
    .filter(({ other }) => other !== baby)
    .map((tie) => (tie.subject === baby ? { ...tie, subject: bearer } : tie))
    .filter(({ subject, other }) => subject !== other)
  return { deeds: [...own, { verb: 'hold', agents: [bearer], patient: baby }], ties: places }
}

const HAND =
  /^(hands?|mano|manos|mains?|hand|hande|maos?|mani|руку|руки|reke|reka|handen|handerna|手|손|손을|tangan|elini|يد)$/

const SHOULDERS = /^(shoulders?|hombros?|epaules?|schultern?|ombros|spalle|плечах|ramionach|barana|肩|어깨)$/
const ON_BACK = /^(back|piggyback|espalda|dos|rucken|huckepack|costas|schiena|спине|plecach|rug|背|おんぶ)$/

// Where somebody is who is carried: on the shoulders or the back where that is said, and else on an arm.
function carriedOn(tokens: readonly Token[]): Spot {
  if (tokens.some(({ text }) => SHOULDERS.test(text))) return 'shoulders'
  return tokens.some(({ text }) => ON_BACK.test(text)) ? 'back' : 'arms'
}

// Hand in hand both do it; whoever is held otherwise is carried.
function byTheHand({ deeds, ties }: Told, entities: readonly Thing[], tokens: readonly Token[]): Told {
  const held = deeds.filter(
    ({ verb, craft, patient = -1 }) =>
      verb === 'hold' &&
      craft === undefined &&
      entities[patient]?.kind.startsWith('person') === true &&
      entities[patient]?.art !== 'baby',
  )
  if (held.length === 0) return { deeds, ties }
  const spot = carriedOn(tokens)
  if (spot === 'shoulders' || !tokens.some(({ text }) => HAND.test(text))) {
    const carried = held.flatMap(({ agents, patient = -1 }): Tie[] =>
      agents.slice(0, 1).map((other) => ({ kind: 'on', subject: patient, other, spot })),
    )
    const free = ties.filter((tie) => !carried.some(({ subject }) => subject === tie.subject))
    return { deeds, ties: [...free, ...carried] }
  }
  const met = held.map(({ agents, patient = -1 }): Deed => ({
    verb: 'hug',
    craft: 'hold-hands',
    agents: [...agents.slice(0, 1), patient],
  }))
  return { deeds: [...deeds.filter((deed) => !held.includes(deed)), ...met], ties }
}

const isPerson = ({ kind }: Thing) => kind.startsWith('person')

// "Gives his sister a piggyback ride", "riding piggyback on her father": one of the two is on the back of the other.
function piggyback({ deeds, ties }: Told, entities: readonly Thing[]): Told {
  const told = deeds.find(({ craft }) => craft === 'piggyback')
  const people = entities.flatMap((thing, at) => (isPerson(thing) ? [at] : []))
  const placed =
    told && ties.find(({ kind, subject, other }) => kind === 'on' && people.includes(subject) && people.includes(other))
  const [other, subject] = placed ? [placed.other, placed.subject] : people
  if (!told || other === undefined || subject === undefined) return { deeds, ties }
  return {
    deeds: [
      ...deeds.filter(({ verb, craft }) => craft !== 'piggyback' && !/^(give|ride|hold)$/.test(verb)),
      { verb: 'walk', agents: [other] },
    ],
    ties: [...ties.filter((tie) => tie !== placed), { kind: 'on', subject, other, spot: 'back' }],
  }
}

/** What is told of people, put right where the order of the words says less than what people do. */
export function deedsOfPeople(told: Told, entities: readonly Thing[], tokens: readonly Token[]): Told {
  const placed = atTheBench(seated(told, entities), entities)
  return piggyback(byTheHand(inArms(placed, entities, tokens), entities, tokens), entities)
}
