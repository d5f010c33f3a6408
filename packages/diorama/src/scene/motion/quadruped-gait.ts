import type { Point } from '../draw/shapes.ts'
import { footAt, type Beat, type Gait } from './gait.ts'

type Leg = 'frontNear' | 'frontFar' | 'hindNear' | 'hindFar'

/** What an animal's body does at a beat: where its feet are, in legs, how far it pitches and how far the head nods. */
export type QuadrupedBeat = {
  feet?: Record<Leg, Point>
  pitch: number
  nod: { y: number; turn: number }
}

/** How animals walk and run. */
export const QUADRUPED_GAITS = {
  walk: { period: 1.2, stands: 0.62, step: 0.36, swing: 0.36, lift: 0.2 },
  run: { period: 0.58, stands: 0.26, step: 0.42, swing: 0.78, lift: 0.34 },
} as const satisfies Record<string, Gait>

// Walking, each foot comes a quarter after the last one; galloping, the hind pair pushes and the front pair catches.
const ORDER: Record<'walk' | 'run', Record<Leg, number>> = {
  walk: { hindNear: 0, frontNear: 0.75, hindFar: 0.5, frontFar: 0.25 },
  run: { hindNear: 0, hindFar: 0.92, frontNear: 0.52, frontFar: 0.42 },
}

const wave = (phase: number, shift = 0) => Math.sin((phase + shift) * Math.PI * 2)

function striding(gait: 'walk' | 'run', beat: Beat): QuadrupedBeat {
  const feet = Object.fromEntries(
    Object.entries(ORDER[gait]).map(([leg, offset]) => [leg, footAt(QUADRUPED_GAITS[gait], beat, offset)]),
  ) as Record<Leg, Point>
  const rocking = gait === 'run' ? 6 : 0
  return {
    feet,
    pitch: rocking * wave(beat.phase, 0.1),
    nod: { y: (gait === 'run' ? 0.03 : 0.02) * wave(beat.phase * (gait === 'run' ? 1 : 2)), turn: 0 },
  }
}

function paddling({ phase }: Beat): QuadrupedBeat {
  const foot = (offset: number): Point => ({ x: 0.45 * wave(phase, offset), y: 0.3 + 0.2 * wave(phase, offset + 0.25) })
  return {
    feet: { frontNear: foot(0), frontFar: foot(0.5), hindNear: foot(0.5), hindFar: foot(0) },
    pitch: 2 * wave(phase),
    nod: { y: 0.02 * wave(phase * 2), turn: 0 },
  }
}

/** How an animal moves in a posture; nothing where it holds still. */
export function quadrupedAt(posture: string, beat: Beat): QuadrupedBeat | undefined {
  switch (posture) {
    case 'walk':
    case 'run':
      return striding(posture, beat)
    case 'swim':
      return paddling(beat)
    case 'eat':
      return { pitch: 0, nod: { y: 0.07 * wave(beat.phase), turn: 4 * wave(beat.phase, 0.1) } }
    case 'look-up':
      return { pitch: 0, nod: { y: 0, turn: 5 * wave(beat.phase) } }
    default:
      return undefined
  }
}
