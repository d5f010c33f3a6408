import { drawingOf } from '../art.ts'
import type { Looks, Subject } from '../brief.ts'

const TONE = /-(?:medium-light|medium-dark|light|medium|dark)-skin-tone$/
// Of whom a word says neither: the second of several is a girl or a woman, the third a boy or a man.
const EITHER: Readonly<Record<string, readonly [string, string]>> = {
  child: ['girl', 'boy'],
  person: ['woman', 'man'],
  'older-person': ['old-woman', 'old-man'],
}
// The first has the hair of the drawing.
const HAIR = [undefined, '#4a2c1a', '#c08a45', '#2a211e', '#8f4a24'] as const

// Three red apples and two yellow ones.
function ofItsColour(subject: Subject, index: number): Subject {
  const { colours } = subject
  const colour = colours?.[index % colours.length]
  return colour === undefined ? subject : { ...subject, colour }
}

// Of three frogs only the middle one wears a crown.
function withItsOwn(subject: Subject, index: number): Subject {
  const { only } = subject
  return only?.which === index ? { ...subject, looks: { ...subject.looks, ...only.looks } } : subject
}

/** One of several who are named by one word: nobody is the double of another, unless the word tells how they look. */
export function oneOfMany(each: Subject, index: number): Subject {
  const subject = withItsOwn(ofItsColour(each, index), index)
  if (subject.count < 2 || index === 0 || !subject.kind.startsWith('person')) return subject
  const tone = TONE.exec(subject.art)?.[0] ?? ''
  const base = subject.art.slice(0, subject.art.length - tone.length)
  const pair = EITHER[base] ?? [`woman-${base}`, `man-${base}`]
  const art = `${pair[(index + 1) % 2]}${tone}`
  return { ...subject, art: drawingOf(art) ? art : subject.art, looks: { ...hairOf(subject, index), ...subject.looks } }
}

// Whoever is old stays old.
const GREY = [undefined, '#f0eee9', '#b9b4ac', '#dcd8d0'] as const

function hairOf({ kind, art }: Subject, index: number): Looks {
  const colour = art.startsWith('old') ? GREY[index % GREY.length] : HAIR[index % HAIR.length]
  return kind === 'person' && colour !== undefined ? { hair: { colour } } : {}
}

/** Who is placed here: one of the subjects, or one of several of it. */
export function placedSubject(
  subjects: readonly Subject[],
  { subject, index }: { subject: number; index: number },
): Subject {
  return oneOfMany(subjects[subject] as Subject, index)
}
