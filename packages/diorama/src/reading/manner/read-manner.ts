import { drawingOf } from '../../art.ts'
import type { Brief, Subject } from '../../brief.ts'
import type { Sense } from '../senses.ts'
import type { Style } from '../../scene/styles/styles.ts'
import { isLiving } from '../things.ts'
import type { Token } from '../tokens.ts'
import { formatOf } from './format-words.ts'
import { framingOf } from './framing.ts'
import { motifsOf } from './motifs.ts'
import { canBeSet } from '../../scene/type/faces.ts'
import { carrierOf, isOnThing, type Quoted } from './quoted-text.ts'

type Reading = { senses: readonly Sense[]; tokens: readonly Token[]; style: Style }

const HOLDS =
  /\b(?:holding|holds|hold|carrying|carries|sosteniendo|sostiene|tenant|tient|hält|haltend|segurando|segura|tiene in mano|держит|держащий|trzyma|houdt|håller)\b|держ|举着|拿着|手持|持って|掲げ|들고|يحمل|تحمل|पकड़े|tutan|memegang|cầm/iu

/** The sheet, the framing and the words to set: what a prompt says of how its picture is made up. */
export function readManner(
  { senses, tokens, style }: Reading,
  {
    quoted,
    subjects,
    backdrop,
    splash,
    prompt,
  }: {
    prompt: string
    quoted: Quoted
    subjects: Subject[]
    backdrop?: string | undefined
    splash?: string | undefined
  },
): Pick<Brief, 'design' | 'studio' | 'framing' | 'lettering' | 'time'> {
  // "Product shot" is also a word for a laid table: what it says of the sheet counts, not what it says of the place.
  const sheets = new Set(senses.filter(({ kind }) => kind === 'format').map(({ at }) => at))
  const placed = senses.some(({ kind, value, at }) => kind === 'place' && value !== 'studio' && !sheets.has(at))
  const format = formatOf({ senses, tokens }, { placed, backdrop, style, subjects, splash })
  const framing = framingOf(senses)
  const named = senses.filter(({ kind }) => kind === 'carrier').map(({ value }) => value)
  const carrier = carrierOf(named, {
    said: quoted.said,
    living: subjects.some(isLiving),
    holding: HOLDS.test(quoted.rest),
    onIt: isOnThing(prompt, subjects),
  })
  const written = quoted.texts.length > 0 && (!quoted.named || named.length > 0 || format.design?.kind === 'mark')
  const lit = written && carrier === 'neon' ? 'night' : framing?.silhouette ? 'sunset' : undefined
  return {
    ...format,
    ...(framing && { framing }),
    ...(written && {
      lettering: {
        texts: quoted.texts.filter(canBeSet),
        carrier,
        ...(quoted.low && { low: true }),
      },
    }),
    ...(lit && { time: lit }),
  }
}

// Nearer than its whole body, an animal is its face: what is drawn from the side has another drawing for that.
function asFace(subject: Subject): Subject {
  const face = subject.kind.startsWith('animal') ? drawingOf(`${subject.art}-face`) : undefined
  return face ? { ...subject, art: face.id, label: face.label, kind: face.kind } : subject
}

/** The subjects as the sheet and the camera show them: motifs of a mark or a pattern, a face in a close-up. */
export function shownSubjects(
  subjects: Subject[],
  senses: readonly Sense[],
  { design, framing }: Pick<Brief, 'design' | 'framing'>,
): Subject[] {
  if (design && /^(mark|icon|pattern|mandala|collection|tiling)$/.test(design.kind))
    return motifsOf(subjects, senses, design)
  const near = framing?.shot === 'close-up' && subjects.length === 1
  return near ? subjects.map(asFace) : subjects
}
