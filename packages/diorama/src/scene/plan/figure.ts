import { traitsOf } from '../../archetype-traits.ts'
import { drawingOf } from '../../art.ts'
import type { Archetype, Subject } from '../../brief.ts'
import { overhangOf } from '../rig/dressed-drawing.ts'
import { shownBox } from '../subjects/lying.ts'

/** How a subject is shown: as drawn, with a sitting or a standing body under its head, or as a bust. */
export type Pose = 'whole' | 'sitting' | 'profile' | 'standing' | 'bust'

/** A subject's shape: how it is shown, and its width for a height of 1. */
export type Figure = { pose: Pose; aspect: number }

// Heads drawn from the side, which would look odd on a body seen from the front.
const SIDEWAYS = /^(unicorn|horse-face)$/
const PERSON = /^person/
const FIGURES = /^(robot|alien|ogre|goblin)$/
const BARE_HEAD = /^(person|person-gesture|face.*)$/
const CROWNED = /princess|^prince|crown|skullcap/
const ANIMAL = /^(animal|cat-face|monkey-face)/

/** The width of a sitting animal and of a standing person for a height of 1. */
export const SITTING_ASPECT = 0.72
export const STANDING_ASPECT = 0.5
export const PROFILE_ASPECT = 1.04

// A hat makes an animal taller.
function widened({ art, looks }: Subject, box: { width: number; height: number }): number {
  const worn = overhangOf(art, looks, box)
  return worn ? (1 + worn.side * 2) / (1 + worn.rise) : 1
}

/** The shape that a subject takes in a scene of this archetype; tall pictures have room for more of a person. */
export function figureOf(subject: Subject, archetype: Archetype, tall = false): Figure {
  const drawing = drawingOf(subject.art)
  const box = shownBox(subject, drawing?.box ?? { width: 128, height: 128 })
  const natural = box.width / Math.max(1, box.height)
  if (!drawing || drawing.framing === 'whole') return { pose: 'whole', aspect: natural * widened(subject, box) }
  if (SIDEWAYS.test(drawing.id)) return { pose: 'profile', aspect: PROFILE_ASPECT }
  if (ANIMAL.test(drawing.kind)) return { pose: 'sitting', aspect: SITTING_ASPECT }
  if (!PERSON.test(drawing.kind) && !FIGURES.test(drawing.id)) return { pose: 'whole', aspect: natural }
  // A drawing that brings its shoulders makes a good bust; a bare head needs some.
  const shoulders = !BARE_HEAD.test(drawing.kind) && !CROWNED.test(drawing.id)
  return traitsOf(archetype).view.showsBusts && shoulders && !tall
    ? { pose: 'bust', aspect: natural }
    : { pose: 'standing', aspect: STANDING_ASPECT }
}
