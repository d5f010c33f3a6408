import type { Brief, Subject } from '../../brief.ts'
import type { Sense } from '../senses.ts'
import { isLiving } from '../things.ts'
import { formatOf, motifsOf } from './format-words.ts'
import { framingOf } from './framing.ts'
import { carrierOf, type Quoted } from './quoted-text.ts'

type Reading = { senses: readonly Sense[]; tokens: readonly { text: string }[] }

const HOLDS = /^(holding|holds|hold|carrying|carries|sosteniendo|tenant|halt|segurando|tiene|держит|举着|拿着|持)/

/** The sheet, the framing and the words to set: what a prompt says of how its picture is made up. */
export function readManner(
  { senses, tokens }: Reading,
  {
    quoted,
    subjects,
    places,
    backdrop,
  }: { quoted: Quoted; subjects: Subject[]; places: string[]; backdrop?: string | undefined },
): Pick<Brief, 'design' | 'studio' | 'framing' | 'lettering'> {
  const placed = places.some((place) => place !== 'studio')
  const format = formatOf({ senses, tokens }, { placed, backdrop })
  const framing = framingOf(senses)
  const named = senses.filter(({ kind }) => kind === 'carrier').map(({ value }) => value)
  const carrier = carrierOf(named, {
    said: quoted.said,
    living: subjects.some(isLiving),
    holding: tokens.some(({ text }) => HOLDS.test(text)),
  })
  return {
    ...format,
    ...(framing && { framing }),
    ...(quoted.texts.length > 0 && { lettering: { texts: quoted.texts, carrier } }),
  }
}

/** The subjects of a designed sheet: motifs of a mark or a pattern, else the subjects as they are. */
export function designSubjects(subjects: Subject[], senses: readonly Sense[], design: Brief['design']): Subject[] {
  return design && /^(mark|icon|pattern)$/.test(design.kind) ? motifsOf(subjects, senses, design) : subjects
}
