import type { Deed } from '../../brief.ts'
import { acts } from './entities.ts'
import { livesIn, livingBefore, type State } from './state.ts'
import type { Word } from './words.ts'

function agentsOf(state: State): number[] {
  const living = state.group.filter(livesIn(state))
  if (living.length > 0) return living
  const last = state.deeds.at(-1)?.agents
  if (last) return last
  const tied = state.ties.findLast(({ other }) => state.group.includes(other))
  return tied ? [tied.subject] : state.group
}

// Before a noun, right after an article or a count, a verb describes: "two sleeping cats", "on a running horse".
function describesNext({ sentence, group }: State, { sense }: Word): boolean {
  if (group.length === 0) return true
  const next = sentence.entities.some((thing) => thing.sense.at === sense.end && acts(thing))
  // "Рядом спит кот": where there are no articles, the verb may come before the one who acts.
  if (next && /^(ru|pl)$/.test(sentence.language)) return true
  const before = sentence.tokens[sense.at - 1]?.text ?? ''
  return next && /^(a|an|the|two|three|four|un|una|une|ein|eine|einen|einem|and|on|in|with|of)$/.test(before)
}

const PRONOUN_OBJECT = /^(it|him|her|them)$/

// What is pulled or pushed: the last thing that was named, or what that is on.
function thingBefore({ sentence, ties }: State, { sense }: Word): number | undefined {
  const last = sentence.entities.findLastIndex((thing) => thing.sense.at < sense.at && !acts(thing))
  const under = ties.findLast(({ kind, subject }) => /^(on|in)$/.test(kind) && subject === last)?.other
  const found = under ?? last
  return found < 0 ? undefined : found
}

/** A verb: a deed of who was named last, or of who is named next. */
export function verb(state: State, word: Extract<Word, { is: 'verb' }>): void {
  if (describesNext(state, word)) {
    state.early.push(word.verb)
    return
  }
  const agents = agentsOf(state)
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
  const deed: Deed = { verb: word.verb, agents, ...(meant !== undefined && (told as Partial<Deed>)) }
  state.deeds.push(deed)
  state.open = meant === undefined || gives ? deed : undefined
  state.group = agents
  state.waiting = undefined
  state.joining = false
}

const FOR_SOMEBODY = /^(play|read|work|hold|paint|dance|look-at)$/

/** The deed that may be done for somebody. */
export function audienceOf({ deeds, open }: State): Deed | undefined {
  const last = deeds.at(-1)
  if (open?.verb === 'give' || !last || last.recipient !== undefined) return undefined
  return FOR_SOMEBODY.test(last.verb) ? last : undefined
}
