import { drawingOf } from '../../art.ts'
import type { Deed } from '../../brief.ts'
import { craftOf } from '../../crafts.ts'
import type { Sense } from '../senses.ts'
import type { Thing } from '../things.ts'
import { acts, WEARS } from './entities.ts'
import { craftOnPart } from './deed-parts.ts'
import { colourMade } from './made.ts'
import { isTagList } from './sentence.ts'
import { mainSubject } from './main-doers.ts'
import { livesIn, livingBefore, type State } from './state.ts'
import type { Word } from './words.ts'

// "The radio plays on the windowsill": a thing that a clause begins with does by itself what is told of it.
function isOwnVerb({ group: [only = -1, ...others], before, sentence: { entities } }: State): boolean {
  const thing = entities[only]
  if (!thing || others.length > 0 || before?.is !== 'noun' || before.entity !== only) return false
  return (
    thing.sense.clause > 0 &&
    !entities.some(({ sense }) => sense.clause === thing.sense.clause && sense.at < thing.sense.at)
  )
}

// "Jumps over another player to dunk": who jumps does it.
function isInfinitive({ sentence: { tokens, language } }: State, { at, text }: Word['sense']): boolean {
  return language === 'en' && (text.startsWith('to ') || tokens[at - 1]?.text === 'to')
}

// "A pirate with a parrot on his shoulder arguing with a mermaid": he argues, as birds and cats are only there.
function ownerOfRider({ ties, group, sentence }: State, { at, end }: Word['sense']): number | undefined {
  const { entities, tokens } = sentence
  const last = ties.at(-1)
  if (!last?.spot || !group.includes(last.subject)) return undefined
  const kindOf = (entity: number) => entities[entity]?.kind ?? ''
  const ridden = kindOf(last.other).startsWith('person') && kindOf(last.subject).startsWith('animal')
  const said = tokens.slice(at - 1, end + 1).map(({ text }) => text)
  // Right after the part of the body, and done to somebody or something.
  const own = /^(head|hat|shoulders?|lap|back|arms?)$/.test(said[0] ?? '')
  const meets = said.slice(2).some((text) => /^(with|at|to|a|an|the|his|her|two|three)$/.test(text))
  return ridden && own && meets ? last.other : undefined
}

function agentsOf(state: State, { sense }: Word): number[] {
  const last = state.deeds.at(-1)
  // "Teaches his granddaughter to ride": she does.
  const taught = state.group.some((one) => one === last?.patient || one === last?.recipient)
  if (last && !taught && isInfinitive(state, sense)) return last.agents
  const owner = ownerOfRider(state, sense)
  if (owner !== undefined) return [owner]
  const main = mainSubject(state, sense)
  if (main) return main
  const living = state.group.filter(livesIn(state))
  if (living.length > 0) return living
  if (isOwnVerb(state)) return state.group
  if (last) return last.agents
  const tied = state.ties.findLast(({ other }) => state.group.includes(other))
  return tied ? [tied.subject] : state.group
}

// "…, sleeping orange cat, …": at the beginning of a phrase of a list the verb is said of the noun that it stands before.
function opensPhrase(sentence: State['sentence'], sense: Word['sense']): boolean {
  const isFirst = sentence.tokens[sense.at - 1]?.clause !== sense.clause
  return isTagList(sentence) && sense.text.endsWith('ing') && isFirst && standsBeforeBeing(sentence, sense)
}

// "A sleeping white kitten": with nothing but adjectives between.
function standsBeforeBeing({ senses, entities }: State['sentence'], { end, clause }: Word['sense']): boolean {
  const next = entities.find((thing) => thing.sense.at >= end && thing.sense.clause === clause)
  if (!next || !acts(next) || next.sense.at - end > 2) return false
  const between = senses.filter((sense) => sense.at >= end && sense.end <= next.sense.at)
  const known = between.every(({ kind }) => /^(colour|size|material|look)$/.test(kind))
  return known && between.reduce((sum, sense) => sum + sense.end - sense.at, 0) === next.sense.at - end
}

// "Над спящей лисой": in the form that describes, or with nobody before it who could do it.
const isSlavicFirst = (language: string, text: string, doer: boolean) =>
  (!doer && /^(ru|pl)$/.test(language)) ||
  (language === 'ru' && /щ(ий|ая|ее|ие|его|ей|ую|им|их|ими|ем)(ся)?$/.test(text))

// What is done to nobody: "juggling for laughing children".
const BY_THEMSELVES =
  /^(laughing|sleeping|crying|smiling|running|dancing|singing|cheering|waiting|playing|flying|swimming|jumping|barking|clapping|grazing|resting)$/

// Before a noun, right after an article or a count, a verb describes: "two sleeping cats", "on a running horse".
function describesNext({ sentence, group }: State, { sense }: Word): boolean {
  if (group.length === 0) return true
  const next = standsBeforeBeing(sentence, sense)
  // "Рядом спит кот": where there are no articles, the verb may come before the one who acts.
  const doer = sentence.entities.some(
    (thing) => thing.sense.end <= sense.at && thing.sense.clause === sense.clause && acts(thing),
  )
  if (next && isSlavicFirst(sentence.language, sense.text, doer)) return true
  if (opensPhrase(sentence, sense)) return true
  const before = sentence.tokens[sense.at - 1]?.text ?? ''
  // "Neben ihr sitzt ein Hund": after a place the verb comes before who acts.
  if (/^(de|nl|sv)$/.test(sentence.language) && /^(ihr|ihm|ihnen|haar|hem|hen|henne|honom|dem)$/.test(before))
    return true
  // A fire breathing dragon does it itself, with whatever adjectives before it.
  if (next && /^fire (breathing|spitting)$/.test(sense.text)) return true
  return (
    next &&
    (/^(a|an|the|her|his|its|their|our|my|two|three|four|un|una|une|ein|eine|einen|einem|and|on|in|with|of)$/.test(
      before,
    ) ||
      (BY_THEMSELVES.test(sense.text) &&
        /^(for|at|behind|beside|near|around|by|among|over|between|past|to)$/.test(before)))
  )
}

const PRONOUN_OBJECT = /^(it|him|her|them)$/

const MERE_THING = /^(particles|sky|weather|part|idea|time|material)$/
const IN_THE_WIND = /^(hair|cape|veil|beard)$/
const PART =
  /^(hair|cape|cloak|scarf|veil|eyes?|hands?|arms?|legs?|feet|tail|ears?|wings?|smoke|steam|dust|balls?|puck|arrows?)$/

const BLOWN = /^(fly|run|dance|jump|wave|swim)$/
const BEING = /^(is|are|was|were)$/

type Verb = Extract<Word, { is: 'verb' }>

// "Sparks flying", "hair blowing": what is done by what is nobody is no deed.
function isOfNobody({ sentence: { senses, tokens, entities } }: State, { sense, verb }: Verb): boolean {
  const from = BEING.test(tokens[sense.at - 1]?.text ?? '') ? sense.at - 1 : sense.at
  const before = tokens[from - 1]
  if (before?.clause !== sense.clause) return false
  // "A tray of drinks".
  if (/^(of|de|di|von|van)$/.test(before.text)) return true
  // "With long hair flying a kite": what is done to something is done by somebody.
  const isObject = ({ sense: { at, clause } }: Thing) =>
    clause === sense.clause && at >= sense.end && at - sense.end <= 2
  const between = senses.some(({ kind, at }) => kind === 'rel' && at >= sense.end && at - sense.end <= 1)
  if (!between && entities.some(isObject)) return false
  return (
    (PART.test(before.text) && BLOWN.test(verb)) ||
    senses.some(({ kind, value, end }) => {
      if (end !== from) return false
      // A cape flies, but who is in an apron cooks.
      if (kind === 'part' && !BLOWN.test(verb)) return false
      return MERE_THING.test(kind) || (kind === 'look' && IN_THE_WIND.test(value) && BLOWN.test(verb))
    })
  )
}

const ARTICLE = /^(a|an|the|un|una|une|uma)$/

// "A carving of a bear", "a sweeping view": after an article, with nobody next who does it, the word for work is no deed.
function isNoWork({ sentence: { senses, tokens, entities } }: State, { sense: { at, end } }: Verb): boolean {
  const craft = senses.some((sense) => sense.kind === 'craft' && sense.at === at)
  if (!craft || !ARTICLE.test(tokens[at - 1]?.text ?? '')) return false
  return !entities.some((thing) => thing.sense.at === end && acts(thing))
}

// What is pulled or pushed: the last thing that was named, or what that is on.
function thingBefore({ sentence, ties }: State, { sense }: Word): number | undefined {
  const last = sentence.entities.findLastIndex((thing) => thing.sense.at < sense.at && !acts(thing))
  const under = ties.findLast(({ kind, subject }) => /^(on|in)$/.test(kind) && subject === last)?.other
  const found = under ?? last
  return found < 0 ? undefined : found
}

function deedOf({ sentence }: State, { verb, sense }: Verb): Pick<Deed, 'verb' | 'craft' | 'colour'> {
  const work = sentence.senses.find(({ kind, at }) => kind === 'craft' && at === sense.at)
  const colour = work && colourMade(work, sentence)
  const onPart = craftOnPart(sentence, sense)
  const craft = onPart ?? work?.value
  const does = onPart === undefined ? verb : (craftOf(onPart)?.does ?? 'work')
  return { verb: does, ...(craft !== undefined && { craft }), ...(colour !== undefined && { colour }) }
}

// "Дед с внуком ловят": the verb says that both do.
const OF_SEVERAL = /^[а-яё]+(ют|ут|ят|ат)(ся)?( |$)/

// "A shepherd with his sheep crosses a bridge": all of them do.
function withCompany({ tied, sentence }: State, { verb: does, sense }: Verb, agents: number[]): number[] {
  const both = does === 'cross' || (sentence.language === 'ru' && OF_SEVERAL.test(sense.text))
  const together = both && tied?.kind === 'with' && agents.includes(tied.other)
  return together ? [...tied.subjects, ...agents] : agents
}

// "Tient un chaton dans ses bras": whoever is held there holds nothing.
function isHeldAlready({ deeds, group }: State, { verb: does, sense }: Verb): boolean {
  if (does !== 'hold' || sense.end - sense.at < 2) return false
  return deeds.some(({ verb: done, patient }) => done === 'hold' && patient !== undefined && group.includes(patient))
}

// The cutting of a cutting board is part of its name.
const isPartOfName = ({ sentence: { entities } }: State, { sense: { at, end } }: Verb): boolean =>
  entities.some(({ sense }) => sense.at <= at && end <= sense.end && sense.end - sense.at > end - at)

const BEFORE_NOUN =
  /^(al|alla|allo|ai|alle|del|della|dello|dal|dalla|nel|nella|sul|sulla|una|un|uno|do|da|no|na|ao|um|uma|du|au|une|des|aux|el|los|las|unos|unas)$/

// "Davanti alla porta", "en la cocina": right after an article, what is a noun as well is one.
function isNamed({ sentence: { senses, tokens, language } }: State, { sense }: Verb): boolean {
  if (!/^(es|it|pt|fr)$/.test(language) || !BEFORE_NOUN.test(tokens[sense.at - 1]?.text ?? '')) return false
  return senses.some(({ kind, at }) => at === sense.at && /^(art|place|support|vessel|part)$/.test(kind))
}

// "Trägt einen Hut", "lleva un vestido": what is worn is held by nobody.
function isWearing({ sentence: { senses, entities } }: State, { sense, verb: does }: Verb): boolean {
  if (!/^(hold|handle)$/.test(does) || !WEARS.test(sense.text)) return false
  const isNext = ({ at, clause }: Sense) => clause === sense.clause && at >= sense.end && at - sense.end <= 3
  if (entities.some((thing) => isNext(thing.sense))) return false
  return senses.some((one) => isNext(one) && (one.kind === 'look' || drawingOf(one.value)?.kind === 'clothing'))
}

const isNoDeed = (state: State, word: Verb) =>
  isWearing(state, word) ||
  isNamed(state, word) ||
  isPartOfName(state, word) ||
  isOfNobody(state, word) ||
  isNoWork(state, word) ||
  isHeldAlready(state, word)

// "Carrying a stick in its mouth", "with a fish in its beak": it says how the last thing is carried.
function isInMouth(state: State, { sense }: Verb): boolean {
  const { deeds, ties, sentence } = state
  if (!sentence.senses.some(({ kind, value, at }) => kind === 'craft' && value === 'in-mouth' && at === sense.at))
    return false
  const held = deeds.findLastIndex(
    ({ verb: done, patient }) => /^(hold|take|catch|give)$/.test(done) && patient !== undefined,
  )
  const deed = deeds[held]
  if (deed) deeds[held] = { ...deed, craft: 'in-mouth' }
  const had = deed ? undefined : ties.findLast(({ kind }) => kind === 'with')
  if (had) deeds.push({ verb: 'hold', craft: 'in-mouth', agents: [had.subject], patient: had.other })
  return true
}

/** A verb: a deed of who was named last, or of who is named next. */
export function verb(state: State, word: Verb): void {
  if (isInMouth(state, word) || isNoDeed(state, word)) return
  if (describesNext(state, word)) {
    state.early.push(deedOf(state, word))
    return
  }
  const agents = withCompany(state, word, agentsOf(state, word))
  // "With a fairy riding it": whoever was named before.
  const object = state.sentence.tokens[word.sense.end]?.text ?? ''
  const moved = object === 'it' && /^(pull|push)$/.test(word.verb) ? thingBefore(state, word) : undefined
  const meant =
    moved ??
    (PRONOUN_OBJECT.test(object)
      ? livingBefore(state, agents).findLast((entity) => !agents.includes(entity))
      : undefined)
  // "Giving it an apple": what is given is still to come.
  const gives = /^(give|feed)$/.test(word.verb)
  const told = gives ? { recipient: meant } : { patient: meant }
  const deed: Deed = { ...deedOf(state, word), agents, ...(meant !== undefined && (told as Partial<Deed>)) }
  state.deeds.push(deed)
  state.open = meant === undefined || gives ? deed : undefined
  state.group = agents
  state.held = undefined
  state.waiting = undefined
  state.joining = false
}

const FOR_SOMEBODY = /^(play|read|work|hold|paint|dance|look-at|throw|juggle)$/

// In Romance languages the word that says for whom also says to whom, at what and whither: only after what is given,
// and right before somebody, it means the first.
const ALSO_TO = /^(es|fr|it|pt|ar)$/

function isGivenTo(
  { sentence: { language, entities, tokens, senses } }: State,
  { patient }: Deed,
  at: number,
): boolean {
  const { text = '', raw = '' } = tokens[at] ?? {}
  if (!ALSO_TO.test(language) || /^(para|pour|per|ل)$/.test(text)) return true
  // "A irmã" is the sister, "à irmã" and "a uma irmã" to her.
  if (language === 'pt' && /^as?$/i.test(raw) && !/^uma?s?$/.test(tokens[at + 1]?.text ?? '')) return false
  const next = entities.find((thing) => thing.sense.at > at && thing.sense.at - at <= 3)
  const afterVerb = senses.some(({ kind, end }) => /^(verb|craft|activity)$/.test(kind) && end === at)
  return next !== undefined && acts(next) && (patient !== undefined || !afterVerb)
}

/** The deed that may be done for somebody. */
export function audienceOf(state: State, { at }: Word['sense']): Deed | undefined {
  const { deeds, open } = state
  const last = deeds.at(-1)
  if (open?.verb === 'give' || !last || last.recipient !== undefined) return undefined
  return FOR_SOMEBODY.test(last.verb) && isGivenTo(state, last, at) ? last : undefined
}
