import type { Brief, Looks, Subject } from '../../brief.ts'
import { shownIn, type Draft } from './draft.ts'
import { withoutArticle } from './phrases.ts'
import { bare, isPerson, whoIsMeant } from './who-is-meant.ts'

/** Reads words as a prompt of their own. */
export type Reader = (text: string) => Brief

/** What words show first. */
export const firstOf = ({ subjects, script }: Brief): Subject | undefined =>
  subjects.find(({ scenery }) => !scenery) ?? script?.entities[0]

/** Somebody in the picture by the words that name them. */
export function meantBy(said: string, draft: Draft, read: Reader): Subject | undefined {
  const words = said.replaceAll('-', ' ')
  const shown = shownIn(draft.now).filter(({ scenery }) => !scenery)
  const plain = withoutArticle(words).toLowerCase()
  const direct = shown.find(({ label }) => label.toLowerCase() === plain)
  if (direct) return direct
  const wanted = firstOf(read(words))
  const word = plain.split(' ').at(-1) ?? ''
  const hasWord = ({ art, label }: Subject) =>
    word.length > 2 && `${bare(art)} ${label}`.toLowerCase().split(/[- ]/).includes(word)
  // A floor lamp is the lamp, before a sofa is, which is but of the same kind.
  return (
    (wanted && whoIsMeant(shown, wanted, true)) ??
    shown.find((one) => !isPerson(one) && hasWord(one)) ??
    (wanted && whoIsMeant(shown, wanted)) ??
    shown.find(hasWord)
  )
}

/** The same where something is taken away or exchanged: a vase of flowers is shown as flowers, the one thing there is. */
export function looselyMeantBy(words: string, draft: Draft, read: Reader): Subject | undefined {
  const one = meantBy(words, draft, read)
  if (one) return one
  const only = draft.was.subjects.filter(({ scenery }) => !scenery)
  // The sun of a sunset is not named.
  const said = withoutArticle(words).toLowerCase()
  const isNamed = ` ${draft.was.prompt.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `.includes(` ${said} `)
  const wanted = firstOf(read(words))
  return only.length === 1 && isNamed && wanted && wanted.kind !== 'clothing' ? only[0] : undefined
}

/** Somebody as a sentence tells of them. */
export const toldOf = (brief: Brief, who: Subject): Subject | undefined => whoIsMeant(shownIn(brief), who)

/** What a description says of somebody beyond who it is. */
export function saidOf({ colour, material, parts, looks }: Subject): Partial<Subject> {
  return { ...(colour && { colour }), ...(material && { material }), ...(parts && { parts }), ...(looks && { looks }) }
}

/** What the first says that the second does not. */
export function beyond(said: Partial<Subject>, plain: Partial<Subject>): Partial<Subject> {
  const looks = Object.entries(said.looks ?? {}).filter(
    ([name, value]) => JSON.stringify(plain.looks?.[name as keyof Looks]) !== JSON.stringify(value),
  )
  const { looks: _looks, ...others } = said
  const more = Object.entries(others).filter(([name]) => !Object.hasOwn(plain, name))
  return { ...Object.fromEntries(more), ...(looks.length > 0 && { looks: Object.fromEntries(looks) }) }
}

/** Somebody with what is said of them on top of what was known. */
export function merged(one: Subject, said: Partial<Subject>): Subject {
  const looks: Looks | undefined = said.looks && {
    ...one.looks,
    ...said.looks,
    ...(one.looks?.hair && said.looks.hair && { hair: { ...one.looks.hair, ...said.looks.hair } }),
  }
  const parts = said.parts && [
    ...(one.parts ?? []).filter(({ part }) => !said.parts?.some((other) => other.part === part)),
    ...said.parts,
  ]
  return { ...one, ...said, ...(looks && { looks }), ...(parts && { parts }) }
}
