import { drawingOf } from '../../art.ts'
import type { Subject } from '../../brief.ts'

const PERSONS = /^(robot|alien|ogre|goblin|clown-face)$/

// Signs for people, and pairs in one drawing: one body under them would be one too few.
const SIGNS = /^(family|speaking-head|busts?-in-silhouette|people-hugging|(people|men|women)-with-bunny-ears)/

/** Whether a subject is drawn with a person's joints. */
export function hasPersonRig(subject: Subject): boolean {
  const drawing = drawingOf(subject.art)
  if (!drawing || SIGNS.test(drawing.id)) return false
  return PERSONS.test(drawing.id) || (drawing.kind.startsWith('person') && drawing.framing !== 'whole')
}
