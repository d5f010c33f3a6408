import type { Script, Subject } from '../../brief.ts'
import type { Studio, Surface } from '../../design.ts'
import { scriptWithout } from './paper-sheets.ts'

// What a product is shown on, and the drawings that would stand for it as furniture or as boulders.
const SURFACES: readonly [words: RegExp, surface: Surface][] = [
  [/\b(?:on|between|among) (?:\w+ ){0,3}(?:stones|rocks|pebbles|rock)\b/i, 'stones'],
  [/\bmarble\b|\bon (?:\w+ )?(?:beige|white|cream|pale|light) stone\b/i, 'marble'],
  [/\b(?:slate|concrete|granite|travertine|stone (?:slab|surface|table)|on (?:\w+ ){0,2}stone)\b/i, 'slate'],
  [
    /\bwood(?:en)?\b[^,]*\b(?:tables?|boards?|surface|counter|desk|floor|plank)\b|\bon (?:\w+ )?wood\b|\brustic (?:\w+ )?(?:tables?|boards?)\b|holztisch|table en bois|mesa de madera|mesa de madeira|tavolo di legno/i,
    'wood',
  ],
  [/\b(?:in|on|above) (?:\w+ ){0,2}water\b|\bwater surface\b/i, 'water'],
  [/\bmirror|\b(?:glossy|reflective) (?:floor|surface|table)\b/i, 'mirror'],
  [/\bon (?:\w+ ){0,2}sand\b|\bsandy\b/i, 'sand'],
  [/\b(?:silk|satin|velvet|linen|draped|fabric|cloth)\b/i, 'cloth'],
  [/\btable(?:top)?\b|\bcounter\b/i, 'table'],
]
const FURNITURE = /^(table|rock|stone-block|plank|mirror|picnic-blanket|water-wave|wood|desk|shelf)$/

/** The surface that a prompt shows its product on. */
export function surfaceOf(prompt: string): Surface | undefined {
  return SURFACES.find(([words]) => words.test(prompt))?.[1]
}

type Shown = { studio?: Studio; subjects: Subject[]; script?: Script | undefined }

/** A studio with the surface that was named, in place of furniture that a product would be lost on. */
export function onSurface<T extends Shown>(made: T, prompt: string): T {
  const { studio, subjects, script } = made
  const surface = studio && !studio.sheet && !studio.sticker ? surfaceOf(prompt) : undefined
  if (!studio || !surface) return made
  const others = subjects.filter(({ art }) => !FURNITURE.test(art))
  if (others.length === 0) return made
  return {
    ...made,
    studio: { ...studio, surface },
    subjects: others,
    ...(script && { script: scriptWithout(script, ({ art }) => FURNITURE.test(art)) }),
  }
}
