import { drawingOf } from '../../art.ts'
import type { Looks, Subject } from '../../brief.ts'
import { tradeLooks } from '../../reading/people/trade-looks.ts'
import { planStage } from '../../staging/plan-stage.ts'
import { dressed, named, regripped, shownIn, type Draft } from './draft.ts'
import type { Phrase } from './phrase.ts'
import { withoutArticle } from './phrases.ts'
import { beyond, meantBy, merged, saidOf, toldOf, type Reader } from './reading.ts'
import { bare, isBeing, isPerson, nameOf } from './who-is-meant.ts'

// In other clothes somebody is as large as before and stands at the same place, however high the hat.
function redressed(draft: Draft, who: Subject, change: (one: Subject) => Subject): Draft {
  return dressed(draft, named(who), (each) => {
    const { revised } = each
    if (revised && revised.how !== 'redrawn') return change(each)
    const { looks = {}, ...others } = change({ ...each, looks: revised?.looks ?? each.looks ?? {} })
    const { looks: before } = each
    return {
      ...others,
      ...(before && { looks: before }),
      revised: { how: 'redrawn', art: revised?.art ?? each.art, looks },
    }
  })
}

// Whoever stands there as a drawing without joints gets them with the first garment, and is staged anew at the same place.
function clothed(draft: Draft, who: Subject, said: Partial<Subject>): Draft {
  const change = (each: Subject) => merged(each, said)
  const { archetype, script } = draft.was
  const hasJoints =
    archetype === 'portrait' || (isPerson(who) && script !== undefined && planStage(script) !== undefined)
  if (!said.looks) return dressed(draft, named(who), change)
  if (hasJoints) return archetype === 'portrait' ? dressed(draft, named(who), change) : redressed(draft, who, change)
  const { was } = regripped(draft, named(who))
  return { was, now: regripped(dressed(draft, named(who), change), named(who)).now }
}

// What a sentence puts on somebody that a plain mention does not.
function putOn(who: Subject, words: string, read: Reader): Partial<Subject> | undefined {
  const plain = toldOf(read(`a ${nameOf(who)}`), who)
  const told = toldOf(read(words), who)
  return told && plain && beyond(saidOf(told), saidOf(plain))
}

/** The hair, the dress, the door: of whoever has it. */
export function partOf(
  part: string,
  value: string,
  draft: Draft,
  read: Reader,
  owners: readonly Subject[] = shownIn(draft.now),
): Draft | undefined {
  for (const owner of new Set([...owners.filter(isPerson), ...owners])) {
    const name = nameOf(owner)
    for (const words of [`a ${name} with a ${value} ${part}`, `a ${name} wearing a ${value} ${part}`]) {
      const said = putOn(owner, words, read)
      if (said && Object.keys(said).length > 0) return clothed(draft, owner, said)
    }
  }
  return partInOtherWords(part, value, draft, read)
}

// "La puerta a azul": of a door in that colour it is known what it is and its colour, in any language.
function partInOtherWords(part: string, value: string, draft: Draft, read: Reader): Draft | undefined {
  const [door] = shownIn(read(`${part} ${value}`))
  const { colour } = door ?? {}
  if (!door || colour === undefined) return undefined
  for (const owner of shownIn(draft.now)) {
    const parts = putOn(owner, `a ${nameOf(owner)} with a red ${nameOf(door)}`, read)?.parts
    if (parts) return clothed(draft, owner, { parts: parts.map((each) => ({ ...each, colour })) })
  }
  return undefined
}

/** "Give the girl a hat": she wears it, as the sentence would be staged. */
export function wear({ who, thing }: Extract<Phrase, { what: 'wear' }>, draft: Draft, read: Reader): Draft | undefined {
  const one = meantBy(who, draft, read)
  if (!one) return undefined
  for (const words of [`a ${nameOf(one)} wearing ${thing}`, `a ${nameOf(one)} with ${thing}`]) {
    const said = putOn(one, words, read)
    if (said?.looks) return clothed(draft, one, said)
  }
  return undefined
}

const LOOKS_ALONE = /^(?:with\s+)?(?:an?\s+)?(?:\p{L}+[\s,]+){0,8}\p{L}+$/u

/** "Short black hair and glasses": what is said with no verb is said of whoever is there. */
export function looksAlone(clause: string, draft: Draft, read: Reader): Draft | undefined {
  const who = shownIn(draft.now).find(isPerson)
  if (!who || !LOOKS_ALONE.test(clause) || read(clause).edits.length > 0) return undefined
  const said = putOn(who, `a ${nameOf(who)} with ${clause.replace(/^with\s+/i, '')}`, read)
  return said?.looks && clothed(draft, who, said)
}

/** The same told in another language, of anybody: whoever is meant gets what they wear. */
export function dressedAs(
  { who, sentence }: Extract<Phrase, { what: 'dress' }>,
  draft: Draft,
  read: Reader,
): Draft | undefined {
  const looks = shownIn(read(sentence)).find(isPerson)?.looks
  const beings = shownIn(draft.now).filter(isBeing)
  const one = (who.length > 3 ? meantBy(who, draft, read) : undefined) ?? beings[0]
  return looks && one && Object.keys(looks).length > 0 ? clothed(draft, one, { looks }) : undefined
}

const without = (looks: Looks | undefined, gone: readonly string[]): Looks =>
  Object.fromEntries(Object.entries(looks ?? {}).filter(([name]) => !gone.includes(name)))

// What goes with a trade is drawn with it: without its hat somebody is a person in the rest of its clothes.
function outOfTrade(one: Subject, trade: Looks, gone: readonly string[]): Subject {
  const plain = one.art.replace(bare(one.art), /woman|princess/.test(one.art) ? 'woman' : 'man')
  if (!drawingOf(plain)) return one
  return { ...one, revised: { how: 'redrawn', art: plain, looks: without({ ...trade, ...one.looks }, gone) } }
}

/** A hat that is worn may be far too large; a person's only so far that they do not shrink under it. */
export function largerHat(old: string, by: number, draft: Draft): Draft | undefined {
  const word = withoutArticle(old).toLowerCase().split(' ').at(-1) ?? ''
  const hatOf = (one: Subject) => (one.revised?.how === 'redrawn' ? one.revised.looks : one.looks)?.hat
  const owner = shownIn(draft.now).find((one) => hatOf(one) && (word === 'hat' || hatOf(one)?.art.includes(word)))
  const hat = owner && hatOf(owner)
  return hat && clothed(draft, owner, { looks: { hat: { ...hat, large: isPerson(owner) ? Math.min(by, 1.5) : by } } })
}

/** Takes a garment off whoever wears it. */
export function takenOff(old: string, draft: Draft, read: Reader): Draft | undefined {
  const garment = withoutArticle(old)
  for (const owner of shownIn(draft.now)) {
    const gone = Object.keys(putOn(owner, `a ${nameOf(owner)} wearing a ${garment}`, read)?.looks ?? {})
    const trade = isPerson(owner) ? tradeLooks({ art: bare(owner.art), text: owner.label }) : undefined
    const wears = (looks: Looks | undefined) => gone.some((name) => looks?.[name as keyof Looks] !== undefined)
    if (wears(owner.revised?.how === 'redrawn' ? owner.revised.looks : owner.looks))
      return redressed(draft, owner, (each) => ({ ...each, looks: without(each.looks, gone) }))
    if (trade && wears(trade)) return dressed(draft, named(owner), (each) => outOfTrade(each, trade, gone))
  }
  return undefined
}
