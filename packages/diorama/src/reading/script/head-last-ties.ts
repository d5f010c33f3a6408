import type { Spot, Tie, TieKind } from '../../brief.ts'
import { isContainer } from '../../staging/containers.ts'
import { isSupport } from '../../staging/supports.ts'
import type { Sense } from '../senses.ts'
import { acts } from './entities.ts'
import type { Case } from './noun-cases.ts'
import { spotBetween, type Sentence } from './words.ts'

type Noun = { entity: number; sense: Sense }
/** A word that says where, and what stands before it: テーブルの下, 在沙发上, पेड़ के नीचे. */
type Where = {
  at: number
  end: number
  clause: number
  kind: TieKind
  other: Noun
  spot?: Spot | undefined
}
type Told = { sentence: Sentence; cases: readonly (Case | undefined)[]; nouns: readonly Noun[] }

// These only join: what they join is no place of the other.
const JOINS = /^(和|与|跟|以及|と|와|과|그리고|하고|और|के साथ|ile|ve)$/
const FINER: readonly [RegExp, TieKind][] = [
  [/^(之间|中间|の間|のあいだ|사이|के बीच|के बीच में|arasında)/, 'between'],
  [/^(周围|の周り|を囲|围着|के इर्द|के चारों ओर|주위|etrafında)/, 'around'],
]
const NEAR = 2

function nounsOf({ entities, mentions }: Sentence): Noun[] {
  const named = entities.map(({ sense }, entity) => ({ entity, sense }))
  return [...named, ...mentions].sort((a, b) => a.sense.at - b.sense.at)
}

const textAt = ({ tokens }: Sentence, at: number) => tokens[at]?.text ?? ''

// घोड़ा बाड़ के ऊपर से कूद रहा है: over it, not on it; so is whoever flies 上を.
function kindOf(sentence: Sentence, post: Sense, other: Noun): TieKind {
  const finer = FINER.find(([word]) => word.test(post.text))?.[1]
  if (finer) return finer
  const passes = post.value === 'on' && /^(से|を|를|을)$/.test(textAt(sentence, post.end))
  if (passes) return 'over'
  const table = sentence.entities[other.entity]?.art === 'table'
  return post.value === 'beside' && table ? 'at' : (post.value as TieKind)
}

const IS_PLACE = /^(place|sky|weather|time)$/

// रसोई में रोटी: in the kitchen, and in nobody who was named before it.
const isOfPlace = ({ senses, entities }: Sentence, { at }: Sense) =>
  senses.some(({ kind, end }) => end === at && IS_PLACE.test(kind)) && !entities.some(({ sense }) => sense.end === at)

// 孩子在旁边, 奶奶坐在门口: who is named before the word for "at" is there, and does not say where.
const isApart = ({ language, tokens }: Sentence, { sense }: Noun, { at }: Sense) =>
  language === 'zh' && tokens.slice(sense.end, at).some(({ text }) => text === '在')

function byPostpositions({ sentence, nouns }: Told): Where[] {
  return sentence.senses.flatMap((post): Where[] => {
    if (post.kind !== 'post' || post.value === 'riding' || JOINS.test(post.text) || isOfPlace(sentence, post)) return []
    const other = nouns.findLast(
      ({ sense }) => sense.end <= post.at && post.at - sense.end <= NEAR && sense.clause === post.clause,
    )
    const { at, end, clause } = post
    if (!other || isApart(sentence, other, post)) return []
    const spot = spotBetween(sentence, other.sense.end, end)
    return [{ at, end, clause, kind: kindOf(sentence, post, other), other, spot }]
  })
}

// 桌子上面 is one word of the place tables, and its table may have been named before.
function onTables({ sentence }: Told): Where[] {
  const table = sentence.entities.findIndex(({ art }) => art === 'table')
  if (table < 0) return []
  return sentence.senses.flatMap((sense): Where[] => {
    const { kind, value, at, end, clause } = sense
    const taken = sentence.senses.some((one) => one.kind === 'post' && one.at >= at && one.end <= end)
    if (kind !== 'place' || value !== 'tabletop' || taken) return []
    return [{ at, end, clause, kind: 'on', other: { entity: table, sense } }]
  })
}

// ベンチで, 箱に, 벤치에서, 坐在椅子: what can carry or hold somebody, and is marked as where they are.
function byParticles({ sentence, cases }: Told, known: readonly Where[]): Where[] {
  return sentence.entities.flatMap(({ art, sense }, entity): Where[] => {
    if (cases[entity] !== 'where' || known.some(({ other }) => other.entity === entity)) return []
    const vessel = isContainer(art)
    if (!vessel && !isSupport(art)) return []
    const kind = art === 'table' ? 'at' : vessel && (!isSupport(art) || art === 'package') ? 'in' : 'on'
    const { at, end, clause } = sense
    return [{ at, end: sentence.language === 'ko' ? end : end + 1, clause, kind, other: { entity, sense } }]
  })
}

const SEATS = /wheelchair|bench|couch|sofa|armchair|chair|swing|branch|roof|windowsill|fence|hammock|bed$/

// 車椅子のおじいさん, 屋根の猫: what bears somebody and is said of them.
function bySeats({ sentence, cases }: Told, known: readonly Where[]): Where[] {
  return sentence.entities.flatMap(({ art, sense }, entity): Where[] => {
    const next = sentence.entities[entity + 1]
    const borne = sentence.language === 'ja' && cases[entity] === 'of' && SEATS.test(art) && next !== undefined
    if (!borne || !acts(next) || next.sense.at !== sense.end + 1 || known.some(({ other }) => other.entity === entity))
      return []
    return [
      {
        at: sense.at,
        end: sense.end,
        clause: sense.clause,
        kind: isContainer(art) ? 'in' : 'on',
        other: { entity, sense },
      },
    ]
  })
}

const OF_NEXT = /^(的|の|के|का|की|वाला|वाली|वाले)$/
const SAYS_OF_NEXT = /[的の]$|(의|있는|은|는|ki)$/

// テーブルの下の犬, 架子上的蜡烛: what stands before a noun with a word for "of" between is said of that noun.
function saidOfNext({ sentence, nouns }: Told, where: Where): Noun | undefined {
  const { end, clause } = where
  // 上面的: some of these words have a tail.
  const after = /^[面边方]$/.test(textAt(sentence, end)) ? end + 1 : end
  const of = OF_NEXT.test(textAt(sentence, after)) || SAYS_OF_NEXT.test(textAt(sentence, end - 1))
  const next = nouns.find(({ sense }) => sense.at >= end && sense.clause === clause)
  return of && next?.entity !== where.other.entity ? next : undefined
}

const isDeed = ({ kind }: Sense) => /^(verb|craft|activity)$/.test(kind)

// 停在店前的: right after the deed, or what tells that it goes on.
function isSaidBeforeOf({ tokens, senses }: Sentence, from: number, { sense }: Noun): boolean {
  const of = tokens.findLastIndex(({ text }, at) => text === '的' && at >= from && at < sense.at)
  const end = /^[着了]$/.test(tokens[of - 1]?.text ?? '') ? of - 1 : of
  return of >= 0 && senses.some((one) => isDeed(one) && one.at >= from && (one.end === of || one.end === end))
}

// 湖に浮かぶ舟, 停在店前的汽车: a deed with the place before it and a noun right after it, said of that noun.
function saidOfDoer({ sentence, cases, nouns }: Told, { end, clause }: Where): Noun | undefined {
  const next = nouns.find(({ sense }) => sense.at >= end && sense.clause === clause)
  if (!next || cases[next.entity] === 'object') return undefined
  const between = sentence.tokens.slice(end, next.sense.at)
  if (sentence.language === 'zh') return isSaidBeforeOf(sentence, end, next) ? next : undefined
  const last = between.at(-1)?.text ?? ''
  if (sentence.language === 'ja') return /^[るたうくぐすつぶむ]$/.test(last) ? next : undefined
  const done = sentence.senses.some((sense) => isDeed(sense) && sense.at >= end && sense.end <= next.sense.at)
  if (sentence.language === 'ko') return done && /[는은인던한운된간]$/.test(last) ? next : undefined
  return undefined
}

// Who is told of, before the place: marked as such, or else the first of the clause that has no part yet.
function toldBefore(told: Told, { other, clause }: Where): Noun | undefined {
  const { sentence, cases, nouns } = told
  const before = nouns.filter(({ sense, entity }) => sense.end <= other.sense.at && entity !== other.entity)
  const lives = ({ entity }: Noun) => acts(sentence.entities[entity] as Parameters<typeof acts>[0])
  // 爸爸把女儿扛在肩膀上: what is put somewhere is there, and not who puts it.
  const put = before.findLast(({ entity, sense }) => cases[entity] === 'object' && sense.clause === clause)
  if (put && sentence.language === 'zh') return put
  const marked = before.findLast(({ entity }) => cases[entity] === 'agent')
  if (marked) return marked
  if (/^(ja|ko)$/.test(sentence.language)) return undefined
  const free = before.filter(({ entity, sense }) => cases[entity] === undefined && sense.clause === clause)
  return free.findLast(lives) ?? free[0]
}

function toldAfter({ sentence, cases, nouns }: Told, { end, other, clause }: Where): Noun | undefined {
  const after = nouns.filter(
    ({ sense, entity }) => sense.at >= end && sense.clause === clause && entity !== other.entity,
  )
  const marked = after.find(({ entity }) => cases[entity] === 'agent')
  const lives = ({ entity }: Noun) => acts(sentence.entities[entity] as Parameters<typeof acts>[0])
  const free = after.filter(({ entity }) => cases[entity] === undefined || cases[entity] === 'company')
  return marked ?? free.find(lives) ?? free[0]
}

/** How things stand to each other where what says so comes after the noun. */
export function tiesHeadLast(sentence: Sentence, cases: readonly (Case | undefined)[]): Tie[] {
  const told: Told = { sentence, cases, nouns: nounsOf(sentence) }
  const posts = [...byPostpositions(told), ...onTables(told)]
  const places = [...posts, ...byParticles(told, posts), ...bySeats(told, posts)].sort((a, b) => a.at - b.at)
  const ties: Tie[] = []
  for (const where of places) {
    const subject =
      saidOfNext(told, where) ?? saidOfDoer(told, where) ?? toldBefore(told, where) ?? toldAfter(told, where)
    const { kind, spot, other } = where
    if (!subject || subject.entity === other.entity || cases[other.entity] === 'from') continue
    if (ties.some((tie) => tie.subject === subject.entity && tie.other === other.entity)) continue
    ties.push({ kind, subject: subject.entity, other: other.entity, ...(spot && { spot }) })
  }
  return ties
}
