import { drawingOf } from '../../art.ts'
import type { Looks } from '../../brief.ts'

// Of these the drawing has a collar of its own, though its kind says a head.
const COLLARED = /^(?:man|woman|person)-(?:(?:red|curly|white|blond)-hair|bald)$/

const idOf = (art: string) => drawingOf(art)?.id ?? art

/** Whether a bust is drawn in a collar that says nothing of who it is: it may have any colour. */
export const hasPlainCollar = (art: string): boolean => COLLARED.test(idOf(art)) || idOf(art).endsWith('elf')

/** What a drawing of somebody has on the head already. */
export function drawnWith(id: string): 'crown' | 'hat' | undefined {
  if (id.endsWith('mage')) return 'hat'
  return /princess|^prince|crown/.test(id) ? 'crown' : undefined
}

/** What a bust can wear: it mostly brings its own hat, which may only have another colour. */
export function looksOnBust(id: string, looks: Looks): Looks {
  const { hat, veil: _, ...others } = looks
  return drawnWith(id) === 'hat' && hat ? { ...others, hat } : others
}

const GESTURES =
  /^(person|man|woman)-(?:gesturing-\w+|tipping-hand|raising-hand|bowing|facepalming|shrugging|pouting|frowning|getting-\w+|feeding-baby|in-steamy-room)$/
const STATES = /^(?:deaf|pregnant)-(person|man|woman)$/
const TONE = /-(?:medium-light|medium-dark|light|medium|dark)-skin-tone/

/** Whether a drawing of somebody is a head without shoulders, which a body may be put under as it is. */
export function isBareHead(art: string): boolean {
  const { id = art, kind = '' } = drawingOf(art) ?? {}
  if (COLLARED.test(id)) return false
  // Of animals only faces come here.
  if (kind.startsWith('animal')) return true
  return /^(person|person-gesture|face.*)$/.test(kind) || /princess|^prince|crown/.test(id)
}

// Busts that bring the tool of their trade along, or a blackboard: whoever acts has hands for that, and wears the trade.
const TRADES: readonly [RegExp, Looks][] = [
  [/teacher$/, { glasses: true, top: '#d9742e' }],
  [/scientist$/, { glasses: true, top: '#f2f4f6' }],
  [/technologist$/, { top: '#4a6a8a' }],
  [/singer$/, { top: '#b8323f', hair: { colour: '#8a2f3a' } }],
  [/judge$/, { dress: '#2b2b33' }],
  [/farmer$/, { hat: { art: 'straw-hat' }, top: '#5d8f3a', legs: '#3f6fa8' }],
  [/cook$/, { hat: { art: 'chef-hat' }, top: '#f6f6f4' }],
  [/mechanic$/, { hat: { art: 'billed-cap', colour: '#2f5fa8' }, top: '#2f4f8a', legs: '#2f4f8a' }],
  [/artist$/, { hat: { art: 'beret' }, top: '#c8502f' }],
  [/detective$/, { hat: { art: 'fedora' }, top: '#8a7a5c', legs: '#4a4238' }],
]

/** What somebody of a trade wears where the drawing of its bust gives way to a plain head. */
export function looksOfTrade(art: string): Looks | undefined {
  const base = drawingOf(art)?.id ?? art
  return TRADES.find(([trade]) => trade.test(base))?.[1]
}

// The head of anybody, in the skin tone of this one.
function plainHead(who: string, art: string): string {
  const toned = `${who}${TONE.exec(art)?.[0] ?? ''}`
  return drawingOf(toned) ? toned : who
}

/** The drawing whose head a body gets: busts that show arms of their own give way to plain ones, or there would be four. */
export function headArt(art: string): string {
  const base = drawingOf(art)?.id ?? art
  const [, who] = GESTURES.exec(base) ?? STATES.exec(base) ?? (base === 'breast-feeding' ? [base, 'woman'] : [])
  if (!who) return art
  return plainHead(who, art)
}

/** What somebody wears who acts: what is told of them, over what their trade wears; a hat of the trade stays what it is. */
export function actingLooks(art: string, told: Looks): Looks {
  const trade = looksOfTrade(art)
  const hat = trade?.hat && told.hat ? { hat: { ...told.hat, art: trade.hat.art } } : {}
  return { ...trade, ...told, ...hat }
}

/** The head of whoever acts: of a trade that is drawn with its tool, a plain one, for which `looksOfTrade` has the clothes. */
export function actingHead(art: string): string {
  const base = drawingOf(art)?.id ?? art
  return looksOfTrade(art) ? plainHead(/^(woman|man)-/.exec(base)?.[1] ?? 'person', art) : headArt(art)
}
