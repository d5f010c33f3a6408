import type { Subject } from '../../brief.ts'
import { TILINGS, type Design, type DesignKind, type MarkShape, type Studio, type Tiling } from '../../design.ts'
import { drawingOf } from '../../art.ts'
import type { Style } from '../../scene/styles/styles.ts'
import type { Sense } from '../senses.ts'
import { isLiving } from '../things.ts'

/** What sort of sheet a prompt asks for: a design, a studio, or neither. */
export type Format = { design?: Design; studio?: Studio }

const DESIGNS: readonly DesignKind[] = ['pattern', 'mark', 'icon', 'isometric', 'flat-lay', 'aerial']
const SHAPES: readonly MarkShape[] = ['shield', 'circle', 'hexagon', 'square']
// A shirt with a logo is a shirt, and a butterfly with a pattern a butterfly.
const BORNE = /^(mark|icon|pattern|sticker)$/
const WITH = /^(with|mit|avec|con|com|с|со|z|met|med|dengan)$/

type Words = { senses: readonly Sense[]; tokens: readonly { text: string }[] }

function isBorne({ at }: Sense, { tokens }: Words): boolean {
  return at > 2 && tokens.slice(Math.max(0, at - 3), at).some(({ text }) => WITH.test(text))
}

// Words that say by themselves how the plane is covered; the others are said of many patterns that have motifs.
const WHOLLY = /^(star-hexagons|stars|azulejo|herringbone|chevron|scales|plaid|terrazzo|argyle|dots|checker|waves)$/
const REPEATED = /pattern|muster|tile|texture|motif|padr|patr/
// What is meant as a form of the pattern, or is drawn in each tile of it anyway.
const FORMS =
  /^(star|glowing-star|triangular-ruler|french-fries|hexagon|blossom|hibiscus|rosette|white-flower|gem-stone)$/

// The tiling that the words ask for, as long as there is no motif that would have to be seen instead.
function tilingOf(said: readonly Sense[], subjects: readonly Subject[]): Tiling | undefined {
  const words = said.filter(({ value }) => value.startsWith('tiling-'))
  const named = new Set(words.map(({ value }) => value.slice('tiling-'.length)))
  const pattern = said.some(({ value }) => value === 'pattern') || words.some(({ text }) => REPEATED.test(text))
  if (!pattern || named.size === 0) return undefined
  const hexagons = named.has('hexagons') || said.some(({ value }) => value === 'hexagon')
  if (hexagons) named.add(named.has('stars') ? 'star-hexagons' : 'hexagons')
  const tiling = TILINGS.find((one) => named.has(one))
  const motifs = subjects.filter(({ art, scenery }) => !scenery && !FORMS.test(art))
  const free = tiling && WHOLLY.test(tiling) ? motifs.filter((one) => isLiving(one)) : motifs
  return free.length === 0 ? tiling : undefined
}

const LINED = /^(line|colouring|black-and-white|pencil)$/

// Things laid out for themselves: said to be a collection, or icons of several things. People stand about otherwise.
function isCollection(named: ReadonlySet<string>, subjects: readonly Subject[]): boolean {
  if (subjects.length === 0 || subjects.some(({ kind }) => kind.startsWith('person'))) return false
  if (named.has('mark') || named.has('pattern')) return false
  return (
    ['collection', 'in-a-ring', 'in-a-grid'].some((one) => named.has(one)) || (named.has('icon') && subjects.length > 2)
  )
}

function designOf(said: readonly Sense[], { subjects, style }: Facts): Design | undefined {
  const named = new Set(said.map(({ value }) => value))
  if (named.has('mandala')) return { kind: 'mandala', ...(LINED.test(style) && { lined: true }) }
  if (said.some(({ value, text }) => value.startsWith('tiling-') && /pattern|muster/.test(text))) named.add('pattern')
  const tiling = tilingOf(said, subjects)
  if (tiling) return { kind: 'tiling', tiling }
  if (isCollection(named, subjects)) return { kind: 'collection', ...(named.has('in-a-ring') && { ring: true }) }
  const kind = DESIGNS.find((one) => named.has(one))
  if (!kind) return undefined
  const shape = SHAPES.find((one) => named.has(one))
  return { kind, ...(shape && { shape }) }
}

/** The colour of a named background, with the words that said it: they describe no thing and tint no sky. */
export function backdropOf(senses: readonly Sense[]): { colour: string | undefined; used: Sense[] } {
  for (const [at, sense] of senses.entries()) {
    if (sense.kind !== 'format' || sense.value !== 'backdrop') continue
    const near = [senses[at - 1], senses[at - 2], senses[at + 1], senses[at + 2]].find(
      (other) =>
        other?.kind === 'colour' &&
        other.clause === sense.clause &&
        other.end >= sense.at - 1 &&
        other.at <= sense.end + 1,
    )
    if (near) return { colour: near.value, used: [near, sense] }
  }
  return printedOn(senses)
}

// "Gold on navy blue": two colours and nothing between them but "on" are the ink and its paper.
function printedOn(senses: readonly Sense[]): { colour: string | undefined; used: Sense[] } {
  const colours = senses.filter(({ kind }) => kind === 'colour')
  const paper = colours.find((one) => {
    const ink = colours.find(({ end, clause }) => end === one.at - 1 && clause === one.clause)
    const between = senses.find(({ at }) => at === one.at - 1)
    const last = !senses.some(({ at, clause, kind }) => at >= one.end && clause === one.clause && kind !== 'stop')
    return ink !== undefined && last && /^(on|auf|sur|sobre|su|na|på|op)$/.test(between?.text ?? '')
  })
  return { colour: paper?.value, used: paper ? [paper] : [] }
}

type Facts = {
  placed: boolean
  backdrop: string | undefined
  style: Style
  subjects: readonly Subject[]
  /** The colour of paint that flies behind. */
  splash?: string | undefined
}

const STUDIO_WORDS = ['studio', 'white', 'black', 'sticker', 'podium'] as const

// White and black where they are the paper itself.
function bareColour(named: ReadonlySet<string>): string | undefined {
  if (named.has('white') || named.has('sticker')) return '#ffffff'
  return named.has('black') ? '#15151b' : undefined
}

function studioOf(
  named: ReadonlySet<string>,
  { placed, backdrop, style, splash, subjects }: Facts,
  floats: boolean,
): Studio | undefined {
  const weak =
    !placed && (named.has('product') || splash !== undefined || backdrop !== undefined || style === 'blueprint')
  if (!weak && !STUDIO_WORDS.some((word) => named.has(word))) return undefined
  const colour = backdrop ?? bareColour(named)
  const floating = floats && !subjects.some((one) => isLiving(one))
  return {
    ...(colour && { colour }),
    podium: named.has('podium'),
    sticker: named.has('sticker'),
    ...(splash && { splash }),
    ...(floating && { floating: true }),
  }
}

/**
 * What sort of sheet the words ask for. `placed`: a place is named, which a mere product shot does not take away.
 * What is drawn as a plan has no land around it.
 */
export function formatOf(words: Words, facts: Facts): Format {
  const said = words.senses.filter(
    (sense) => sense.kind === 'format' && !(BORNE.test(sense.value) && isBorne(sense, words)),
  )
  const named = new Set(said.map(({ value }) => value))
  const design = designOf(said, facts)
  const floats = words.senses.some(({ kind, value }) => kind === 'activity' && value === 'float')
  const studio = studioOf(named, facts, floats)
  // What lies on a sheet for itself has the paper that was named.
  if (design) return studio && /^(collection|mandala)$/.test(design.kind) ? { design, studio } : { design }
  return studio ? { studio } : {}
}

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
}
const SHIELDS = /^(shield)$/

// "Vegetables: a tomato, a carrot, corn": the class that is named before its members is none of them.
function withoutClass(subjects: readonly Subject[], { kind }: Design): readonly Subject[] {
  const [first, ...others] = subjects
  const heads = kind === 'collection' && others.length > 2 && others.filter(({ count }) => count === 1).length > 2
  // Gems are shown by a diamond, which is one of them.
  return heads && first?.art !== 'gem-stone' ? others : subjects
}

/** The things of a mark, an icon or a pattern: the subjects, and what stands for words of sky and land. */
export function motifsOf(subjects: readonly Subject[], senses: readonly Sense[], design: Design): Subject[] {
  const real = withoutClass(subjects, design).filter(({ scenery }) => !scenery)
  // Sparkles on gems and stars about shells are no pieces of a collection.
  if (design.kind === 'collection') return real.slice(0, 12)
  const framed = design.shape === 'shield' && real.length > 1 ? real.filter(({ art }) => !SHIELDS.test(art)) : real
  const more = senses.flatMap(({ kind, value }): Subject[] => {
    const key = `${kind}:${value}`
    const drawing = Object.hasOwn(MOTIFS, key) ? drawingOf(MOTIFS[key] ?? '') : undefined
    if (!drawing || framed.some(({ art }) => art === drawing.id)) return []
    // A shop sells its coffee; a café that a mark is for need not be in it twice.
    if (kind === 'place' && value !== 'sky' && framed.length > 0) return []
    return [{ art: drawing.id, label: drawing.label, kind: drawing.kind, count: 1, scale: 'normal' }]
  })
  const all = [...framed, ...more]
  return all.filter(({ art }, at) => all.findIndex((other) => other.art === art) === at).slice(0, 4)
}
