import { areOfTwoColours } from '../meaning/colours-of-each.ts'
import type { NamedThing } from '../meaning/named-thing.ts'
import type { Sense } from '../senses.ts'
import { drawingOf } from '../../art.ts'
import { stem } from '../stems.ts'
import { isElsewhere } from './elsewhere.ts'

// How somebody is seen, and no second one: "only his silhouette".
const SEEN_AS =
  /^(silhouettes?|figures?|characters?|faces?|human face|portrait subject|silueta|rostro|visage|gesicht|rosto|volto|viso|лицо|twarz|sylwetka|ansikte|gezicht)$/
// Words that may call whoever was named before.
const AGAIN = /^(person|people|someone|humans?|persona|personne|mensch|pessoa|человек|osoba|人)$/
const ONE_MORE =
  /^(a|an|another|one|second|un|una|uno|otro|otra|une|autre|ein|eine|einen|einem|einer|um|uma|outro|outra|altro|altra|een|en|ett|ещё|другой|inny)$/

const isPerson = ({ kind }: NamedThing) => kind.startsWith('person')

type Known = { senses: readonly Sense[]; language: string }

const isOneMore = ({ sense }: NamedThing, { senses }: Known) =>
  ONE_MORE.test(senses.find(({ end }) => end === sense.at)?.text ?? '')

// "A nurse, two people beside her": who is counted was not there before.
const isCounted = ({ sense }: NamedThing, { senses }: Known) =>
  senses.some(({ end, kind }) => kind === 'count' && end === sense.at)

// A nurse and a doctor have one drawing and are two, and so are a man and another man; the nurse of the next sentence is
// the same as the first.
function isAnother(thing: NamedThing, other: NamedThing, known: Known): boolean {
  if (thing.sense.at < other.sense.end) return false
  if (thing.kind.startsWith('animal')) return areOfTwoColours(other.sense, thing.sense, known.senses, known.language)
  if (!isPerson(thing)) return false
  const [one, two] = [thing, other].map(({ sense }) => stem(sense.text, known.language))
  return one === two ? isOneMore(thing, known) : thing.sense.at > other.sense.end
}

function isSaidAgain(thing: NamedThing, things: readonly NamedThing[], known: Known): boolean {
  const others = things.filter((other) => other !== thing && isPerson(other) && !SEEN_AS.test(other.sense.text))
  if (SEEN_AS.test(thing.sense.text)) return others.length > 0
  const earlier = others.some(({ sense }) => sense.at < thing.sense.at)
  const another = isOneMore(thing, known) || isCounted(thing, known) || isElsewhere(thing.sense, known.senses)
  return AGAIN.test(thing.sense.text) && earlier && !another
}

/** The things of a prompt, each once: what is named again is the one that was named before. */
export function eachOnce<T extends NamedThing>(things: readonly T[], known: Known): T[] {
  return things.filter((thing, at) => {
    if (isPerson(thing) && isSaidAgain(thing, things, known)) return false
    return things.slice(0, at).every((other) => other.art !== thing.art || isAnother(thing, other, known))
  })
}

const PLAIN = /^(person|man|woman|girl|boy|child|baby|old-man|old-woman)$/

// A warrior woman, a pirate girl: one, as a woman where there is such a drawing.
function ofSex<T extends NamedThing>(role: T, plain: T): T | undefined {
  if (!/^person-(role|fantasy)/.test(role.kind) || role.sense.plural !== plain.sense.plural) return undefined
  const gender = /woman|girl/.test(plain.art) ? 'woman' : /^(man|boy|old-man)$/.test(plain.art) ? 'man' : undefined
  const both = gender && drawingOf(`${gender}-${role.art}`)
  return { ...role, ...(both && { art: both.id }), sense: { ...role.sense, end: plain.sense.end } }
}

// Of which folk somebody is, said before who it is: an elven queen is a queen, an elven warrior an elf.
const FOLK = /^(elven|elvish|elfin|dwarven|fairy|vampire|zombie|mermaid|goblin|demon|angel)$/

function ofFolk<T extends NamedThing>(folk: T, person: T): T | undefined {
  if (!FOLK.test(folk.sense.text) || !isPerson(person)) return undefined
  const plain = PLAIN.test(person.art) || person.sense.role !== undefined
  return plain ? { ...folk, sense: { ...person.sense, at: folk.sense.at } } : person
}

// A viking woman has the trade of the one word and the head of the other.
function withHeadOf<T extends NamedThing>(first: T, plain: T): T | undefined {
  if (first.art === 'person' && first.sense.role !== undefined)
    return { ...plain, sense: { ...first.sense, end: plain.sense.end } }
  return PLAIN.test(first.art) ? first : ofSex(first, plain)
}

/** Two words for one person side by side: a newborn baby, девушка-скрипачка. Signs without spaces may be two: 爸爸妈妈. */
export function asOne<T extends NamedThing>(first: T, second: T, language: string): T | undefined {
  if (!isPerson(first) || !isPerson(second)) return undefined
  if (first.art === second.art) return first
  const folk = language === 'en' ? ofFolk(first, second) : undefined
  if (folk) return folk
  if (/^(zh|ja|ko|th|ar)$/.test(language)) return undefined
  if (PLAIN.test(second.art) && second.art !== 'person') return withHeadOf(first, second)
  if (!PLAIN.test(first.art) || second.art !== 'person') return undefined
  const { role } = second.sense
  return { ...first, sense: { ...second.sense, at: first.sense.at, ...(role !== undefined && { role }) } }
}
