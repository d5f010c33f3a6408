import { drawingOf } from '../../art.ts'
import type { Posture, Subject } from '../../brief.ts'
import { containerOf } from '../../staging/containers.ts'
import { oneOfMany } from '../../staging/one-of-many.ts'
import { metresOf, shownMetres } from '../../staging/real-sizes.ts'
import type { Grasp, Role, StagePlan } from '../../staging/stage-plan.ts'
import { isBeforeEyes, isHeadgear, type Grip, type Held } from '../rig/held.ts'
import { drawnWith } from '../rig/heads.ts'
import { overhangOf } from '../rig/dressed-drawing.ts'
import { AS_DRAWN, drawnPose, posedSize } from '../rig/posed-drawing.ts'
import { rigShape } from '../rig/rigs.ts'
import { shownBox } from '../subjects/lying.ts'

/** How large a role is shown, in metres, and how it is to be drawn. */
export type RoleShape = {
  width: number
  height: number
  posture: Posture | undefined
  held: Held[]
  /** How far it sits above its own feet. */
  rest: number
  /** Where its back is, as a share of its height from above. */
  back: number
  base: { x: number; width: number } | undefined
}

// The longer side of what is held, in units of a holder of 200: small enough for a hand, large enough to be seen.
const SIZES: Record<Grip, readonly [least: number, most: number]> = {
  both: [44, 76],
  hand: [40, 118],
  hanging: [44, 70],
  string: [58, 70],
  kite: [84, 100],
  aloft: [56, 72],
  above: [150, 160],
  overhead: [150, 170],
  'on-back': [64, 84],
  'on-shoulder': [84, 130],
  waist: [118, 130],
  chin: [86, 100],
  mouth: [74, 92],
  floor: [128, 150],
}

function contentOf(content: Subject | undefined, vessel: Subject, width: number): Held['content'] {
  const box = content && drawingOf(content.art)?.box
  const rim = containerOf(vessel.art)?.rim
  if (!content || !box || rim === undefined) return undefined
  const scale = (width * 0.5) / Math.max(box.width, box.height)
  return { art: content.art, width: box.width * scale, height: box.height * scale, rim }
}

type Holding = { perUnit: number; posture: Posture }

// At the mouth it leaves the face free; a spoon in a pot on a stove is no longer than that is deep.
const AT_MOST: Partial<Record<Posture, number>> = { 'to-mouth': 40, 'dip-high': 44 }

// What is before the eyes leaves a face about it, and a crown is no broader than the head.
function mostIn(posture: Posture, { art }: Subject): number | undefined {
  if (posture !== 'adjust') return AT_MOST[posture]
  if (isBeforeEyes(art)) return 52
  return isHeadgear(art) ? 60 : undefined
}

function heldOf({ entity, grip, filledWith }: Grasp, entities: readonly Subject[], to: Holding): Held[] {
  const thing = entities[entity]
  const box = thing && drawingOf(thing.art)?.box
  if (!thing || !box) return []
  const [least, most] = SIZES[grip]
  const tiny = metresOf(thing) < 0.1 ? 0.6 : 1
  // A baby in the arms leaves the face of who holds it free.
  const cap = thing.kind.startsWith('person') ? 54 : thing.kind === 'musical-instrument' ? Math.max(most, 96) : most
  const fitting = Math.max(least * tiny, Math.min(cap, shownMetres(metresOf(thing)) / to.perUnit))
  const longer = Math.min(mostIn(to.posture, thing) ?? fitting, fitting)
  const scale = longer / Math.max(box.width, box.height)
  const colour = thing.colour && { colour: thing.colour }
  const width = box.width * scale
  const content = filledWith === undefined ? undefined : contentOf(entities[filledWith], thing, width)
  const inside = content && { content }
  return [{ art: thing.art, width, height: box.height * scale, grip, ...colour, ...inside }]
}

// A drawing without joints, in its posture and with what it wears: its feet stay where they are.
function drawnShape(subject: Subject, posture: Posture | undefined, size: { width: number; height: number }) {
  const pose = drawnPose(subject.art, posture)
  const worn = overhangOf(subject.art, subject.looks, size)
  if (!pose && !worn) return { ...size, base: undefined }
  const whole = posedSize(size.width, size.height, pose ?? AS_DRAWN, worn)
  const reach = (pose?.neck?.reach ?? 0) * size.width
  return { ...whole, base: reach > 0 ? { x: reach / 2 / whole.width, width: size.width / whole.width } : undefined }
}

// The hat that somebody puts on is on the head, and no second one in the hands.
const isOnHead = (thing: Subject | undefined, { art, looks }: Subject, posture: Posture): boolean =>
  posture === 'adjust' && (looks?.hat !== undefined || drawnWith(art) !== undefined) && isHeadgear(thing?.art ?? '')

/** The size of a role as it is shown beside a person. */
export function roleShape({ entities }: StagePlan, role: Role, sizeOf: (subject: Subject) => number): RoleShape {
  const subject = oneOfMany(entities[role.entity] as Subject, role.index)
  const shown = sizeOf(subject)
  const plain = role.posture && rigShape(subject, role.posture, [])
  if (role.posture && plain) {
    const perUnit = shown / plain.natural
    const { posture } = role
    const inHands = role.grasps.filter(({ entity }) => !isOnHead(entities[entity], subject, posture))
    const held = inHands.flatMap((grasp) => heldOf(grasp, entities, { perUnit, posture }))
    const shape = rigShape(subject, posture, held) ?? plain
    const [width, height] = [shape.width * perUnit, shape.height * perUnit]
    // What is held may reach far out; the shadow stays under the feet.
    const base = held.length > 0 ? { x: shape.middle / shape.width, width: plain.width / shape.width } : undefined
    return { width, height, posture, held, rest: shape.rest * perUnit, back: shape.back, base }
  }
  const box = shownBox(subject, drawingOf(subject.art)?.box ?? { width: 128, height: 128 })
  const scale = shown / Math.max(box.width, box.height)
  const [width, height] = [box.width * scale, box.height * scale]
  // A drawing that shows only a head gets the body that heads have here.
  const face = drawingOf(subject.art)?.framing === 'face' && rigShape(subject, 'sit', [])
  if (face) {
    const perUnit = shown / face.natural
    return {
      width: face.width * perUnit,
      height: face.height * perUnit,
      posture: 'sit',
      held: [],
      rest: 0,
      back: 0.3,
      base: undefined,
    }
  }
  return { ...drawnShape(subject, role.posture, { width, height }), posture: undefined, held: [], rest: 0, back: 0.34 }
}
