import type { Sense } from '../senses.ts'

const PAINT = /\b(paint|colou?r|ink|powder|pigment|dye|farbe|pintura|peinture|vernice|tinta)s?\b/i

/** The colour of paint that flies, with the words that said it: they colour nothing else, and no water splashes. */
export function splashOf(
  senses: readonly Sense[],
  tokens: readonly { text: string }[],
): { colour: string | undefined; used: Sense[] } {
  const splash = senses.find(
    ({ kind, value, text }) => kind === 'happening' && value === 'splash' && /splash|splatter|burst/.test(text),
  )
  if (!splash) return { colour: undefined, used: [] }
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
