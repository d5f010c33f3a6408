import { drawingOf } from '../../art.ts'

// Of these the drawing has a collar of its own, though its kind says a head.
const COLLARED = /^(?:man|woman|person)-(?:(?:red|curly|white)-hair|bald)|^(?:man|woman)-blond-hair/

const GESTURES =
  /^(person|man|woman)-(?:gesturing-\w+|tipping-hand|raising-hand|bowing|facepalming|shrugging|pouting|frowning|getting-\w+|feeding-baby|in-steamy-room)(-.*skin-tone)?$/
const STATES = /^(?:deaf|pregnant)-(person|man|woman)(-.*skin-tone)?$/
const NURSING = /^breast-feeding(-.*skin-tone)?$/

/** Whether a drawing of somebody is a head without shoulders, which a body may be put under as it is. */
export function isBareHead(art: string): boolean {
  const kind = drawingOf(art)?.kind ?? ''
  if (COLLARED.test(art)) return false
  return /^(person|person-gesture|face.*)$/.test(kind) || /princess|^prince|crown/.test(art)
}

/** The drawing whose head a body gets: busts that show arms of their own give way to plain ones, or there would be four. */
export function headArt(art: string): string {
  const [, who, tone = ''] = GESTURES.exec(art) ?? STATES.exec(art) ?? []
  const nursing = NURSING.exec(art)
  const plain = who ? `${who}${tone}` : nursing ? `woman${nursing[1] ?? ''}` : art
  return drawingOf(plain) ? plain : art
}
