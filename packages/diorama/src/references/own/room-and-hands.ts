import { mapped, named, shownIn, whole, type Draft } from './draft.ts'
import { add } from './exchange.ts'
import type { Phrase } from './phrase.ts'
import { withoutArticle } from './phrases.ts'
import { firstOf, type Reader } from './reading.ts'
import { isBeing, isPerson, nameOf } from './who-is-meant.ts'
import { isJust } from './wish-table.ts'

type Of<What extends Phrase['what']> = Extract<Phrase, { what: What }>

/** "Hang a mirror behind the chair": on the wall of a room; in the open it hangs from whatever is named. */
export function hang({ thing }: Of<'hang'>, draft: Draft, read: Reader): Draft | undefined {
  const [what = thing] = thing.split(/\s(?:on|at|over|above|behind|from|in)\s(?:the|an?)\s/i)
  const { hung } = read(`${what} on the wall of a room`)
  if (draft.was.archetype !== 'room' || !hung) return add({ what: 'add', thing }, draft, read)
  const more = (brief: Draft['was']) => ({ ...brief, hung: [...(brief.hung ?? []), ...hung] })
  return { was: more(draft.was), now: more(draft.now) }
}

const isWalls = isJust('walls')

/** "Paint the walls green". */
export function wallsIn({ old, as }: Of<'make'>, draft: Draft, read: Reader): Draft | undefined {
  if (!isWalls(withoutArticle(old))) return undefined
  const { wall } = read(`a room with ${withoutArticle(as)} walls`)
  return wall === undefined ? undefined : whole(draft, { wall })
}

/** Something into the hand of whoever is there, in the words of any language. */
export function hold({ thing }: Of<'hold'>, draft: Draft, read: Reader): Draft | undefined {
  const held = firstOf(read(thing))
  const shown = shownIn(draft.now)
  const who = shown.find(isPerson) ?? shown.find(isBeing)
  if (!held || !who) return undefined
  const { colour } = held
  const painted: Reader = (text) =>
    mapped(read(text), (one) => (colour !== undefined && named(held)(one) ? { ...one, colour } : one))
  return add({ what: 'add', thing: `the ${nameOf(who)} holding a ${nameOf(held)}` }, draft, painted)
}
