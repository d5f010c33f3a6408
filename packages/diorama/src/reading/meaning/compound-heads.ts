import { stem } from '../stems.ts'
import type { Token } from '../tokens.ts'
import { vocabularyOf } from '../vocabulary.ts'

// What a German compound may begin with that is true of the whole picture: the morning of a Morgennebel, the autumn of a
// Herbstwald. A Nachttisch has no night in it, so that what it ends with must be a place, a sky, weather or light.
const OF_ALL = /^(time|season|weather):/
const SETTING = /^(place|home|weather|sky|time|season|idea):/
const LIT = /(licht|sonne|himmel|luft|stimmung|fest|tag|spaziergang|markt|landschaft|szene|dorf|garten)$/
const LINKS = /^(s|n|en|es)?/

/** A mark of what is true of the whole picture, at the place of the compound. */
type Head = {
  meanings: readonly string[]
  at: number
  end: number
  clause: number
  text: string
  strength: 3
  plural: false
}

function headOf(word: string): readonly string[] | undefined {
  const { exact, stems } = vocabularyOf('de')
  for (let cut = word.length - 4; cut >= 4; cut--) {
    const whole = exact.get(word.slice(0, cut))?.filter((meaning) => OF_ALL.test(meaning)) ?? []
    if (whole.length === 0) continue
    const tail = word.slice(cut).replace(LINKS, '')
    const rest = exact.get(word.slice(cut)) ?? exact.get(tail) ?? stems.get(stem(tail, 'de')) ?? []
    if (LIT.test(word) || rest.some((meaning) => SETTING.test(meaning))) return whole
  }
  return undefined
}

/** What the first parts of German compounds say of the hour, the season and the weather, beside what they mean. */
export function compoundHeads(tokens: readonly Token[], language: string): Head[] {
  if (language !== 'de') return []
  return tokens.flatMap(({ text, clause }, at): Head[] => {
    const meanings = text.length >= 8 ? headOf(text) : undefined
    return meanings ? [{ meanings, at, end: at + 1, clause, text, strength: 3, plural: false }] : []
  })
}
