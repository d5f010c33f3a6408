import { hands } from './clock-hands.ts'
import { ferrisWheel } from './ferris-wheel.ts'
import type { Figure, Turning } from './figure-part.ts'
import { sails } from './mill-sails.ts'
import { wheelSheet } from './rolling-wheel.ts'
import { clockFace, sailsHub, wheelsOf } from './wheels.ts'

/** What turns of a placed figure in a clip: wheels as far as they roll, sails, the hands of a clock; nothing of most. */
export async function turningOf(figure: Figure): Promise<Turning | undefined> {
  const { stage, subject, placement } = figure
  if (stage.still || placement.part || placement.fromAbove) return undefined
  const { art } = subject
  if (art === 'ferris-wheel') return ferrisWheel(stage, placement, figure.move)
  const hub = sailsHub(art)
  if (hub) return sails(figure, hub)
  const face = clockFace(art)
  if (face) return { over: () => [hands(figure, face)] }
  const own = wheelsOf(art)
  if (!own) return undefined
  return { over: (lit) => own.wheels.map((wheel) => wheelSheet(figure, wheel, own.open, lit)) }
}
