import type { Marked } from '../find-marks.ts'
import type { Sense } from '../senses.ts'
import type { NamedThing } from './named-thing.ts'

type Reading = Pick<Marked, 'language' | 'tokens'> & { senses: readonly Sense[]; things: readonly NamedThing[] }

// What says that something is seen behind everybody else, in every language that has words of its own. The depth of a wood is
// no background: "au fond de la forêt".
const FAR: Readonly<Record<string, string>> = {
  en: '(?:in|on|at) the (?:\\w+ )?(?:background|distance|horizon|backdrop)|far away|far off|far behind',
  es: '(?:al|en el) (?:fondo(?! del? )|horizonte)|a lo lejos|en la distancia|de fondo',
  fr: '(?:au|a l|en|dans le) (?:fond(?! (?:de|du|des|d) )|loin|horizon|arriere plan|lointain)',
  de: 'im hintergrund|in der ferne|am horizont|weit hinten',
  pt: '(?:ao|no) (?:fundo(?! d[eoa]s? )|longe|horizonte)|a distancia|de fundo',
  it: 'sullo sfondo|sul fondo(?! d)|in lontananza|all orizzonte',
  nl: 'op de achtergrond|in de verte|aan de horizon',
  pl: 'w tle|w oddali|na horyzoncie|w dali',
  sv: 'i bakgrunden|i fjarran|vid horisonten',
  ru: 'на заднем плане|на фоне|вдали|на горизонте',
  ja: '背景に?は?|遠くに?は?|遠景に?',
  zh: '背景[是有里]?|远处[是有的]?|遠處[是有]?',
  ko: '배경에?는?|멀리|저 멀리',
}
const PHRASES = new Map(
  Object.entries(FAR).map(([language, words]) => [language, new RegExp(`(?:${words})`, 'u')] as const),
)

// The text of a clause with the place in it where each of its words begins.
function clauseOf({ tokens }: Reading, clause: number): { text: string; starts: Map<number, number> } {
  const starts = new Map<number, number>()
  let text = ''
  for (const [at, token] of tokens.entries()) {
    if (token.clause !== clause) continue
    starts.set(at, text.length)
    text += token.glued ? token.text : `${token.text} `
  }
  return { text, starts }
}

const JOINING = /^(and|y|e|et|und|ed|en|i|oraz|och|и|と|和)$/

// Between two things of one list there is no deed and no word of place.
function isOneList({ senses }: Reading, from: number, to: number): boolean {
  return senses
    .filter(({ at, end }) => at >= from && end <= to)
    .every(({ kind, text }) => !/^(verb|activity|rel|post)$/.test(kind) || JOINING.test(text))
}

const ON_HIGH = /^on (?:the|a|top of the|top of a) (?:\w+ )?(?:hills?|hilltop|mountains?|mountain top|cliffs?) $/

// "…, castle on the hill, sunny day": as the whole of a later phrase of a list, it is a view and no place to stand.
function isViewed(reading: Reading, { sense, kind }: NamedThing): boolean {
  if (reading.language !== 'en' || !kind.startsWith('place') || sense.clause === 0) return false
  if ((reading.tokens.at(-1)?.clause ?? 0) < 3) return false
  const after = reading.tokens.filter(({ clause }, at) => clause === sense.clause && at >= sense.end)
  return ON_HIGH.test(after.map(({ text }) => `${text} `).join(''))
}

/** Whether a thing is said to be in the background: the one next to the words that say so, and its list. */
export function isFarAway(reading: Reading, thing: NamedThing): boolean {
  if (isViewed(reading, thing)) return true
  const phrase = PHRASES.get(reading.language)
  const { text, starts } = clauseOf(reading, thing.sense.clause)
  const found = phrase?.exec(text)
  if (!found) return false
  const inClause = reading.things
    .filter(({ sense }) => sense.clause === thing.sense.clause)
    .toSorted((a, b) => a.sense.at - b.sense.at)
  const startOf = ({ sense }: NamedThing) => starts.get(sense.at) ?? 0
  const before = inClause.filter((one) => startOf(one) < found.index)
  // "In the background a castle": whatever follows; a subject that came before is not there.
  if (before.length === 0) return true
  if (startOf(thing) > found.index) return false
  const at = before.indexOf(thing)
  return before.slice(at, -1).every((one, i) => {
    const next = before[at + i + 1]
    return next !== undefined && isOneList(reading, one.sense.end, next.sense.at)
  })
}
