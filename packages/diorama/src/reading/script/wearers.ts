import type { Sense } from '../senses.ts'
import type { Thing } from '../things.ts'
import { acts } from './entities.ts'
import { meantBy } from './pronouns.ts'
import { isTagList, type Sentence } from './sentence.ts'

type Being = { thing: Thing; entity: number; at: number; end: number; clause: number }

// How much of a look may stand between somebody and what they wear.
const FARTHEST = 12

const isPerson = ({ thing }: Being) => thing.kind.startsWith('person')

function beingsOf({ entities, mentions }: Sentence): Being[] {
  const named = entities.map((thing, entity) => ({ thing, entity, ...placeOf(thing.sense) }))
  const again = mentions.flatMap(({ sense, entity }) => {
    const thing = entities[entity]
    return thing ? [{ thing, entity, ...placeOf(sense) }] : []
  })
  return [...named, ...again].filter(({ thing }) => acts(thing)).toSorted((a, b) => a.at - b.at)
}

const placeOf = ({ at, end, clause }: Sense) => ({ at, end, clause })

const PRONOUN = /^(she|he|her|his|him)$/

// "She has white hair and a red apron": whoever that is, and not the cat that was named after her.
function byPronoun({ tokens }: Sentence, before: readonly Being[], { at, clause }: Sense): number | undefined {
  const said = tokens.slice(0, at).findLast((token) => token.clause === clause && PRONOUN.test(token.text))
  if (!said || !before.some(isPerson)) return undefined
  const named = before.map(({ thing, entity }) => ({ thing, at: entity }))
  return meantBy(said.text, named, { kind: 'with', ofBody: true })
}

// In a list of tags "red cape" and "straw hats" stand alone: they are worn by the people of the last phrase that has any, the
// first of them, or all where there are several hats. A beast wears something only where nobody else is there.
function ofTheList(before: readonly Being[], { plural }: Sense): number[] {
  const people = before.filter(isPerson)
  const last = people.at(-1)
  if (!last) return before.slice(0, 1).map(({ entity }) => entity)
  const together = people.filter(({ clause }) => clause === last.clause).map(({ entity }) => entity)
  return plural ? together : together.slice(0, 1)
}

// "A bearded man": the next word tells; the next phrase of a list is about somebody else.
function nextBeing({ senses }: Sentence, beings: readonly Being[], sense: Sense, listed: boolean): Being | undefined {
  // "В красном пальто кормит белку": whom something is done to is not whom the coat is on.
  const isDeed = ({ kind, at }: Sense) => /^(verb|craft|activity|rel)$/.test(kind) && at >= sense.end
  const deed = senses.find(isDeed)?.at ?? Infinity
  const next = beings.find(({ at }) => at >= sense.end && at - sense.end <= 1 && at <= deed)
  return listed && next?.clause !== sense.clause ? undefined : next
}

/** Who wears what a word names: mostly one, none where nobody could. */
export function wearersOf(sentence: Sentence, sense: Sense): number[] {
  const beings = beingsOf(sentence)
  const listed = isTagList(sentence)
  const before = beings.filter(({ end }) => end <= sense.at)
  const beside = nextBeing(sentence, beings, sense, listed) ?? before.findLast(({ clause }) => clause === sense.clause)
  if (beside) return [beside.entity]
  const meant = byPronoun(sentence, before, sense)
  if (meant !== undefined && meant >= 0) return [meant]
  if (listed && before.length > 0) return ofTheList(before, sense)
  // In a list what stands alone before anybody is no beast's.
  const first = listed ? beings.find(isPerson) : beings[0]
  const last = before.findLast(({ end }) => sense.at - end <= FARTHEST) ?? first
  return last ? [last.entity] : []
}
