import type { Subject } from '../../brief.ts'
import type { Sheet } from '../layers.ts'
import type { Placement } from '../plan/scene-plan.ts'
import { hasPersonRig } from '../rig/has-joints.ts'
import { heldPlace, type Held } from '../rig/held.ts'
import { personJoints } from '../rig/person-pose.ts'
import { rigBoxAt } from '../rig/rigs.ts'
import type { Stage } from '../stage.ts'
import { isNaturally, recolour } from '../subjects/recolour.ts'
import { renderArt } from '../subjects/render-art.ts'
import { cuesOf, shareOf } from './timing.ts'
import { holds } from './whose-turn.ts'

/** The share of its time after which the hand is empty. */
export const RELEASED_AT = 0.22

const AFLOAT = /balloon|lantern|kite|bubble|feather|butterfly|bird|dove|airplane|umbrella|leaf|dandelion/

type Spot = { x: number; y: number; width: number; height: number; scale: number }

// Where somebody has it in the hand, in pixels: its upper middle and its size.
function spotOf(subject: Subject, placement: Placement, thing: Held): Spot | undefined {
  const { posture, held = [], phase, x, foot, height, flip } = placement
  const own = posture && rigBoxAt(subject, { posture, held, phase })
  if (!own) return undefined
  const scale = height / (own.bottom - own.top)
  const place = heldPlace(thing, personJoints(posture), posture)
  const across = place.x + thing.width / 2 - (own.left + own.right) / 2
  return {
    x: x + (flip ? 1 : -1) * across * scale,
    y: foot - (own.bottom - place.y) * scale,
    width: thing.width * scale,
    height: thing.height * scale,
    scale,
  }
}

/** What somebody lets go of, from the moment on in which the hand is empty: it floats up and away, or drops to the ground. */
export async function releasedParts(stage: Stage, subject: Subject, placement: Placement): Promise<Sheet[]> {
  const cue = cuesOf(stage, 'release').find((one) => holds(placement, one))
  if (!cue || stage.still || stage.clock.loop || placement.part || !hasPersonRig(subject)) return []
  const { held = [], foot, phase } = placement
  const thing = held.find((one) => holds({ ...placement, held: [one] }, cue))
  const spot = thing && spotOf(subject, placement, thing)
  if (!thing || !spot) return []
  const picture = await renderArt(thing.art, spot.width, spot.height)
  if (thing.colour && !isNaturally(picture, thing.colour)) recolour(picture, thing.colour)
  const floats = AFLOAT.test(thing.art)
  const tail = thing.grip === 'string' ? 40 * spot.scale : 0
  const left = spot.x - spot.width / 2
  const { unit, clock } = stage
  const down = Math.max(0, foot - spot.y - spot.height)
  return [
    {
      kind: 'sheet',
      role: 'subject',
      depth: 1,
      left: left - unit * 2,
      right: left + spot.width + unit * 2,
      top: spot.y - unit * 2,
      bottom: spot.y + spot.height + tail + unit,
      shadow: 1,
      pivot: { x: spot.x, y: spot.y + spot.height / 2 },
      motion(second) {
        const share = shareOf(stage, cue, second)
        if (share < RELEASED_AT) return { opacity: 0 }
        const gone = (share - RELEASED_AT) / (1 - RELEASED_AT)
        if (!floats) return { y: Math.min(down, down * (gone / 0.35) ** 2) }
        return {
          x: unit * 16 * gone ** 1.4 + unit * 1.4 * clock.wave(second, 2.3, phase) * Math.min(1, gone * 4),
          y: -(spot.y + spot.height * 0.4) * gone ** 1.25,
          turn: 0.08 * clock.wave(second, 2.3, phase + 0.2) * Math.min(1, gone * 4),
        }
      },
      draw(context) {
        if (tail > 0) {
          context.strokeStyle = stage.light.lit('#f4f0e8')
          context.lineWidth = Math.max(1, unit * 0.22)
          context.beginPath()
          context.moveTo(spot.x, spot.y + spot.height * 0.86)
          context.bezierCurveTo(
            spot.x - unit * 1.2,
            spot.y + spot.height + tail * 0.3,
            spot.x + unit * 1.2,
            spot.y + spot.height + tail * 0.6,
            spot.x,
            spot.y + spot.height + tail,
          )
          context.stroke()
        }
        context.drawImage(picture, left, spot.y)
      },
    },
  ]
}
