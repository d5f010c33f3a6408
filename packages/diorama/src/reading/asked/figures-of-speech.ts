import type { Sense } from '../senses.ts'
import { kindOf, lives, sensesAt, textAfter, textBefore, wordAfter, type Context, type Rule } from './said-of.ts'

const OF = /^(of|de|d|du|des|di|von|aus|av|van) /
// What a heap, a cloud or a sea may be of and still be itself.
const ITSELF = /^(plant|place|sky|transport-water)/
const MEASURES =
  /^(clouds?|seas?|oceans?|rivers?|mountains?|hills?|forests?|waves?|storms?|showers?|drizzle|rain|avalanche|island|tunnel|wall|nubes?|mar|montana|montanas|nuages?|montagnes?|mer|berg|wolke|meer|nuvola|montagna|mare|nuvem|montanha|chmura|gora)$/

const HEAPS =
  /^(towers?|caravans?|carpets?|rings?|strings?|curtains?|schools?|trains?|army|armies|prides?|torre|tour|turm|tren|karawane|caravana|caravane|carovana|karawana)$/

// A tower of plates is many plates, and a caravan of camels no van; a ring of keys and a train of thought neither.
function isHeap(sense: Sense, context: Context): boolean {
  if (sense.kind !== 'art' || !HEAPS.test(sense.text) || !OF.test(textAfter(context, sense))) return false
  const next = context.senses.find((other) => other.at > sense.end && other.at - sense.end <= 4 && kindOf(other) !== '')
  return next !== undefined && next.clause === sense.clause && !kindOf(next).startsWith('place')
}

/** A mountain of pancakes, a cloud of butterflies and a drizzle of syrup are many and much, and no land and no weather. */
export const measures: Rule = (sense, context) => {
  const { kind, text } = sense
  if (isHeap(sense, context)) return 'surely'
  if (!/^(place|weather|sky|support)$/.test(kind) || !MEASURES.test(text) || !OF.test(textAfter(context, sense)))
    return undefined
  if (kind === 'weather') return 'surely'
  const next = context.senses.find((other) => other.at > sense.end && other.at - sense.end <= 4 && kindOf(other) !== '')
  return next && next.clause === sense.clause && !ITSELF.test(kindOf(next)) ? 'surely' : undefined
}

// Marks that something leaves: alone they may be drawn, beside anything else they say how it looks.
const TRACES = /^(fingerprint|sparkles|dashing-away|footprints|paw-prints|bubbles|sweat-droplets)$/
const LEFT = /^(visible|showing|left|all|everywhere|in|on|over|auf|in|sur|dans|sobre|en|su|nel|w|na|на|в) /

// What lies, hangs and falls about in numbers: beside anything else it is how the scene looks.
const SPECKS =
  /^(droplet|sweat-droplets|fallen-leaf|leaf-fluttering-in-wind|maple-leaf|fire|campfire|dashing-away|fog|feather)$/

/** Drops of dew, leaves on the ground and flames under a pan are how a scene looks, and no things in its row. */
export const specks: Rule = (sense, { tokens, senses }) => {
  const several =
    sense.plural ||
    tokens.slice(Math.max(0, sense.at - 2), sense.end).some(({ text }) => /^(drops|few|some)$/.test(text))
  const counted = senses.some(
    ({ kind, end, text }) => kind === 'count' && end === sense.at && !/few|some|several|many/.test(text),
  )
  const flame = sense.value === 'campfire' || sense.value === 'fire'
  if (!SPECKS.test(sense.value) || !several || counted) return undefined
  return !flame || /^(flames|flammen|llamas|flammes|fiamme|chamas|vlammen|plomienie)$/.test(sense.text)
    ? 'likely'
    : undefined
}

/** Fingerprints in the clay and bubbles around a diver are no things of their own beside what they are on. */
export const traces: Rule = (sense, context) => {
  // In a pattern paws and bones are motifs as good as any.
  const motifs = context.senses.some(
    ({ kind, value }) => kind === 'format' && /^(pattern|collection|sticker-sheet)$/.test(value),
  )
  if (!TRACES.test(sense.value) || motifs) return undefined
  if (sense.value === 'bubbles')
    return /(bubble|speech|thought) ?$/.test(textBefore(context, sense)) ? 'surely' : undefined
  const printed = /^(fingerprint|footprints|paw-prints)$/.test(sense.value)
  return printed || LEFT.test(textAfter(context, sense)) ? 'likely' : undefined
}

const BEFORE_OBJECT = /^(a|an|the|his|her|its|their|some|two|three|four|with|on|in|at)$/

// Verbs that are nouns too, where those stand without an article: il lit, lei pesca, elle porte.
const VERBS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  fr: {
    lit: 'read',
    porte: 'hold',
    peche: 'fish',
    montre: '',
    ferme: '',
    plante: '',
    livre: '',
    marche: 'walk',
    joue: 'play',
  },
  it: { porta: 'hold', pesca: 'fish', lancia: '', pianta: '', mostra: '', balla: 'dance', gioca: 'play' },
  es: {
    pesca: 'fish',
    planta: '',
    nada: '',
    cocina: '',
    cuenta: '',
    toca: 'play',
    lleva: 'hold',
    cava: '',
    corta: '',
    rueda: '',
    vela: '',
    caza: 'chase',
    pinta: 'paint',
  },
  pt: { pesca: 'fish', planta: '', porta: 'hold', toca: 'play', cozinha: '', cava: '', corta: '', vela: '' },
}
const ARTICLE =
  /(^|[ '’])(un|une|le|la|les|l|des|du|au|aux|de|d|ce|cette|son|sa|ses|mon|ma|sur|dans|sous|uno|una|il|lo|i|gli|del|della|alla|nella|sulla|dalla|di|in|con|el|los|las|su|en|o|os|as|um|uma|da|do|na|no|em|com|e|y|et|grand|petit|vieux|grande|piccola|vecchia|rouge|rossa) $/

/** What a word does where it is a verb that is spelt as a noun; empty where that is no deed that is known. */
export function asVerb(sense: Sense, context: Context): string | undefined {
  const verb = VERBS[context.language]?.[sense.text]
  if (verb === undefined || sense.kind === 'verb') return undefined
  const before = textBefore(context, sense)
  const somebody = context.senses.some((other) => other.at < sense.at && other.clause === sense.clause && lives(other))
  return somebody && before !== '' && !ARTICLE.test(before) ? verb : undefined
}

/** Kids building a fort build: no building stands beside them. German writes nouns large, and so says which is none. */
export const deeds: Rule = (sense, context) => {
  const { language, tokens } = context
  if (language === 'de') {
    const raw = tokens[sense.at]?.raw ?? ''
    const large = context.senses.some((other) => kindOf(other) !== '' && /^\p{Lu}/u.test(tokens[other.at]?.raw ?? ''))
    return large && sense.at > 0 && sense.end - sense.at === 1 && /^\p{Ll}/u.test(raw) ? 'surely' : undefined
  }
  if (language !== 'en' || !sense.text.endsWith('ing')) return undefined
  const doer = context.senses.some((other) => other.end === sense.at && lives(other))
  const deed = sensesAt(context, sense.at).some(({ kind }) => /^(verb|activity)$/.test(kind))
  return (doer || deed) && BEFORE_OBJECT.test(wordAfter(context, sense)) ? 'surely' : undefined
}

/** A field of dandelions is many of them, and a field too. */
export function fields(senses: readonly Sense[]): Sense[] {
  return senses
    .filter(({ kind, text }) => kind === 'count' && /^(a )?fields? of$/.test(text))
    .map((sense) => ({ ...sense, kind: 'place', value: 'meadow' }))
}
