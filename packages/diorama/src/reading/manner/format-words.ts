import type { Subject } from '../../brief.ts'
import type { Design, DesignKind, MarkShape, Studio } from '../../design.ts'
import { drawingOf } from '../../art.ts'
import type { Sense } from '../senses.ts'

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

function designOf(named: ReadonlySet<string>): Design | undefined {
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
  return { colour: undefined, used: [] }
}

type Facts = { placed: boolean; backdrop: string | undefined; drafted: boolean }

const STUDIO_WORDS = ['studio', 'white', 'black', 'sticker', 'podium'] as const

function studioOf(named: ReadonlySet<string>, { placed, backdrop, drafted }: Facts): Studio | undefined {
  const weak = !placed && (named.has('product') || backdrop !== undefined || drafted)
  if (!weak && !STUDIO_WORDS.some((word) => named.has(word))) return undefined
  const bare = named.has('white') || named.has('sticker') ? '#ffffff' : named.has('black') ? '#15151b' : undefined
  const colour = backdrop ?? bare
  return { ...(colour && { colour }), podium: named.has('podium'), sticker: named.has('sticker') }
}

/**
 * What sort of sheet the words ask for. `placed`: a place is named, which a mere product shot does not take away.
 * `drafted`: it is drawn as a plan, which has no land around it.
 */
export function formatOf(words: Words, facts: Facts): Format {
  const said = words.senses.filter(
    (sense) => sense.kind === 'format' && !(BORNE.test(sense.value) && isBorne(sense, words)),
  )
  const named = new Set(said.map(({ value }) => value))
  const design = designOf(named)
  if (design) return { design }
  const studio = studioOf(named, facts)
  return studio ? { studio } : {}
}

// What stands for a word of sky, weather or land where things are wanted, not a scene.
const MOTIFS: Record<string, string> = {
  'sky:star': 'star',
  'sky:sun': 'sun',
  'sky:full-moon': 'full-moon',
  'sky:crescent-moon': 'crescent-moon',
  'particles:leaves': 'leaf-fluttering-in-wind',
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

/** The things of a mark, an icon or a pattern: the subjects, and what stands for words of sky and land. */
export function motifsOf(subjects: readonly Subject[], senses: readonly Sense[], design: Design): Subject[] {
  const real = subjects.filter(({ scenery }) => !scenery)
  const framed = design.shape === 'shield' && real.length > 1 ? real.filter(({ art }) => !SHIELDS.test(art)) : real
  const more = senses.flatMap(({ kind, value }): Subject[] => {
    const key = `${kind}:${value}`
    const drawing = Object.hasOwn(MOTIFS, key) ? drawingOf(MOTIFS[key] ?? '') : undefined
    if (!drawing || framed.some(({ art }) => art === drawing.id)) return []
    // A shop sells its coffee; a café that a mark is for need not be in it twice.
    if (kind === 'place' && framed.length > 0) return []
    return [{ art: drawing.id, label: drawing.label, kind: drawing.kind, count: 1, scale: 'normal' }]
  })
  const all = [...framed, ...more]
  return all.filter(({ art }, at) => all.findIndex((other) => other.art === art) === at).slice(0, 4)
}
