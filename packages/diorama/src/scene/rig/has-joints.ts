import { drawingOf } from '../../art.ts'
import type { Subject } from '../../brief.ts'
import { uprightFace } from './upright.ts'

const PERSONS = /^(robot|alien|ogre|goblin|clown-face)$/

// Signs for people, whoever is wrapped up, and pairs in one drawing: one body under them would be one too few.
const SIGNS =
  /^(swaddled-baby|family|speaking-head|busts?-in-silhouette|people-hugging|(people|men|women)-with-bunny-ears)/

/** Whether a subject is drawn with a person's joints: people, and animals that are dressed as people are. */
export function hasPersonRig(subject: Subject): boolean {
  const drawing = drawingOf(subject.art)
  if (!drawing || SIGNS.test(drawing.id)) return false
  if (uprightFace(subject)) return true
  return PERSONS.test(drawing.id) || (drawing.kind.startsWith('person') && drawing.framing !== 'whole')
}
