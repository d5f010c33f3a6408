import type { Deed, Script, Spot, Subject, Tie } from '../../brief.ts'
import { isContainer } from '../../staging/containers.ts'
import { metresOf } from '../../staging/real-sizes.ts'
import { isRaised } from '../../staging/raised-ground.ts'
import { isStairs } from '../../staging/stairs.ts'
import { isSupport, supportOf } from '../../staging/supports.ts'
import type { Token } from '../tokens.ts'
import { isLiving, type Thing } from '../things.ts'

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

const metresOfThing = ({ art, kind }: Thing) => metresOf({ art, kind, scale: 'normal' } as Subject)

// Where people are themselves while they do something: seats, ladders, boats, stairs, whatever carries or holds somebody.
const STOOD_ON =
  /^(ladder|roof|rock|bridge|rope-bridge|log-bridge|suspension-bridge|raft|launch-pad|trampoline|skateboard|treehouse|tree-stump|bathtub)$/

function isWhereOneIs({ art, kind }: Thing): boolean {
  if (/^(transport|place|plant|sky)/.test(kind) || STOOD_ON.test(art) || isStairs(art) || isRaised(art)) return true
  return supportOf(art, kind).seat === true && art !== 'wood'
}

const PUTS = /^(work|handle|hammer|throw|play|take|hold|give)$/
const LAID =
  /^(table|writing-desk|school-desk|kitchen-island|shelf|windowsill|plate|cutting-board|stove|grill|anvil|potters-wheel|bookcase|clothesline|piano|bed)$/

// Who types on a laptop or kneads on a table has it under the hands.
const isUnderTheHands = (there: Thing, kind: Tie['kind']) =>
  LAID.test(there.art) || ((kind === 'on' || there.kind === 'book-paper') && !isWhereOneIs(there))

const staysWhereItIs = (thing: Thing) =>
  thing.kind.startsWith('place') || thing.kind === 'musical-instrument' || metresOfThing(thing) > 1.2

// A thing that is put there, where one does not go oneself: books on a shelf, a letter into a box, jam on toast.
function isPutThere({ verb, patient }: Deed, { kind, other }: Tie, entities: readonly Thing[]): boolean {
  const [there, thing] = [entities[other], entities[patient ?? -1]]
  if (!there || !/^(on|in)$/.test(kind) || isLiving(there)) return false
  if (!thing) return /^(work|handle|hammer)$/.test(verb) && isUnderTheHands(there, kind)
  if (staysWhereItIs(thing)) return false
  if (LAID.test(there.art)) return !/^(hold|give)$/.test(verb)
  // What is carried in a basket is in it; who holds something in a bed is there.
  if (/^(hold|give)$/.test(verb)) return kind === 'in' && isContainer(there.art) && metresOfThing(there) < 1
  return !isWhereOneIs(there)
}

const isAimedAt = ({ verb }: Deed, { kind }: Tie) => /^(throw|play)$/.test(verb) && kind === 'in'
const isInHands = ({ verb, patient }: Deed, thing: number) => /^(hold|read|eat|handle)$/.test(verb) && patient === thing

function isSeat({ kind, other }: Tie, entities: readonly Thing[]): boolean {
  const there = entities[other]
  return there !== undefined && /^(on|in)$/.test(kind) && supportOf(there.art, there.kind).seat === true
}

// Where a tie is meant: "hammering a sword on an anvil", the sword is on it; "a ball into the goal", who kicks is before it;
// "playing on a tablet in bed", who plays is in it.
function meantTie(tie: Tie, deeds: readonly Deed[], entities: readonly Thing[]): { tie?: Tie; bench?: Deed } {
  const user = isSeat(tie, entities) ? deeds.find((deed) => isInHands(deed, tie.subject)) : undefined
  if (user) return { tie: { ...tie, subject: user.agents[0] ?? tie.subject } }
  const work = deeds.find(({ verb, agents }) => PUTS.test(verb) && agents.includes(tie.subject))
  if (!work || !entities[tie.subject]?.kind.startsWith('person')) return { tie }
  if (work.patient === tie.other) return LAID.test(entities[tie.other]?.art ?? '') ? {} : { tie }
  if (!isPutThere(work, tie, entities)) return { tie }
  if (isAimedAt(work, tie)) return { tie: { ...tie, kind: 'in-front-of' } }
  return work.patient === undefined ? { bench: work } : { tie: { ...tie, subject: work.patient } }
}

function atTheBench({ deeds: told, ties }: Told, entities: readonly Thing[]): Told {
  const deeds = told.map((deed) => onDevices(deed, ties, entities))
  const benches = new Map<Deed, number>()
  const moved = ties.flatMap((tie): Tie[] => {
    if (
      deeds.some(
        ({ patient, agents }) => patient === tie.other && isDevice(entities[tie.other]) && agents.includes(tie.subject),
      )
    )
      return []
    const { tie: meant, bench } = meantTie(tie, deeds, entities)
    if (bench) benches.set(bench, tie.other)
    return meant ? [meant] : []
  })
  const done = deeds.map((deed) => (benches.has(deed) ? { ...deed, patient: benches.get(deed) as number } : deed))
  return { deeds: done, ties: moved }
}

const isDevice = (thing: Thing | undefined) =>
  /^(tablet-computer|mobile-phone|video-game|game-console)$/.test(thing?.art ?? '')

// Who plays on a tablet has it in the hands.
function onDevices(deed: Deed, ties: readonly Tie[], entities: readonly Thing[]): Deed {
  if (deed.verb !== 'play' || deed.patient !== undefined) return deed
  const used = ties.find(
    ({ kind, subject, other }) => kind === 'on' && deed.agents.includes(subject) && isDevice(entities[other]),
  )
  return used ? { ...deed, verb: 'hold', patient: used.other } : deed
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
  // Who is lifted onto a horse is on it, and who lifts them is not.
  const onto = ties.find(({ kind, subject }) => kind === 'on' && held.some(({ agents }) => agents.includes(subject)))
  if (onto && tokens.some(({ text }) => text === 'onto')) {
    const [lifted] = held
    const there = ties.map((tie): Tie => (tie === onto ? { ...tie, subject: lifted?.patient ?? tie.subject } : tie))
    return { deeds: deeds.map((deed): Deed => (deed === lifted ? { ...deed, verb: 'handle' } : deed)), ties: there }
  }
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
