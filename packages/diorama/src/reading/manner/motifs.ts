import { drawingOf } from '../../art.ts'
import type { Subject } from '../../brief.ts'
import type { Design } from '../../design.ts'
import type { Sense } from '../senses.ts'

// What stands for a word of sky, weather or land where things are wanted, not a scene.
const MOTIFS: Record<string, string> = {
  'sky:star': 'star',
  'sky:sun': 'sun',
  'sky:full-moon': 'full-moon',
  'sky:crescent-moon': 'crescent-moon',
  'particles:leaves': 'herb',
  'particles:snow': 'snowflake',
  'particles:petals': 'cherry-blossom',
  'particles:stars': 'star',
  'particles:bubbles': 'bubbles',
  'particles:embers': 'fire',
  'weather:snow': 'snowflake',
  'weather:storm': 'high-voltage',
  'weather:rain': 'droplet',
  'place:mountains': 'snow-capped-mountain',
  'place:forest': 'evergreen-tree',
  'place:sea': 'water-wave',
  'place:beach': 'palm-tree',
  'place:desert': 'cactus',
  'place:garden': 'blossom',
  'place:meadow': 'blossom',
  'place:city': 'cityscape',
  'place:space': 'ringed-planet',
  'place:sky': 'cloud',
  'place:volcano': 'volcano',
  'place:cafe': 'hot-beverage',
  'place:kitchen': 'cooking',
  'place:library': 'books',
  'place:lake': 'water-wave',
  'place:river': 'water-wave',
  'place:island': 'desert-island',
  'weather:fog': 'fog',
  'weather:wind': 'wind-face',
  'weather:cloudy': 'cloud',
}
// Weather among icons is the sign of it, with its cloud.
const SIGNS: Record<string, string> = {
  'weather:snow': 'cloud-with-snow',
  'weather:storm': 'cloud-with-lightning-and-rain',
  'weather:rain': 'cloud-with-rain',
  'particles:snow': 'cloud-with-snow',
}
const SHIELDS = /^(shield)$/
// Land and sky that a mark may be of; a café or a library is mostly whom it is for.
const NATURE = /^place:(mountains|forest|sea|beach|desert|volcano|space|island)$/

// "Vegetables: a tomato, a carrot, corn": the class that is named before its members is none of them.
function withoutClass(subjects: readonly Subject[], { kind }: Design): readonly Subject[] {
  const [first, ...others] = subjects
  const heads = kind === 'collection' && others.length > 2 && others.filter(({ count }) => count === 1).length > 2
  // Gems are shown by a diamond, which is one of them.
  return heads && (first?.count ?? 1) > 1 && first?.art !== 'gem-stone' ? others : subjects
}

type Placed = { at: number; subject: Subject }

// Where a subject was named; what no word names comes last.
function placeOf({ art }: Subject, senses: readonly Sense[]): number {
  const named = senses.find(({ kind, value }) => kind === 'art' && (art === value || art.startsWith(`${value}-`)))
  return named?.at ?? senses.at(-1)?.end ?? 0
}

const isWord = ({ kind }: Sense) => !/^(stop|colour|size|count|tag)$/.test(kind)

// A piece of a list stands alone between two commas.
function isListed(sense: Sense, senses: readonly Sense[]): boolean {
  return senses.every((other) => other === sense || other.clause !== sense.clause || !isWord(other))
}

const isFor = ({ at, clause }: Sense, senses: readonly Sense[]) =>
  senses.some((other) => other.text === 'for' && other.clause === clause && other.at < at && at - other.at <= 4)

/** The drawing that stands for a word of sky, weather or land on this sheet, if it may be one of its motifs. */
function motifOf(sense: Sense, senses: readonly Sense[], { kind }: Design, many: boolean): string | undefined {
  const key = `${sense.kind}:${sense.value}`
  const art = (kind === 'collection' ? SIGNS[key] : undefined) ?? MOTIFS[key]
  if (art === undefined) return undefined
  // Sparkles on gems and stars about shells are no pieces of a collection.
  if (kind === 'collection') return isListed(sense, senses) ? art : undefined
  if (sense.kind !== 'place' || sense.value === 'sky' || !many) return art
  // A shop sells its coffee; a café that a mark is for need not be in it twice.
  return NATURE.test(key) && !isFor(sense, senses) ? art : undefined
}

const MOST: Partial<Record<Design['kind'], number>> = { collection: 12, pattern: 6 }

/** The things of a sheet in the order of the words: the subjects, and what stands for words of sky and land. */
export function motifsOf(subjects: readonly Subject[], senses: readonly Sense[], design: Design): Subject[] {
  const real = withoutClass(subjects, design).filter(({ scenery }) => !scenery)
  const framed = design.shape === 'shield' && real.length > 1 ? real.filter(({ art }) => !SHIELDS.test(art)) : real
  const placed: Placed[] = framed.map((subject) => ({ at: placeOf(subject, senses), subject }))
  for (const sense of senses) {
    const drawing = drawingOf(motifOf(sense, senses, design, framed.length > 0) ?? '')
    if (!drawing) continue
    const { id: art, label, kind } = drawing
    placed.push({ at: sense.at, subject: { art, label, kind, count: 1, scale: 'normal' } })
  }
  const all = placed.toSorted((a, b) => a.at - b.at).map(({ subject }) => subject)
  return all
    .filter(({ art }, at) => all.findIndex((other) => other.art === art) === at)
    .slice(0, MOST[design.kind] ?? 4)
}
