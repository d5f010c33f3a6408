import { drawingOf } from '../art.ts'
import type { Mark, Marked } from './find-marks.ts'
import { LANGUAGES } from './languages.ts'
import { asBreed } from './meaning/breeds.ts'
import { asWoman, isFemale } from './people/gender.ts'
import { roleOf } from './people/roles.ts'
import { inItsColour } from './word-tables.ts'

/** A mark with its one meaning settled: `kind` is what sort of thing it says, `value` what it says. */
export type Sense = Omit<Mark, 'meanings'> & Meaning
type Meaning = {
  kind: string
  value: string
  role?: string
  /** The colour that the word itself says: white wine. */
  tint?: string
}

// Drawings that are scenery: where a name of the art data leads to one, it is read as the place or weather it shows.
const SCENERY: Record<string, string> = {
  mountain: 'place:mountains',
  'snow-capped-mountain': 'place:mountains',
  desert: 'place:desert',
  'full-moon': 'sky:full-moon',
  'crescent-moon': 'sky:crescent-moon',
  'full-moon-face': 'sky:full-moon',
  'new-moon': 'sky:full-moon',
  sun: 'sky:sun',
  'sun-with-face': 'sky:sun',
  star: 'sky:star',
  'glowing-star': 'sky:star',
  cloud: 'place:sky',
  fog: 'weather:fog',
  'cloud-with-rain': 'weather:rain',
  'cloud-with-snow': 'weather:snow',
  'cloud-with-lightning': 'weather:storm',
  'cloud-with-lightning-and-rain': 'weather:storm',
  'wind-face': 'weather:wind',
  window: 'home:room',
  motorway: 'place:road',
  'desert-island': 'place:beach',
  coral: 'home:underwater',
  'bust-in-silhouette': 'person',
}

/** Whether an adjective usually follows its noun in a language. */
export function adjectiveFollows(language: string): boolean {
  return LANGUAGES.get(language)?.adjectiveFollows === true
}

/** Whether of two nouns side by side the first is the thing and the second only says of which sort or of whom. */
export function headComesFirst(language: string): boolean {
  return LANGUAGES.get(language)?.head === 'first'
}

/** Whether what governs a noun comes after it, and the noun that a phrase is about comes last. */
export function headComesLast(language: string): boolean {
  return LANGUAGES.get(language)?.head === 'last'
}

function split(meaning: string): Meaning {
  const role = meaning.startsWith('role:') ? meaning.slice('role:'.length) : undefined
  if (role !== undefined) return { kind: 'art', value: roleOf(role)?.art ?? 'person', role }
  const { art, tint } = inItsColour(meaning)
  if (tint !== undefined) return { kind: 'art', value: art, tint }
  const known = Object.hasOwn(SCENERY, meaning) ? (SCENERY[meaning] ?? meaning) : meaning
  const colon = known.indexOf(':')
  return colon < 0 ? { kind: 'art', value: known } : { kind: known.slice(0, colon), value: known.slice(colon + 1) }
}

const AGED =
  /^(vecchi[oaie]?|viej[oa]s?|ancian[oa]s?|velh[oa]s?|vieux|vieille|vieil|alt[er]*|oude?|stary|stara|yasli|eski)$/
const isNoun = (meaning: string) => /^(place|vessel|sky|weather|role):|^[^:]+$/.test(meaning)

// Una vecchia is a woman, una vecchia macchina a car.
function isMereAge(
  mark: Mark,
  [before, next]: (Mark | undefined)[],
  art: string | undefined,
  language: string,
): boolean {
  if (!/^(old(er)?-|person$)/.test(art ?? '') || !AGED.test(mark.text)) return false
  // "Um carro velho": after its noun.
  if (adjectiveFollows(language) && before?.end === mark.at && before.meanings.some(isNoun)) return true
  // "Un vecchio gioca a scacchi": what is a deed as well is what he does.
  const isDeed = next?.meanings.some((meaning) => /^(verb|craft|activity):/.test(meaning))
  return next?.at === mark.end && !isDeed && next.meanings.some(isNoun)
}

// Whether a word that may be a colour or a thing stands where adjectives stand, beside a noun.
function describes(mark: Mark, [before, next]: (Mark | undefined)[], language: string): boolean {
  if (adjectiveFollows(language)) {
    return before?.end === mark.at && before.clause === mark.clause && before.meanings.some(isNoun)
  }
  const close = next !== undefined && next.clause === mark.clause && next.at - mark.end <= 1
  return (
    close && next.meanings.some((meaning) => !/^(stop|rel|post|cue|not|activity|verb|craft|happening)/.test(meaning))
  )
}

// A glass swan is made of glass, a glass beside a swan is a glass: only a thing that follows, or is followed, has a material.
function isMadeOf(mark: Mark, [before, next]: (Mark | undefined)[], language: string): boolean {
  if (mark.text.includes(' ')) return true
  const beside = adjectiveFollows(language) ? before : next
  const gap = beside === before ? mark.at - (before?.end ?? 0) : (next?.at ?? 0) - mark.end
  return (
    beside?.clause === mark.clause &&
    gap <= 1 &&
    beside.meanings.some((meaning) => /^(vessel|support):|^[^:]+$/.test(meaning))
  )
}

// An orange cat is a cat, an orange beside a cat is a fruit; a baby seal is small, a baby alone is a baby.
function settle(mark: Mark, around: (Mark | undefined)[], language: string): Meaning {
  const options = mark.meanings.map(split)
  const said = options.filter(({ kind }) => kind !== 'stop' && kind !== 'home' && !BESIDE.test(kind))
  const material = said.find((option) => option.kind === 'material')
  if (material && (said.length === 1 || isMadeOf(mark, around, language))) return material
  const useful = said.filter((option) => option !== material)
  const colour = useful.find((option) => option.kind === 'colour' || option.kind === 'size')
  const thing = useful.find((option) => option.kind === 'art')
  if (colour && thing) return describes(mark, around, language) ? colour : thing
  if (isMereAge(mark, around, thing?.value, language)) return { kind: 'stop', value: 'yes' }
  const ranked = useful.find((option) => option.kind !== 'idea' && option.value !== '1') ?? useful[0]
  return ranked ?? options.find(({ kind }) => BESIDE.test(kind)) ?? { kind: 'stop', value: 'yes' }
}

const SAID_WITHIN = /^(rel|post|activity|verb|weather|sky|time|particles):/

const DEEDS = /^(verb|craft|activity|finish):/
const LOOKED_AT = /^(weather|sky|time):/
const OBJECT = /^(weather|sky|time|place):|^[^:]+$/

// 看书, 拉小提琴: in Chinese the deed and what it is done to are one word of the tables, and the book is there.
const withinDeed = (language: string) => (language === 'zh' ? OBJECT : LOOKED_AT)

// "Jumps over" happens, "watching the moon" is done: what the words of such a phrase say alone still counts, as far as it
// says where somebody is, what they do and what is in the sky.
function saidWithin(mark: Mark, marked: Marked): Mark[] {
  const all = (kinds: RegExp) => mark.meanings.every((meaning) => kinds.test(meaning))
  const kept = all(/^happening:/) ? SAID_WITHIN : all(DEEDS) ? withinDeed(marked.language) : undefined
  if (mark.end - mark.at < 2 || !kept) return []
  // Who fishes has caught none yet.
  if (mark.meanings.includes('verb:fish')) return []
  return marked
    .within(mark)
    .flatMap((inner) => (inner.meanings.some((meaning) => kept.test(meaning)) ? [inner] : saidWithin(inner, marked)))
}

// What is done, worn or stood on, and what sort of sheet it is: said beside whatever else a word means, for those who stage it.
const BESIDE = /^(verb|craft|look|support|part|finish|format|framing|carrier|happening|edit|fitting)$/

const isPerson = ({ kind, value }: Sense) => kind === 'art' && drawingOf(value)?.kind.startsWith('person') === true

// A calf is an elephant's or a whale's as well as a cow's, and never a horse's.
const HAS_CALVES = /elephant|whale|dolphin|hippo|rhino|giraffe|bison|buffalo|camel|moose|yak|cow|^ox/

// Words for the young that mean no child.
const OF_BEASTS = /cal(f|ves)|foal|lamb|pigl|kitten|pupp|joey|fawn|chick|ling|owlet|eaglet|cygnet/

// Cubs are of the animal that was named before them; of none, they are what their word mostly means.
function asYoung(sense: Sense, at: number, senses: readonly Sense[]): Sense {
  if (sense.kind !== 'young') return sense
  const hasSuch = (parentArt: string) => sense.value !== 'cow' || HAS_CALVES.test(parentArt)
  // "Catches a fish for her cubs": they are hers, and no fish.
  const own = /^(her|his|its|their)$/.test(senses[at - 1]?.text ?? '')
  const beasts = senses
    .slice(0, at)
    .filter(({ kind, value }) => kind === 'art' && drawingOf(value)?.kind.startsWith('animal') && hasSuch(value))
  const parent = own ? beasts[0] : beasts.at(-1)
  const [child, person] = [/bab/.test(sense.text), senses.slice(0, at).some(isPerson)]
  // A mother's baby is no cub.
  if (!parent && (child || (person && !OF_BEASTS.test(sense.text))))
    return { ...sense, kind: 'art', value: child ? 'baby' : 'child' }
  // Lynx cubs are young lynxes, one word for both.
  const start = parent?.end === sense.at ? parent.at : sense.at
  return { ...sense, at: start, kind: 'art', value: parent?.value ?? sense.value }
}

const isSwallowed = (sense: Sense, senses: readonly Sense[]) =>
  senses.some((other) => other !== sense && other.at === sense.at && other.end > sense.end && sense.kind === 'art')

const homeOf = (role: string | undefined): string[] => [roleOf(role)?.home ?? []].flat()

// Una pescadora, a shepherdess: the same drawing as a woman.
function asGendered(meaning: Meaning, { text }: Mark, before: string, language: string): Meaning {
  if (meaning.kind !== 'art') return meaning
  const trade = meaning.role !== undefined || drawingOf(meaning.value)?.kind === 'person-role'
  return trade && isFemale(text, before, language) ? { ...meaning, value: asWoman(meaning.value) } : meaning
}

/** Settles every mark on one meaning and takes out what the prompt says is not there. */
export function settleSenses(marked: Marked): Sense[] {
  const { language, tokens } = marked
  const marks = marked.marks.flatMap((mark): Mark[] => [mark, ...saidWithin(mark, marked)])
  const meant = marks.flatMap((mark, at): Sense[] => {
    // Fresh air calls a window to mind, but fresh bread is in no room: a mere association is no place.
    if (mark.strength === 1 && mark.meanings.some((meaning) => SCENERY[meaning]?.startsWith('place:'))) return []
    const { meanings, ...rest } = mark
    const meaning = settle(mark, [marks[at - 1], marks[at + 1]], language)
    const settled = { ...rest, ...asGendered(meaning, mark, tokens[mark.at - 1]?.text ?? '', language) }
    // Some verbs say both what is done and where: 飞过 is to fly and to be above.
    const deed = /^(rel|post)$/.test(settled.kind) && meanings.find((meaning) => meaning.startsWith('activity:'))
    // A fisherman is at sea, as long as nothing else is said.
    const home = meanings.find((meaning) => meaning.startsWith('home:'))
    const beside = meanings.map(split).filter(({ kind }) => BESIDE.test(kind) && kind !== settled.kind)
    return [
      ...(deed ? [{ ...rest, ...split(deed) }] : []),
      settled,
      ...homeOf(settled.role).map((value) => ({ ...rest, kind: 'home', value })),
      ...(home ? [{ ...rest, ...split(home) }] : []),
      ...beside.map((one) => ({ ...rest, ...one })),
    ]
  })
  const grown = meant.map(asYoung).map((sense, _, all) => (language === 'en' ? asBreed(sense, all) : sense))
  const senses = grown.filter((sense) => !isSwallowed(sense, grown))
  const absent = new Set<Sense>()
  senses.forEach((sense, at) => {
    if (sense.kind !== 'not') return
    const neighbours = headComesLast(language) ? senses.slice(0, at).toReversed() : senses.slice(at + 1)
    const denied = neighbours.find((other) => other.kind !== 'stop' && other.kind !== 'count')
    if (denied && denied.clause === sense.clause && Math.abs(denied.at - sense.at) <= 4) absent.add(denied)
  })
  return senses.filter((sense) => sense.kind !== 'not' && !absent.has(sense))
}
