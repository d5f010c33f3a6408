import { drawingOf } from '../../art.ts'
import type { Subject } from '../../brief.ts'

const PERSONS = /^(robot|alien|ogre|goblin|clown-face)$/

/** Whether a subject is drawn with a person's joints. */
export function hasPersonRig(subject: Subject): boolean {
  const drawing = drawingOf(subject.art)
  if (!drawing) return false
  return PERSONS.test(drawing.id) || (drawing.kind.startsWith('person') && drawing.framing !== 'whole')
}
