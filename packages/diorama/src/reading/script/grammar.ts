import type { Deed, Tie, Verb } from '../../brief.ts'
import { isContainer } from '../../staging/containers.ts'
import { isRaised } from '../../staging/raised-ground.ts'
import { carries } from '../../staging/supports.ts'
import type { Sense } from '../senses.ts'
import type { Thing } from '../things.ts'
import { acts } from './entities.ts'
import { placeLast } from './fronted.ts'
import { doersOf } from './main-doers.ts'
import { isBorne, isTheirCompany, ladenUpTo, isSaidToBeInside, isSaidToBeOnTop, isBesideVessel } from './filling.ts'
import { isMeanwhile } from './meanwhile.ts'
import { noun } from './nouns.ts'
import { saysFull } from './prepositions.ts'
import { relation } from './relations.ts'
import { isTagList } from './sentence.ts'
import { headOf, isGiving, livesIn, type State } from './state.ts'
import { audienceOf, verb } from './verbs.ts'
import { isWorn, wordsOf, type Sentence, type Word } from './words.ts'

const HOLLOWED = /^(food|plant-other|household|clothing|tool|dishware|book|musical)/

// Flat ware: what it is of lies on it.
const TRAYS = /^(plate|serving-tray|cutting-board|cake-stand)$/

function vesselBefore({ before, sentence }: State, of: Sense): State['vessel'] {
  if (before?.is !== 'noun' || of.at > before.sense.end) return undefined
  const { entity } = before
  const art = sentence.entities[entity]?.art ?? ''
  if (TRAYS.test(art)) return { entity, kind: 'on' }
  if (isContainer(art)) return { entity, kind: 'in' }
  // A cart full of hay has it on it.
  if (!saysFull(of.text)) return undefined
  if (carries(art)) return { entity, kind: 'on' }
  // A pumpkin that is filled with flowers is hollow.
  return HOLLOWED.test(sentence.entities[entity]?.kind ?? '') && !art.endsWith('tree')
    ? { entity, kind: 'stuck' }
    : undefined
}

// Who reads or plays on the floor sits there.
function onFloor({ waiting, sentence, deeds }: State, sense: Sense): void {
  if (
    waiting?.kind !== 'on' ||
    !/floor|ground|grass|carpet|rug|blanket|suelo|boden|sol$|chao|pavimento/.test(sense.text)
  )
    return
  const agents = waiting.subjects.filter((entity) => acts(sentence.entities[entity] as Thing))
  const busy = deeds.some(
    (deed) => /^(read|eat|hold|work|play)$/.test(deed.verb) && deed.agents.some((agent) => agents.includes(agent)),
  )
  if (busy) deeds.push({ verb: 'sit', agents })
}

function and(state: State, sense: Sense): void {
  // "In a bag with only its head out, and a mouse": the mouse is not in it.
  if (state.before?.is !== 'noun' || isBesideVessel(state)) state.vessel = undefined
  state.joining = state.before?.is === 'noun'
  state.held = undefined
  if (state.before?.is === 'place') state.waiting = state.wearing && { ...state.wearing, from: sense.end }
  // "A girl reading and a cat": she reads no cat.
  if (!state.joining) state.open = undefined
}

function place(state: State, sense: Sense): void {
  onFloor(state, sense)
  // "Crossing a path while …": the path is all that is walked on.
  if (state.open && /^(walk|run|cross)$/.test(state.open.verb)) state.open = undefined
  // One word may say twice that something is worn.
  const again = state.before?.sense.at === sense.at
  if (!again) state.wearing = isWorn(sense) && state.waiting?.kind === 'with' ? state.waiting : undefined
  // "On a beach bench" waits for the bench.
  if (state.next?.is !== 'noun' || state.next.sense.at !== sense.end) state.waiting = undefined
}

function preposition(state: State, word: Extract<Word, { is: 'relation' }>): void {
  // "Переходит через мост": what is crossed is still to come.
  const { open } = state
  if (open?.verb === 'cross' && open.patient === undefined && /^(through|over|on)$/.test(word.kind)) return
  if (open && open.patient === undefined && state.sentence.language !== 'en') state.held = open
  if (!isGiving(state)) state.open = undefined
  state.joining = false
  relation(state, word)
}

// What comes with a cart may pull it.
function accompanied(state: State, sense: Sense): void {
  if (!isDrawn(state)) withThing(state, sense)
}

function step(state: State, word: Word): void {
  switch (word.is) {
    case 'noun':
      noun(state, word.entity, word.sense)
      break
    case 'place':
      place(state, word.sense)
      break
    case 'verb':
      verb(state, word)
      break
    case 'relation':
      preposition(state, word)
      break
    case 'and':
      and(state, word.sense)
      break
    case 'with':
      accompanied(state, word.sense)
      break
    case 'of':
      state.vessel = vesselBefore(state, word.sense) ?? state.vessel
      break
    case 'for':
      state.audience = audienceOf(state, word.sense)
      break
    case 'against':
      state.open = state.deeds.findLast(({ verb: done, patient }) => done === 'fight' && patient === undefined)
      break
  }
  if (!/^(noun|and|of)$/.test(word.is)) state.filling = undefined
  if (word.is !== 'of') state.before = word
}

// What lies about is on these, whoever else is there.
const LAID = /^(table|shelf|windowsill|plate|cutting-board|piano|cake|books)$/

// "A monkey on a branch with a banana", "a man on a bench with a newspaper": it is theirs, and not on the branch.
function hasOwner({ tied, next, sentence }: State, near: number): boolean {
  const { art = '', kind = '' } = sentence.entities[near] ?? {}
  if (tied?.other !== near || LAID.test(art) || kind.startsWith('transport') || next?.is !== 'noun') return false
  const thing = sentence.entities[next.entity]
  if (!thing || acts(thing)) return false
  return tied.subjects.some((one) => {
    const owner = sentence.entities[one]
    return (
      owner !== undefined && acts(owner) && (owner.kind.startsWith('person') || /^(branch|wire|fence|roof)$/.test(art))
    )
  })
}

// A basket with apples has them in it, a sled with a penguin has it on it.
function carrierOf(state: State, about: readonly number[], sense: Sense): State['vessel'] {
  const { before, sentence } = state
  const artOf = (entity: number) => sentence.entities[entity]?.art ?? ''
  if (isTheirCompany(state, sense)) return undefined
  const vessel = about.find((entity) => isContainer(artOf(entity)))
  if (vessel !== undefined) return { entity: vessel, kind: 'in' }
  const laden = before?.is === 'noun' ? ladenUpTo(state, before.sense.end, sense.at) : undefined
  if (before?.is !== 'noun' || !laden) return undefined
  const { entity } = before
  if (isContainer(artOf(entity)) && isBorne(state, entity)) return { entity, kind: 'in' }
  if (laden === 'laden' && !livesIn(state)(entity)) return { entity, kind: 'on' }
  return ladenBefore(state, entity)
}

// What stands right before "with", where the next one is said to be on or in it, or as a rule is.
function ladenBefore(state: State, entity: number): State['vessel'] {
  const art = state.sentence.entities[entity]?.art ?? ''
  if (isSaidToBeOnTop(state)) return { entity, kind: 'on' }
  if (isSaidToBeInside(state)) return { entity, kind: isContainer(art) ? 'in' : 'on' }
  return !hasOwner(state, entity) && isLadenWith(state, art) ? { entity, kind: 'on' } : undefined
}

// A stall with tomatoes has them on it; who sells them stands behind it.
function isLadenWith(state: State, art: string): boolean {
  const { next } = state
  const wares = next?.is === 'noun' && !livesIn(state)(next.entity)
  return carries(art) || (art === 'market-stall' && wares)
}

const IN_COMPANY = /^(dance|walk|run|sit|fight|look-up|swim|fly)$/

// Who walks with somebody walks too; beside who sits on something one stands.
function sharedDeed({ deeds, ties }: State, subjects: readonly number[]): Deed | undefined {
  const deed = deeds.findLast(({ agents }) => agents.some((agent) => subjects.includes(agent)))
  if (!deed || !IN_COMPANY.test(deed.verb)) return undefined
  const seated = deed.verb === 'sit' && ties.some(({ subject }) => deed.agents.includes(subject))
  return seated ? undefined : deed
}

// "A boy under an umbrella with a dog": the dog is with the boy.
function underIt({ tied, next, ...state }: State, about: number[]): number[] {
  const lives = livesIn({ tied, next, ...state })
  const company = next?.is === 'noun' && lives(next.entity)
  // On a hill there is room for whoever comes along.
  const hill = isRaised(state.sentence.entities[tied?.other ?? -1]?.art ?? '')
  const where = hill ? /^(on|in|at)$/ : /^(under|behind|in-front-of|at)$/
  const there = tied && about.includes(tied.other) && where.test(tied.kind)
  return company && there && tied.subjects.some(lives) ? tied.subjects.filter(lives) : about
}

const DRAUGHT = /^(horse|donkey|ox|water-buffalo|camel|llama|cow)$/

// A hay cart with a horse is drawn by it; on the cart is what else it has.
function isDrawn({ before, next, sentence, deeds }: State): boolean {
  const [cart, beast] = [before, next].map((word) => (word?.is === 'noun' ? word.entity : -1))
  const artOf = (entity = -1) => sentence.entities[entity]?.art ?? ''
  if (artOf(cart) !== 'wagon' || !DRAUGHT.test(artOf(beast)) || cart === undefined || beast === undefined) return false
  deeds.push({ verb: 'pull', agents: [beast], patient: cart })
  return true
}

// What somebody has "with" them is in their hands or at their side; what they play or fight "with" is what they use.
function withThing(state: State, sense: Sense): void {
  state.joining = false
  const { open } = state
  if (open && open.patient === undefined && /^(play|fight|hold)$/.test(open.verb)) return
  state.open = undefined
  const about = headOf(state)
  state.vessel = carrierOf(state, about, sense)
  if (state.vessel) return
  const owners =
    state.before?.is === 'noun' && hasOwner(state, state.before.entity) ? (state.tied?.subjects ?? []) : about
  const living = owners.filter(livesIn(state))
  const subjects = living.length > 0 ? living : (state.deeds.at(-1)?.agents ?? underIt(state, about))
  if (subjects.length > 0)
    state.waiting = { kind: 'with', subjects, from: sense.end, company: sharedDeed(state, subjects) }
}

// "A surfer, gulls above": over nothing in particular they fly.
function overhead({ waiting, sentence, deeds }: State): void {
  const flyers = waiting?.kind === 'over' ? waiting.subjects : []
  const agents = flyers.filter((entity) => /^animal-(bird|bug)/.test(sentence.entities[entity]?.kind ?? ''))
  if (agents.length > 0) deeds.push({ verb: 'fly', agents })
}

// "Fairy lights in the trees" after a list of other things: whatever is in the trees, it is none of these.
function isOfItself({ sentence }: State, { is, sense: { at, clause } }: Word): boolean {
  if (!isTagList(sentence) || (is !== 'relation' && is !== 'with')) return false
  if (sentence.tokens[at - 1]?.clause !== clause) return false
  const before = (sense: Sense) => sense.clause === clause && sense.at < at
  const doing = sentence.senses.some((sense) => before(sense) && /^(verb|activity|craft|look)$/.test(sense.kind))
  return !doing && ![...sentence.entities, ...sentence.mentions].some(({ sense }) => before(sense))
}

/** Who does what, and how everything stands to everything, in languages whose prepositions come before the noun. */
export function parse(
  sentence: Sentence,
  doing: ReadonlyMap<number, Verb>,
): { deeds: Deed[]; ties: Tie[]; doubled: ReadonlySet<number> } {
  const state: State = {
    sentence,
    deeds: [],
    ties: [],
    group: [],
    joining: false,
    open: undefined,
    held: undefined,
    waiting: undefined,
    wearing: undefined,
    vessel: undefined,
    filling: undefined,
    audience: undefined,
    tied: undefined,
    doubled: new Set(),
    before: undefined,
    next: undefined,
    early: [],
    doing,
  }
  let clause = 0
  const words = placeLast(wordsOf(sentence))
  for (const [at, word] of words.entries()) {
    state.next = words[at + 1]
    if (word.sense.clause !== clause) {
      overhead(state)
      clause = word.sense.clause
      state.open = undefined
      state.held = undefined
      state.waiting = undefined
      state.audience = undefined
      state.vessel = undefined
      // "A man, a dog and a cat": a comma goes on with the list.
      state.joining = word.is === 'noun' && state.before?.is === 'noun'
      state.group = doersOf(state, word)
    } else if (isMeanwhile(state, word)) {
      state.open = undefined
      state.held = undefined
      state.waiting = undefined
      state.vessel = undefined
      state.joining = false
    }
    if (isOfItself(state, word)) state.group = []
    step(state, word)
  }
  overhead(state)
  return { deeds: state.deeds, ties: state.ties, doubled: state.doubled }
}
