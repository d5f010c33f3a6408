import type { Deed, RelationKind, Tie } from '../../brief.ts'
import type { Link } from '../find-relations.ts'
import { acts } from './entities.ts'
import { deedsSaid, type Said } from './head-last-verbs.ts'
import { caseOf, type Case } from './noun-cases.ts'
import { tiesHeadLast } from './head-last-ties.ts'
import type { Sentence } from './words.ts'

// What is known of the nouns of a sentence before its deeds are told.
type Told = {
  sentence: Sentence
  cases: readonly (Case | undefined)[]
  agents: readonly number[]
  tied: ReadonlySet<number>
}

// 祖父と孫が: those who are joined act together, and so does who is joined to the one who acts.
function agentsIn({ entities }: Sentence, cases: readonly (Case | undefined)[]): number[] {
  const living = entities.flatMap((thing, at) => (acts(thing) ? [at] : []))
  // 火车穿过隧道: where nobody lives, what goes does.
  if (living.length === 0)
    return entities.flatMap(({ kind }, at) => (kind.startsWith('transport') ? [at] : [])).slice(0, 1)
  // 騎士がドラゴンと戦う: who is joined to nobody that acts is another.
  const isJoined = (at: number) => cases[at] === 'company' && /agent|company/.test(cases[at + 1] ?? '')
  const named = living.filter((at) => cases[at] === 'agent' || isJoined(at))
  if (named.some((at) => cases[at] === 'agent')) return named
  const [first] = living.filter((at) => cases[at] === undefined)
  const [agent = first] = living
  if (agent === undefined) return []
  const together = entities[agent]?.kind === entities[living[1] ?? -1]?.kind && cases[living[1] ?? -1] === undefined
  return together ? living.filter((at) => cases[at] === undefined) : [first ?? agent]
}

// What may stand between a verb and the one of whom it is said: 座っている猫, 读书的女孩; in Korean the verb's own ending says it.
const SAID_OF: Readonly<Record<string, RegExp>> = {
  ja: /^(て|で|いる|い|る|た|ている|ていた)*$/,
  zh: /^的$/,
  ko: /^$/,
  hi: /^(हुआ|हुई|हुए)(एक)?$/,
}
const SAID_OF_NEXT = /[는은인던한운된간]$/

// 本を読む少女と眠る犬: a verb that stands before somebody is said of them, as long as nobody was marked to do it.
function saidOf(sentence: Sentence, { at, end }: Said, cases: readonly (Case | undefined)[]): number | undefined {
  const { entities, tokens, language } = sentence
  const clause = tokens[at]?.clause
  const next = entities.findIndex(({ sense }) => sense.at >= end && sense.clause === clause)
  const thing = entities[next]
  if (!thing || !acts(thing)) return undefined
  const between = tokens.slice(end, thing.sense.at).map(({ text }) => text)
  if (!SAID_OF[language]?.test(between.join(''))) return undefined
  if (language === 'ko' && !SAID_OF_NEXT.test(tokens[end - 1]?.text ?? '')) return undefined
  const since = entities.findLastIndex((one) => acts(one) && one.sense.end <= at)
  return since >= 0 && cases[since] === 'agent' ? undefined : next
}

// 散歩する老夫婦と犬: it is said of all who are joined, and of both where one word names two.
function withJoined(told: Told, first: number): number[] {
  let last = first
  while (isJoinedTo(told, last)) last++
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}

function isJoinedTo({ sentence: { entities, language }, cases }: Told, at: number): boolean {
  const [one, next] = [entities[at], entities[at + 1]]
  if (!one || !next || !acts(next)) return false
  const touching = next.sense.at - one.sense.end <= 1
  return (language === 'ja' && cases[at] === 'company' && touching) || one.sense.at === next.sense.at
}

// 狗在睡觉，猫坐着: without particles, those of the same clause.
function inItsClause({ entities, tokens }: Sentence, agents: readonly number[], at: number): number[] {
  const own = agents.filter((agent) => entities[agent]?.sense.clause === tokens[at]?.clause)
  return own.length > 0 ? own : [...agents]
}

// 소녀가 책을 읽고 고양이가 자고 있다: each verb belongs to who was marked last before it, with those joined to them.
function doersOf(
  sentence: Sentence,
  agents: readonly number[],
  { at, cases }: { at: number; cases: readonly (Case | undefined)[] },
): number[] {
  const { entities } = sentence
  const before = agents.filter((agent) => (entities[agent]?.sense.at ?? 0) < at)
  const last = before.findLast((agent) => cases[agent] === 'agent')
  if (last === undefined) return inItsClause(sentence, agents, at)
  const first = before.findLast((agent) => agent < last && cases[agent] === 'agent') ?? -1
  return before.filter((agent) => agent > first)
}

// 奶奶织毛衣，猫睡在她脚边: without particles, who is named first in a later clause does what is told in it.
function ownDoer(told: Told, at: number): number[] | undefined {
  const { entities, tokens, language } = told.sentence
  const clause = tokens[at]?.clause ?? 0
  const first = entities.findIndex(({ sense }) => sense.clause === clause)
  const thing = entities[first]
  return /^(zh|hi)$/.test(language) && clause > 0 && thing && acts(thing) && thing.sense.at < at
    ? withJoined(told, first)
    : undefined
}

const doersIn = (told: Told, at: number): number[] =>
  ownDoer(told, at) ?? doersOf(told.sentence, told.agents, { at, cases: told.cases })

const DONE_FOR = /^(give|read|feed|play|hold|work|paint|look-at|handle|throw)$/
const FAR = 6

// Who sits, sleeps or stands does it to nothing.
const OF_ITSELF = /^(sit|sleep|lie|stand|kneel|look-up|swim|dance|wave|clap|cheer|bow|nod)$/

// 抱着婴儿走下梯子: in Chinese what is done to something is said before it, and before what is done next.
function nextNamed({ sentence, cases }: Told, { at: from, end }: Said, agent: number): number | undefined {
  if (sentence.language !== 'zh') return undefined
  // 看书: within the word for what is done.
  const inside = sentence.entities.findIndex(({ sense }, at) => at !== agent && sense.at > from && sense.end <= end)
  if (inside >= 0) return inside
  const found = sentence.entities.findIndex(
    ({ sense }, at) => at !== agent && sense.at >= end && sense.at - end <= FAR && cases[at] === undefined,
  )
  const thing = sentence.entities[found]
  const clause = sentence.tokens[end - 1]?.clause
  const between = sentence.senses.some(
    ({ kind, at }) => /^(verb|craft|activity|place)$/.test(kind) && at >= end && at < (thing?.sense.at ?? 0),
  )
  return thing && thing.sense.clause === clause && !between ? ownedBy(sentence, found) : undefined
}

const IN_IT = /^[上里中下前后旁内]?[面边]?的$/

// 推着轮椅上的老人, 吹灭蛋糕上的蜡烛: what is done is done to the last of them, and the first says where it is.
function ownedBy({ entities, tokens }: Sentence, at: number): number {
  const [thing, next] = [entities[at], entities[at + 1]]
  const between = thing && next ? tokens.slice(thing.sense.end, next.sense.at).map(({ text }) => text) : []
  return IN_IT.test(between.join('')) ? at + 1 : at
}

// 小偷被警察抓住: who suffers it is named before who does it.
const isSuffered = ({ entities, tokens }: Sentence, entity: number) =>
  tokens[entities[entity]?.sense.end ?? -1]?.text === '被'

// What is done: to the nearest that is marked so, since who does it was named; else to the nearest that has no part yet.
function patientOf({ sentence, cases, tied }: Told, agent: number, at: number): number | undefined {
  const since = sentence.entities[agent]?.sense.at ?? 0
  const near = sentence.entities
    .map(({ sense }, entity) => ({ entity, from: sense.at, far: Math.abs(sense.at - at) }))
    .filter(({ entity }) => entity !== agent)
    .toSorted((a, b) => a.far - b.far)
  const object = near.find(
    ({ entity, from }) =>
      cases[entity] === 'object' && from < at && (since > at || from > since || isSuffered(sentence, entity)),
  )
  // In Chinese what it is done to follows the verb, unless a word before it says so.
  const mayBe = (from: number) => sentence.language !== 'zh' || from >= at
  // 女孩在画画，小狗趴着: who is named in the next clause is told of there.
  const isHere = (entity: number) =>
    sentence.language !== 'zh' || sentence.entities[entity]?.sense.clause === sentence.tokens[at]?.clause
  const free = near.find(
    ({ entity, from }) => !tied.has(entity) && cases[entity] === undefined && mayBe(from) && isHere(entity),
  )
  return object?.entity ?? (free && free.far <= FAR ? free.entity : undefined)
}

// What somebody does of whom it is said before they are named is done to what was marked so, and not to who comes next.
function isTheirs({ sentence, cases }: Told, patient: number | undefined, at: number): boolean {
  if (patient === undefined || cases[patient] !== 'object') return false
  return !sentence.entities.some((one, entity) => acts(one) && entity > patient && one.sense.end <= at)
}

// 花に水をやる: what gets water is marked as a place is.
function wateredIn({ sentence, cases }: Told): number | undefined {
  const at = sentence.entities.findIndex(
    ({ kind }, entity) => kind.startsWith('plant') && /^(where|recipient|of)$/.test(cases[entity] ?? ''),
  )
  return at < 0 ? undefined : at
}

// 娘の髪をとかす, ワニの歯を診る: what is done to a part of somebody is done to them.
function ofWhomPart({ sentence: { entities, senses }, cases }: Told, { at }: Said): number | undefined {
  const found = entities.findLastIndex(
    (thing, entity) => acts(thing) && cases[entity] === 'of' && thing.sense.end < at && at - thing.sense.end <= FAR,
  )
  const between = senses.filter((sense) => sense.at > (entities[found]?.sense.end ?? 0) && sense.end <= at)
  return found >= 0 && !between.some(({ kind }) => kind === 'art') ? found : undefined
}

// Whom it is done for, other than who does it and to whom.
function givenTo({ sentence, cases }: Told, others: readonly (number | undefined)[]): number | undefined {
  const given = sentence.entities.findIndex((thing, entity) => cases[entity] === 'recipient' && acts(thing))
  return given < 0 || others.includes(given) ? undefined : given
}

// What it is done to, of whom it is said or of whoever acts.
function objectOf(told: Told, said: Said, agent: number, meant: number | undefined): number | undefined {
  const { verb, at } = said
  if (OF_ITSELF.test(verb)) return undefined
  const found =
    nextNamed(told, said, agent) ??
    patientOf(told, agent, at) ??
    (verb === 'water' ? wateredIn(told) : undefined) ??
    ofWhomPart(told, said)
  return meant === undefined || isTheirs(told, found, at) ? found : undefined
}

// 毛糸玉で遊ぶ: what is played with.
function withTool(deed: Deed, { sentence, cases }: Told, at: number): Deed {
  if (deed.verb !== 'play' || deed.patient !== undefined) return deed
  const tool = sentence.entities.findLastIndex(({ sense }, entity) => cases[entity] === 'tool' && sense.end <= at)
  return tool < 0 ? deed : { ...deed, patient: tool }
}

function deedOf(told: Told, said: Said): Deed {
  const { sentence, cases } = told
  const { verb, at } = said
  const meant = saidOf(sentence, said, cases)
  const doers = meant === undefined ? doersIn(told, at) : withJoined(told, meant)
  const [agent = 0] = doers
  const patient = objectOf(told, said, agent, meant)
  const recipient = DONE_FOR.test(verb) ? givenTo(told, [agent, patient]) : undefined
  return withTool(
    {
      verb,
      ...(said.craft !== undefined && { craft: said.craft }),
      agents: patient !== undefined && doers.includes(patient) ? [agent] : doers,
      ...(patient !== undefined && { patient }),
      ...(recipient !== undefined && { recipient }),
    },
    told,
    at,
  )
}

/** The same for languages that say the place and the object first, by particles and the relations that postpositions gave. */
export function parseHeadLast(sentence: Sentence, links: readonly Link[]): { deeds: Deed[]; ties: Tie[] } {
  const { entities } = sentence
  const cases = entities.map((thing) => caseOf(sentence, thing))
  const agents = agentsIn(sentence, cases)
  const places = [...tiesHeadLast(sentence, cases), ...passedOver(sentence, agents)]
  const ties = withTheirMates(places, agents)
  if (agents.length === 0) return { deeds: [], ties }
  const tied = new Set(ties.flatMap(({ subject, other }) => [subject, other]))
  const told = { sentence, cases, agents, tied }
  const deeds = [...deedsSaid(sentence).map((verb): Deed => deedOf(told, verb)), ...ridden(sentence, links)]
  return { deeds, ties: [...ties, ...used(told, deeds), ...takenFrom(told, deeds)] }
}

// オーブンからパンを取り出す: what is taken leaves it, or else who acts does.
function takenFrom({ sentence: { entities }, cases, agents }: Told, deeds: readonly Deed[]): Tie[] {
  const taken = deeds.find(({ patient }) => patient !== undefined)?.patient ?? agents[0]
  return cases.flatMap((one, other): Tie[] => {
    const clause = entities[other]?.sense.clause
    // टोकरी से नाग निकल रहा है: in a clause of its own, who is named there.
    const own = entities.findIndex(({ sense }, at) => sense.clause === clause && at !== other)
    const subject = entities[taken ?? -1]?.sense.clause === clause || own < 0 ? taken : own
    return one === 'from' && subject !== undefined && subject !== other ? [{ kind: 'from', subject, other }] : []
  })
}

// 跳上桌子, 騎馬: what is said before the noun in Chinese, and who rides, in all of them.
function linked(sentence: Sentence, links: readonly Link[], wanted: RegExp): Tie[] {
  const indexOf = (sense: object) => sentence.entities.findIndex((thing) => thing.sense === sense)
  return links.flatMap(({ kind, subject, other }): Tie[] => {
    const [a, b] = [indexOf(subject.sense), indexOf(other.sense)]
    return wanted.test(kind) && a >= 0 && b >= 0 && a !== b ? [{ kind, subject: a, other: b }] : []
  })
}

// 跳过栅栏, 飞过城市: over what comes next.
function passedOver({ senses, entities }: Sentence, agents: readonly number[]): Tie[] {
  return senses.flatMap((sense): Tie[] => {
    if (sense.kind !== 'rel' || sense.value === 'riding') return []
    const other = entities.findIndex((thing) => thing.sense.at >= sense.end && thing.sense.clause === sense.clause)
    const subject = agents.findLast((agent) => (entities[agent]?.sense.at ?? 0) < sense.at) ?? 0
    return other < 0 || other === subject ? [] : [{ kind: sense.value as RelationKind, subject, other }]
  })
}

const ridden = (sentence: Sentence, links: readonly Link[]): Deed[] =>
  linked(sentence, links, /^riding$/).map(({ subject, other }) => ({ verb: 'ride', agents: [subject], patient: other }))

// 用大刀切菜: what one uses is in the hand; who is named "with" is at the side.
function used({ cases, agents }: Told, deeds: readonly Deed[]): Tie[] {
  const [subject] = agents
  return cases.flatMap((one, other): Tie[] => {
    const mate = one === 'company' && deeds.some((deed) => deed.agents.includes(other) && !agents.includes(other))
    const tool = one === 'tool' && !deeds.some(({ patient }) => patient === other)
    return subject !== undefined && (tool || mate) ? [{ kind: 'with', subject, other }] : []
  })
}

// Who acts together is in one place: 爷爷和孙子坐在船上.
function withTheirMates(ties: readonly Tie[], agents: readonly number[]): Tie[] {
  const more = ties.flatMap((tie): Tie[] => {
    if (!agents.includes(tie.subject) || !/^(on|in|at|under)$/.test(tie.kind) || agents.includes(tie.other)) return []
    const mates = agents.filter((mate) => !ties.some(({ kind, subject }) => subject === mate && kind !== 'with'))
    return mates.map((subject) => ({ ...tie, subject }))
  })
  return more.length === 0 ? [...ties] : [...ties, ...more].toSorted((a, b) => a.subject - b.subject)
}
