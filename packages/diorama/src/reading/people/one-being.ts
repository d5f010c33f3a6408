import { drawingOf } from '../../art.ts'
import type { NamedThing } from '../meaning/named-thing.ts'
import { isParent } from './families.ts'
import { asOne } from './same-person.ts'

type Being = NamedThing & { label: string }

// A woman astronaut is one person, not two.
function asOnePerson<T extends Being>(first: T, second: T): T | undefined {
  const gender = /^(woman|girl|old-woman)$/.test(first.art)
    ? 'woman'
    : /^(man|boy)$/.test(first.art)
      ? 'man'
      : undefined
  if (!gender || !/^person-(role|fantasy)/.test(second.kind)) return undefined
  const both = drawingOf(`${gender}-${second.art}`)
  return { ...second, ...(both && { art: both.id, label: both.label }) }
}

const NAMES_SOMEBODY = /(er|ers|ist|ists|man|men|woman|women)$/

/** A woman doing yoga is one person too: the second word says what the first one does. */
export function asDoer<T extends Being>(first: T, second: T): T | undefined {
  // A cat that does yoga does it without a yogi.
  const nobody = /^(yoga|meditation|gymnastics|acrobatics)$/.test(second.sense.text)
  if (nobody && first.kind.startsWith('animal') && second.sense.at - first.sense.end <= 2) return first
  if (!/^(person|man|woman|girl|boy|child|old-man|old-woman)$/.test(first.art)) return undefined
  if (!/^person-(sport|resting)/.test(second.kind) || second.sense.at - first.sense.end > 4) return undefined
  // A reporter interviews a football player: between two words for people something is done.
  if (NAMES_SOMEBODY.test(second.sense.text) && second.sense.at - first.sense.end > 1) return undefined
  const gender = /woman|girl/.test(first.art) ? 'woman' : /^(man|boy|old-man)$/.test(first.art) ? 'man' : 'person'
  const both = drawingOf(second.art.replace(/^person/, gender))
  return { ...second, sense: first.sense, ...(both && { art: both.id, label: both.label }) }
}

// A baby elephant is one animal, on whichever side the language puts the baby.
function asYoung<T extends Being>(first: T, second: T): T | undefined {
  const [baby, other] = first.art === 'baby' ? [first, second] : [second, first]
  return baby.art === 'baby' && other.kind.startsWith('animal') ? other : undefined
}

// A mother duck is a duck.
function asParent<T extends Being>(first: T, second: T): T | undefined {
  if (isParent(first.sense.text) && second.kind.startsWith('animal')) return second
  // 鸭妈妈, "an elephant mother with her baby": the other way round.
  const after = isParent(second.sense.text) && first.sense.end === second.sense.at
  return after && first.kind.startsWith('animal') ? first : undefined
}

// 农民伯伯, 警察叔叔, 大工さん: how somebody is addressed after what they are.
function asAddressed<T extends Being>(first: T, second: T): T | undefined {
  const addressed = /^(伯伯|叔叔|大叔|阿姨|大爷|大妈|大娘|爷爷|奶奶|师傅|おじさん|おばさん|お兄さん|お姉さん)$/
  const touching = first.sense.end === second.sense.at && addressed.test(second.sense.text)
  return touching && /^person-(role|fantasy)/.test(first.kind) ? first : undefined
}

// A robot dog is a dog of metal.
function asMachine<T extends Being>(first: T, second: T): T | undefined {
  const robot = /^(robot|robotic|cyborg|roboter)$/.test(first.sense.text) && first.sense.end === second.sense.at
  return robot && second.kind.startsWith('animal') ? second : undefined
}

const PLAIN = /^(person|man|woman|girl|boy|child|old-man|old-woman|older-person)$/
const FABLED = /^person-fantasy/

// "An elf archer", "an old man wizard", "a dancer girl": two English words for people side by side are one of them. Who is of a
// tale is known by that, and anybody by what they do sooner than by their age.
function asOneOfTwo<T extends Being>(first: T, second: T, language: string): T | undefined {
  if (language !== 'en' || first.sense.plural || first.sense.end !== second.sense.at) return undefined
  if (!first.kind.startsWith('person') || !second.kind.startsWith('person') || first.art === second.art)
    return undefined
  const [plain, also] = [PLAIN.test(first.art), PLAIN.test(second.art)]
  if (plain && also) return undefined
  const sense = { ...second.sense, at: first.sense.at }
  return !plain && (also || FABLED.test(first.kind)) ? { ...first, sense } : { ...second, sense }
}

// رجل بدوي, बूढ़ा मछुआरा, старик рыбак: who it is, and then what they do; the head is that of the plain word.
function asTheirTrade<T extends Being>(first: T, second: T, language: string): T | undefined {
  if (!/^(ar|hi|ru)$/.test(language) || first.sense.plural || first.sense.end !== second.sense.at) return undefined
  const plain = PLAIN.test(first.art) && first.sense.role === undefined
  const trade = second.kind === 'person' && second.sense.role !== undefined
  if (!plain || !trade || first.sense.clause !== second.sense.clause) return undefined
  return { ...second, art: first.art, label: first.label, sense: { ...second.sense, at: first.sense.at } }
}

/** Two neighbouring words for one being: a woman astronaut, a baby elephant, a mother duck. */
export function asOneBeing<T extends Being>(last: T, thing: T, language: string): T | undefined {
  const one =
    asTheirTrade(last, thing, language) ??
    asOnePerson(last, thing) ??
    asDoer(thing, last) ??
    asYoung(last, thing) ??
    asParent(last, thing) ??
    asAddressed(last, thing) ??
    asMachine(last, thing)
  return one ?? asOne(last, thing, language) ?? asOneOfTwo(last, thing, language)
}
