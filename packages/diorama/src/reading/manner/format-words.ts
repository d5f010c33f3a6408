import type { Subject } from '../../brief.ts'
import { TILINGS, type Design, type DesignKind, type MarkShape, type Studio, type Tiling } from '../../design.ts'
import type { Style } from '../../scene/styles/styles.ts'
import type { Sense } from '../senses.ts'
import { isLiving } from '../things.ts'

/** What sort of sheet a prompt asks for: a design, a studio, or neither. */
export type Format = { design?: Design; studio?: Studio }

const DESIGNS: readonly DesignKind[] = ['pattern', 'mark', 'icon', 'flat-lay']
const SHAPES: readonly MarkShape[] = ['shield', 'circle', 'hexagon', 'square']
// A shirt with a logo is a shirt, and a butterfly with a pattern a butterfly.
const BORNE = /^(mark|icon|pattern|sticker)$/
const WITH = /^(with|mit|avec|con|com|с|со|z|met|med|dengan)$/

type Words = { senses: readonly Sense[]; tokens: readonly { text: string }[] }

function isBorne({ at }: Sense, { tokens }: Words): boolean {
  return at > 2 && tokens.slice(Math.max(0, at - 3), at).some(({ text }) => WITH.test(text))
}

// Words that say by themselves how the plane is covered; the others are said of many patterns that have motifs.
const WHOLLY = /^(stars|herringbone|chevron|plaid|dots|checker|waves)$/
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
  const tiling = TILINGS.find((one) => named.has(one))
  const motifs = subjects.filter(({ art, scenery }) => !scenery && !FORMS.test(art))
  const free =
    tiling && WHOLLY.test(tiling) ? motifs.filter((one) => isLiving(one) || one.kind.startsWith('food')) : motifs
  return free.length === 0 ? tiling : undefined
}

const LINED = /^(line|colouring|black-and-white|pencil)$/

// Things laid out for themselves: said to be a collection, or icons of several things. People stand about otherwise.
function isCollection(named: ReadonlySet<string>, subjects: readonly Subject[]): boolean {
  if (subjects.length === 0 || subjects.some(({ kind }) => kind.startsWith('person'))) return false
  if (named.has('mark') || named.has('pattern')) return false
  return (
    ['collection', 'in-a-ring', 'in-a-grid', 'sticker-sheet'].some((one) => named.has(one)) ||
    (named.has('icon') && subjects.length > 2)
  )
}

// A sheet of many pieces, or of one that is told by its own word.
function sheetOfPieces(named: ReadonlySet<string>, subjects: readonly Subject[]): Design | undefined {
  const cut = named.has('sticker-sheet') && { cut: true as const }
  if (named.has('panels') && subjects.length > 0) return { kind: 'panels' }
  if (isCollection(named, subjects))
    return { kind: 'collection', ...cut, ...(named.has('in-a-ring') && { ring: true }) }
  return named.has('tattoo') && subjects.length > 0 ? { kind: 'mark', shape: 'none', tattoo: true } : undefined
}

function namesOf(said: readonly Sense[]): Set<string> {
  const named = new Set(said.map(({ value }) => value))
  if (said.some(({ value, text }) => value.startsWith('tiling-') && /pattern|muster/.test(text))) named.add('pattern')
  // Of several stickers each is a piece of its own.
  if (said.some(({ value, text }) => value === 'sticker' && text.endsWith('stickers'))) named.add('sticker-sheet')
  return named
}

function designOf(said: readonly Sense[], { subjects, style }: Facts, within: boolean): Design | undefined {
  const named = namesOf(said)
  if (named.has('mandala')) return { kind: 'mandala', ...(LINED.test(style) && { lined: true }) }
  const tiling = tilingOf(said, subjects)
  if (tiling) return { kind: 'tiling', tiling }
  const pieces = sheetOfPieces(named, subjects)
  if (pieces) return pieces
  const kind = DESIGNS.find((one) => named.has(one))
  if (!kind) return undefined
  const shape = SHAPES.find((one) => named.has(one))
  return { kind, ...(shape && { shape }), ...(kind === 'mark' && within && { within: true }) }
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

const STUDIO_WORDS = ['studio', 'white', 'black', 'sticker', 'podium', 'mascot'] as const

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

// One thing made of another, or left open in it.
const WITHIN =
  /\b(made (?:out )?(?:of|from)|formed (?:by|from|out of)|forming|in(?:side)? (?:the )?negative space|combined with|merged with|hidden in(?:side)?|shaped like|in the shape of)\b/

/**
 * What sort of sheet the words ask for. `placed`: a place is named, which a mere product shot does not take away.
 * What is drawn as a plan has no land around it.
 */
export function formatOf(words: Words, facts: Facts): Format {
  const said = words.senses.filter(
    (sense) => sense.kind === 'format' && !(BORNE.test(sense.value) && isBorne(sense, words)),
  )
  const named = new Set(said.map(({ value }) => value))
  const text = words.tokens.map((token) => token.text).join(' ')
  const design = designOf(said, facts, WITHIN.test(text))
  // A page to be coloured is white without being a studio.
  if (facts.style === 'colouring') named.delete('white')
  const floats =
    words.senses.some(({ kind, value }) => kind === 'activity' && value === 'float') ||
    words.tokens.some(({ text }) => /^(floating|levitating|hovering)$/.test(text))
  const studio = studioOf(named, facts, floats)
  // What lies on a sheet for itself has the paper that was named.
  if (design) return studio && /^(collection|mandala)$/.test(design.kind) ? { design, studio } : { design }
  return studio ? { studio } : {}
}
