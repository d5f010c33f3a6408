import type { Token } from './tokens.ts'
import { vocabularyOf } from './vocabulary.ts'
import { kindOf } from './word-tables.ts'

// German says the first part of many verbs last: "zündet eine Kerze an", "läuft vor dem Hund davon". The tables have them by
// their dictionary form, in one word, and so they are put together again.
const PARTICLE =
  /^(an|auf|aus|ab|ein|vor|zu|nach|mit|bei|um|los|weg|fort|davon|zuruck|fern|hoch|hinauf|hinunter|herunter|runter|hinein|herein|heraus|raus|hinaus|hinterher|vorbei|entlang|fest|zusammen|entgegen|hin|her|auseinander|durch|teil|frei)$/

function isDeed(word: string): boolean {
  const { exact, forms } = vocabularyOf('de')
  const meanings = [...(exact.get(word) ?? []), ...(forms.get(word) ?? [])]
  return meanings.some((meaning) => /^(verb|craft|activity|happening)$/.test(kindOf(meaning)))
}

// At the end of what it belongs to: a preposition never stands there.
function endsClause(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1]
  return next?.clause !== tokens[at]?.clause || next?.text === 'und'
}

/** The words of a German prompt with every verb in one piece. */
export function rejoined(tokens: readonly Token[]): Token[] {
  const whole = [...tokens]
  for (let at = whole.length - 1; at > 0; at--) {
    const particle = whole[at] as Token
    if (!PARTICLE.test(particle.text) || !endsClause(whole, at)) continue
    const verb = whole.findLastIndex(
      ({ text, clause }, i) => i < at && clause === particle.clause && isDeed(`${particle.text}${text}`),
    )
    const said = whole[verb]
    if (!said) continue
    whole[verb] = { ...said, text: `${particle.text}${said.text}`, raw: `${particle.raw}${said.raw}` }
    whole.splice(at, 1)
  }
  return whole
}
