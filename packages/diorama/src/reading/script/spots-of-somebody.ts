import type { Sense } from '../senses.ts'
import { acts } from './entities.ts'
import type { Sentence } from './words.ts'

// 脚边, 膝の上, कंधे पर: a part of a body that is nobody's by name.
const BODY: Readonly<Record<string, RegExp>> = {
  zh: /^[脚足腿肩膀头膝盖怀背身]$/,
  ja: /^(肩|膝|頭|背|中|足|腕)$/,
  hi: /^(पैरों|पैर|पांव|कंधे|कंधों|सिर|गोद|पीठ|बगल|कदमों)$/,
}
// 旁边, そばに, पास में: beside nobody that is named, at the beginning of what is told.
const NEARBY = /^(旁边|旁边的|身边|身旁|一旁|身后|背后|面前|隣|隣で|そばで|横|横で|足元|足元に|足元で|पास|सामने|पीछे)$/
const POINTS_BACK = /^(他|她|它|们|的|在|和|及|而|还|有|彼|女|の|その|उसके|उसकी|उनके|उनकी|इसके|के|की|ही|और|साथ|एक|तरफ)$/

const opens = ({ tokens }: Sentence, { at, clause }: Sense) =>
  tokens.slice(0, at).every((token) => token.clause !== clause || POINTS_BACK.test(token.text))

/** 孩子在旁边, 小狗趴在她脚边: who is named before the word for "at" is there, and does not say where. */
export function isAtHand({ language, tokens }: Sentence, post: Sense): boolean {
  const body = BODY['zh']?.test(tokens[post.at - 1]?.text ?? '') === true
  if (language !== 'zh' || (!body && !NEARBY.test(post.text))) return false
  const before = tokens.slice(Math.max(0, post.at - 4), body ? post.at - 1 : post.at)
  return /在[他她它]?们?的?$/.test(before.map(({ text }) => text).join(''))
}

/** Who is meant by a word for "where" that has no noun before it: 肩上站着一只鸟, beside whoever was told of before. */
export function ownerOfSpot(sentence: Sentence, post: Sense): number | undefined {
  const body = BODY[sentence.language]?.test(sentence.tokens[post.at - 1]?.text ?? '') === true
  if (!body && !isAtHand(sentence, post) && !(NEARBY.test(post.text) && opens(sentence, post))) return undefined
  // 孩子在旁边玩: beside whoever was told of before the child.
  const named = sentence.entities.flatMap((thing, at) => (acts(thing) && thing.sense.end <= post.at ? [at] : []))
  const before = isAtHand(sentence, post) ? named.slice(0, -1) : named
  const people = before.filter((at) => sentence.entities[at]?.kind.startsWith('person'))
  return people.at(-1) ?? before.at(-1)
}

const OF_THE_PLACE = /^[上下边里前旁中后内处方面间侧畔头]$/
const GOES_ON = /^[着了有]$/
const IS_THERE = /^(sit|sleep|lie|stand|kneel|fly|float|swim|run|walk|dance|work|handle|hang|look-up)$/

// 开着一棵樱花树: a tree that is in bloom, though cars are driven by the same word.
const isThere = (verb: string, kind: string) => IS_THERE.test(verb) || (verb === 'ride' && kind.startsWith('plant'))

/** 脚边卧着一条狗, 门前停着一辆车: after a place Chinese says first what is done there, and then by whom or what. */
export function whoIsThere(
  { tokens, entities, language }: Sentence,
  { verb, at, end }: { verb: string; at: number; end: number },
): number | undefined {
  const goesOn = [tokens[end], tokens[end - 1]].some((token) => token && GOES_ON.test(token.text))
  if (language !== 'zh' || !goesOn || !OF_THE_PLACE.test(tokens[at - 1]?.text ?? '')) return undefined
  const clause = tokens[at]?.clause
  const busy = entities.some(
    ({ sense, kind }) => sense.end <= at && sense.clause === clause && /^(person|animal)/.test(kind),
  )
  const next = entities.findIndex(({ sense }) => sense.at >= end && sense.clause === clause)
  return busy || !entities[next] || !isThere(verb, entities[next].kind) ? undefined : next
}
