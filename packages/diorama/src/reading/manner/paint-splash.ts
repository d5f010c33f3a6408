import type { Sense } from '../senses.ts'

const PAINT = /\b(paint|colou?r|ink|powder|pigment|dye|farbe|pintura|peinture|vernice|tinta)s?\b/i

const POWDER =
  /\b(explosion|burst|cloud|splash|blast)s? of (\w+ ){0,2}(powder|paint|colou?rs?|pigments?)\b|\bpowder explosion\b/

/** The colour of paint that flies, with the words that said it: they colour nothing else, and no water splashes. */
export function splashOf(
  senses: readonly Sense[],
  tokens: readonly { text: string }[],
): { colour: string | undefined; used: Sense[] } {
  const splash = senses.find(
    ({ kind, value, text }) => kind === 'happening' && value === 'splash' && /splash|splatter|burst/.test(text),
  )
  // Powder that bursts may be of all colours.
  if (!splash) {
    const all = tokens.map(({ text }) => text).join(' ')
    return { colour: POWDER.test(all) ? '#f0609a' : undefined, used: [] }
  }
  const near = senses.filter(
    ({ kind, at, end, clause }) =>
      kind === 'colour' && clause === splash.clause && at - splash.end <= 3 && splash.at - end <= 1,
  )
  const about = tokens
    .slice(Math.max(0, splash.at - 2), splash.end + 5)
    .map(({ text }) => text)
    .join(' ')
  const [colour] = near
  return colour && PAINT.test(about)
    ? { colour: colour.value, used: [splash, ...near] }
    : { colour: undefined, used: [] }
}
