import type { Surface } from './design.ts'

// What a product is shown on.
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
/** The surface that a prompt shows its product on. */
export function surfaceOf(prompt: string): Surface | undefined {
  return SURFACES.find(([words]) => words.test(prompt))?.[1]
}
