import type { Subject } from '../../brief.ts'

const TONE = /-(?:medium-light|medium-dark|light|medium|dark)-skin-tone/
const WOMEN = /woman|girl|princess|queen|mother|grandma|bride|nun|witch|lady|ballerina|mermaid|fairy/
const MEN = /(?:^|-)man|boy|prince$|king|father|groom|monk|guy|mage$|santa/
const YOUNG = /girl|boy|child|baby/
// What people are called who could be anybody.
const ANYBODY = /^(?:person|man|woman|boy|girl|child|baby|old-man|old-woman|older-person|people-hugging|family)$/

/** A drawing without the tone of its skin. */
export const bare = (art: string): string => art.replace(TONE, '')

export const isPerson = ({ kind }: Subject): boolean => kind.startsWith('person')
export const isBeing = ({ kind }: Subject): boolean => /^(?:person|animal)/.test(kind)

const shownAs = ({ art, label }: Subject) => `${bare(art)} ${label.toLowerCase()}`
const isWoman = (one: Subject) => WOMEN.test(shownAs(one))
const isMan = (one: Subject) => !isWoman(one) && MEN.test(shownAs(one))

// How well somebody of the picture answers to a name: by the same drawing, the same word, the same sort of person or kind of thing.
const MEASURES: readonly ((one: Subject, wanted: Subject) => boolean)[] = [
  (one, wanted) => bare(one.art) === bare(wanted.art),
  (one, wanted) => one.label.toLowerCase() === wanted.label.toLowerCase(),
  (one, { art, kind }) =>
    (kind !== 'clothing' && bare(one.art).split('-').includes(bare(art))) ||
    bare(art).split('-').includes(bare(one.art)),
  (one, { art }) =>
    isPerson(one) &&
    ANYBODY.test(bare(art)) &&
    (!/woman|girl/.test(art) || isWoman(one)) &&
    (!/^(man|boy|old-man)/.test(art) || isMan(one)) &&
    (!YOUNG.test(art) || YOUNG.test(one.art)),
  (one, { art }) => isPerson(one) && ANYBODY.test(bare(art)),
  (one, { kind, art }) =>
    one.kind === kind && !isPerson(one) && !/^(?:object|tool|other)/.test(kind) && bare(art).length > 0,
]

// How many of these are by name.
const BY_NAME = 3

/** The drawing in a picture that a name means; nothing where nobody there answers to it. `byName`: not by its kind alone. */
export function whoIsMeant(shown: readonly Subject[], wanted: Subject, byName = false): Subject | undefined {
  for (const answers of byName ? MEASURES.slice(0, BY_NAME) : MEASURES) {
    const [one] = shown.filter((each) => answers(each, wanted))
    if (one) return one
  }
  return undefined
}

const first = (shown: readonly Subject[], is: (one: Subject) => boolean) => shown.find(is)

/** Whom "him", "her", "it" and "them" mean. */
export function byPronoun(shown: readonly Subject[], word: string): Subject | undefined {
  const being = first(shown, isBeing)
  if (/^(?:him|his|he|himself)$/i.test(word)) return first(shown, (one) => isPerson(one) && isMan(one)) ?? being
  if (/^(?:her|hers|she|herself)$/i.test(word)) return first(shown, (one) => isPerson(one) && isWoman(one)) ?? being
  return being ?? shown[0]
}

/** By which word somebody is named in a sentence; drawings may be called at length. */
export function nameOf(one: Subject): string {
  const label = one.label.toLowerCase()
  if (!isPerson(one) || label.split(' ').length < 3) return label
  return isWoman(one) ? 'woman' : isMan(one) ? 'man' : 'person'
}
