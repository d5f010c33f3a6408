import type { Brief, Subject } from '../../brief.ts'
import { readPrompt } from '../../reading/read-prompt.ts'
import { sceneKey } from '../../scene/stage-of.ts'
import { wishOf } from '../edit/wish.ts'
import { clausesOf, withNames } from './clauses.ts'
import { dressedAs, looksAlone, wear } from './clothes.ts'
import { added, briefOf, dressed, named, removed, shownIn, swapped, type Draft } from './draft.ts'
import { add, counted, make, moved, onlyThese, remove, replace, resize } from './exchange.ts'

import type { Phrase } from './phrase.ts'
import { phraseInOtherWords, phraseOf } from './phrases.ts'
import type { Reader } from './reading.ts'
import { hang, hold, wallsIn } from './room-and-hands.ts'
import { elsewhere, light, place, write } from './whole.ts'
import { whoIsMeant } from './who-is-meant.ts'
import { isJust } from './wish-table.ts'

/** A brief after a wish, how many clauses of it are done in that, and which are left to be done to the finished picture. */
export type Applied = { brief: Brief; done: number; left: string[] }

const asSentence = ({ who, thing, how }: Extract<Phrase, { what: 'wear' }>) =>
  how === 'held' ? `${who} holding ${thing}` : `${thing} ${how === 'to' ? 'on' : how} ${who}`

type Doing = {
  [What in Phrase['what']]: (phrase: Extract<Phrase, { what: What }>, draft: Draft, read: Reader) => Draft | undefined
}

const isAllOfIt = isJust('all-of-it')

const DOING: Doing = {
  replace,
  remove,
  place,
  hang,
  hold,
  // "Change it to a bakery".
  make: (phrase, draft, read) =>
    wallsIn(phrase, draft, read) ??
    make(phrase, draft, read) ??
    (isAllOfIt(phrase.old) ? place({ what: 'place', where: phrase.as }, draft, read) : undefined),
  write,
  number: (phrase, draft, read) => counted(phrase, draft, read),
  only: onlyThese,
  dress: dressedAs,
  move: moved,
  size: resize,
  wear: (phrase, draft, read) =>
    wear(phrase, draft, read) ??
    elsewhere(`${phrase.thing} ${phrase.how} ${phrase.who}`, draft, read) ??
    add({ what: 'add', thing: asSentence(phrase) }, draft, read),
  add: (phrase, draft, read) => elsewhere(phrase.thing, draft, read) ?? add(phrase, draft, read),
}

const done = <What extends Phrase['what']>(
  phrase: Extract<Phrase, { what: What }>,
  draft: Draft,
  read: Reader,
): Draft | undefined => DOING[phrase.what](phrase, draft, read)

const plainly = (art: string, label: string): Subject => ({ art, label, kind: '', count: 1, scale: 'normal' })

// In other languages the wish is read as it is for a stranger's picture.
function inOtherWords(clause: string, draft: Draft, read: Reader): Draft | undefined {
  const { removals, instead, colours, additions } = wishOf(read(clause))
  const shown = shownIn(draft.now)
  const gone = removals.flatMap((one) => whoIsMeant(shown, one) ?? [])
  // One cow of three.
  const [first] = gone
  if (first && !instead && gone.length === 1 && removals[0]?.count === 1 && first.count > 1)
    return dressed(draft, named(first), (each) => ({ ...each, revised: { how: 'fewer', by: 1 } }))
  if (first && instead) return swapped(draft, named(first), instead)
  if (gone.length > 0) return gone.reduce((so, one) => removed(so, named(one)), draft)
  const coloured = colours.flatMap(({ target, to }) => {
    const one = target.kind === 'thing' ? whoIsMeant(shown, plainly(target.art, target.art)) : undefined
    return one ? [{ one, to }] : []
  })
  if (coloured.length > 0)
    return coloured.reduce((so, { one, to }) => dressed(so, named(one), (each) => ({ ...each, colour: to })), draft)
  if (additions.length === 0) return undefined
  return additions.reduce((so, { subject, side, anchor }) => {
    const at = anchor?.art === undefined ? undefined : whoIsMeant(shown, plainly(anchor.art, anchor.said))
    const tied = at && anchor && anchor.kind !== 'worn'
    const beside = at && anchor?.kind === 'beside'
    const fresh: Subject = {
      ...subject,
      revised: { how: 'new', ...(at && { at: at.art }), ...(beside && { beside }), ...(side && { side }) },
    }
    return added(so, {
      entities: at ? [fresh, at] : [fresh],
      there: new Map(at ? [[1, at]] : []),
      ties: tied ? [{ kind: anchor.kind === 'worn' ? 'on' : anchor.kind, subject: 0, other: 1 }] : [],
      deeds: [],
    })
  }, draft)
}

function applied(clause: string, draft: Draft, read: Reader): Draft | undefined {
  const words = withNames(
    clause,
    shownIn(draft.now).filter(({ scenery }) => !scenery),
  )
  const phrase = phraseOf(words) ?? phraseInOtherWords(clause)
  const told = phrase ? done(phrase, draft, read) : looksAlone(words, draft, read)
  return told ?? light(words, draft, read) ?? inOtherWords(words, draft, read)
}

/** Tells a picture anew after a wish, as far as it is about who and what is in it and in which light. */
export function applyWish(brief: Brief, wish: string, seed: number): Applied {
  const read: Reader = (text) => readPrompt(text, seed)
  const { after, ...told } = brief
  // Whatever is wished, hills and clouds stay where they are.
  const before: Brief = { ...told, chance: told.chance ?? sceneKey(told) }
  let draft: Draft = { was: before, now: after ?? before }
  const left: string[] = []
  const clauses = clausesOf(wish)
  for (const clause of clauses) {
    const next = applied(clause, draft, read)
    if (next) draft = next
    else left.push(clause)
  }
  return { brief: briefOf(draft), done: clauses.length - left.length, left }
}
