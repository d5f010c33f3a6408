import type { Activity, Subject } from '../../brief.ts'
import type { Placement } from '../plan/scene-plan.ts'
import type { Pose, Stage } from '../stage.ts'

type Mover = (second: number) => Pose

/** Which movement suits a subject: what it does, or else what it is. */
function habit(subject: Subject, place: Placement, stage: Stage): Activity | 'breathe' | 'stay' | 'hover' {
  if (subject.activity) return subject.activity
  const { archetype } = stage.brief
  if (place.contact === 'edge') return 'breathe'
  if (/^animal/.test(subject.kind)) {
    if (archetype === 'underwater' || place.contact === 'water') return 'swim'
    return place.contact === 'air' ? 'fly' : 'breathe'
  }
  if (place.contact === 'water') return 'sail'
  if (/^transport-ground/.test(subject.kind) && archetype === 'road') return 'drive'
  if (place.contact === 'air') return /^(transport|person)/.test(subject.kind) ? 'fly' : 'hover'
  return /^(person|face|cat-face|monkey-face)/.test(subject.kind) ? 'breathe' : 'stay'
}

/** How a placed subject moves. Its pivot is its foot; nothing leaves the picture. */
export function moverOf(subject: Subject, place: Placement, stage: Stage): Mover {
  const { clock, unit } = stage
  const { phase } = place
  const ahead = place.flip ? 1 : -1
  const room = Math.max(0, Math.min(place.x - place.width / 2, stage.width - place.x - place.width / 2))
  const wander = Math.min(room * 0.6, unit * 9)
  switch (habit(subject, place, stage)) {
    case 'stay':
      return () => ({})
    case 'breathe':
      return (s) => {
        const breath = clock.wave(s, 2.6, phase)
        return { stretchY: 1 + 0.014 * breath, stretchX: 1 - 0.007 * breath }
      }
    case 'sit':
      return (s) => ({ stretchY: 1 + 0.012 * clock.wave(s, 3, phase), turn: 0.012 * clock.wave(s, 4.1, phase) })
    case 'sleep':
      return (s) => ({
        stretchY: 1 + 0.022 * clock.wave(s, 3.8, phase),
        stretchX: 1 - 0.008 * clock.wave(s, 3.8, phase),
      })
    case 'hover':
    case 'float':
      return (s) => ({
        x: unit * 0.5 * clock.wave(s, 5.3, phase + 0.2),
        y: unit * 1.1 * clock.wave(s, 3.4, phase),
        turn: 0.035 * clock.wave(s, 4.4, phase),
      })
    case 'fly':
      return (s) => ({
        x: ahead * wander * 0.55 * clock.wave(s, Math.max(5, clock.seconds), phase * 0.3 - 0.25),
        y: unit * 1.5 * clock.wave(s, 2.5, phase),
        turn: 0.05 * clock.wave(s, 2.5, phase + 0.2),
        stretchY: 1 + 0.035 * clock.wave(s, 0.8, phase),
      })
    case 'swim':
      return (s) => ({
        x: ahead * wander * 0.6 * clock.wave(s, Math.max(5, clock.seconds), phase * 0.3 - 0.25),
        y: unit * 0.9 * clock.wave(s, 2.9, phase),
        turn: 0.045 * clock.wave(s, 1.45, phase),
        stretchX: 1 + 0.02 * clock.wave(s, 1.45, phase + 0.25),
      })
    case 'sail':
      return (s) => ({
        x: ahead * wander * 0.5 * clock.wave(s, Math.max(6, clock.seconds * 1.2), -0.2),
        y: unit * 0.55 * clock.wave(s, 2.8, phase),
        turn: 0.035 * clock.wave(s, 3.3, phase),
      })
    case 'drive':
      return (s) => ({
        x: ahead * wander * 0.5 * clock.wave(s, Math.max(5, clock.seconds), -0.25),
        y: -Math.abs(unit * 0.22 * clock.wave(s, 0.62, phase)),
        turn: 0.006 * clock.wave(s, 0.62, phase + 0.3),
      })
    case 'run':
      return (s) => ({
        x: ahead * wander * 0.5 * clock.wave(s, Math.max(5, clock.seconds), -0.25),
        y: -Math.abs(unit * 1.5 * clock.wave(s, 0.9, phase)),
        turn: 0.05 * clock.wave(s, 0.9, phase + 0.25),
      })
    case 'jump':
      return (s) => {
        const lift = Math.max(0, clock.wave(s, 1.5, phase))
        const crouch = Math.max(0, -clock.wave(s, 1.5, phase))
        return {
          y: -lift * unit * 5,
          stretchY: 1 + 0.05 * lift - 0.07 * crouch,
          stretchX: 1 - 0.03 * lift + 0.05 * crouch,
        }
      }
    case 'dance':
      return (s) => ({
        x: unit * 0.8 * clock.wave(s, 1.9, phase),
        y: -Math.abs(unit * 1.1 * clock.wave(s, 0.95, phase)),
        turn: 0.09 * clock.wave(s, 0.95 * 2, phase),
        stretchY: 1 + 0.03 * clock.wave(s, 0.95, phase + 0.25),
      })
  }
}
