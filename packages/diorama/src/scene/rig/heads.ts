import { drawingOf } from '../../art.ts'

// Of these the drawing has a collar of its own, though its kind says a head.
const COLLARED = /^(?:man|woman|person)-(?:(?:red|curly|white|blond)-hair|bald)$/

const GESTURES =
  /^(person|man|woman)-(?:gesturing-\w+|tipping-hand|raising-hand|bowing|facepalming|shrugging|pouting|frowning|getting-\w+|feeding-baby|in-steamy-room)$/
const STATES = /^(?:deaf|pregnant)-(person|man|woman)$/
const TONE = /-(?:medium-light|medium-dark|light|medium|dark)-skin-tone/

/** Whether a drawing of somebody is a head without shoulders, which a body may be put under as it is. */
export function isBareHead(art: string): boolean {
  const { id = art, kind = '' } = drawingOf(art) ?? {}
  if (COLLARED.test(id)) return false
  return /^(person|person-gesture|face.*)$/.test(kind) || /princess|^prince|crown/.test(id)
}

/** The drawing whose head a body gets: busts that show arms of their own give way to plain ones, or there would be four. */
export function headArt(art: string): string {
  const base = drawingOf(art)?.id ?? art
  const [, who] = GESTURES.exec(base) ?? STATES.exec(base) ?? (base === 'breast-feeding' ? [base, 'woman'] : [])
  if (!who) return art
  const toned = `${who}${TONE.exec(art)?.[0] ?? ''}`
  return drawingOf(toned) ? toned : who
}
