import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas'
import { drawingOf } from '../../art.ts'
import type { Posture, Subject } from '../../brief.ts'
import type { Beat } from '../motion/gait.ts'
import { movesLimbs } from '../motion/person-gait.ts'
import { quadrupedAt } from '../motion/quadruped-gait.ts'
import { SITTING_ASPECT } from '../plan/figure.ts'
import { recolour, isNaturally } from '../subjects/recolour.ts'
import { renderArt } from '../subjects/render-art.ts'
import { sittingBody } from '../subjects/sitting-body.ts'
import { birdBox, drawBird } from './bird-rig.ts'
import { hasPersonRig } from './has-joints.ts'
import { isBirdPosture, plumageOf } from './plumages.ts'
import { breedOf, type Breed } from './breeds.ts'
import { dyeFur } from './bright-eyes.ts'
import { eyesOf } from './eyes.ts'
import { dressHead, scarf } from './head-dress.ts'
import type { Held } from './held.ts'
import { personJoints } from './person-pose.ts'
import { uprightFace } from './upright.ts'
import { drawPerson, personBox, type RigBox } from './person-rig.ts'
import { quadrupedJoints, type QuadrupedPosture } from './quadruped-pose.ts'
import { drawQuadruped, quadrupedBox } from './quadruped-rig.ts'

/** What a rigged figure measures in its own units, and how high above its feet it rests on a seat or carries a rider. */
export type RigShape = {
  width: number
  height: number
  natural: number
  rest: number
  below: number
  middle: number
  back: number
}

const GAITS: Partial<Record<Posture, QuadrupedPosture>> = {
  stand: 'stand',
  lie: 'lie',
  sleep: 'sleep',
  walk: 'walk',
  run: 'run',
  jump: 'jump',
  fly: 'jump',
  swim: 'swim',
  eat: 'eat',
  'look-up': 'look-up',
  dance: 'climb',
  fight: 'run',
  dig: 'dig',
  stretch: 'stretch',
  stalk: 'stalk',
  attend: 'stand',
  reach: 'stand',
  ride: 'walk',
  climb: 'climb',
  pull: 'walk',
  push: 'walk',
  tug: 'walk',
  hug: 'climb',
  skate: 'run',
  'roller-skate': 'run',
  ski: 'stand',
  surf: 'stand',
}

const HAT_ROOM = 0.2

const shapeIn = (box: RigBox, rest: number, natural: number, back = 0): RigShape => ({
  width: box.right - box.left,
  height: box.bottom - box.top,
  natural,
  rest,
  below: Math.max(0, box.bottom),
  // Drawn looking left: what is on the right in its own units is on the left in the picture.
  middle: (box.left + box.right) / 2,
  back,
})

/** The shape of a subject in a posture; nothing where it has no joints for it. */
export function rigShape(subject: Subject, posture: Posture, held: readonly Held[]): RigShape | undefined {
  const looks = subject.looks ?? {}
  if (hasPersonRig(subject)) {
    const box = personBox({ art: headOf(subject), posture, looks, held })
    return shapeIn(box, personJoints(posture).rest, 200, 0.4)
  }
  const breed = breedOf(subject.art)
  if (breed) {
    const gait = GAITS[posture]
    const standing = quadrupedBox({ breed, posture: 'stand', looks: {} })
    const natural = Math.max(standing.right - standing.left, standing.bottom - standing.top)
    const hat = looks.hat ? 1 / (1 - HAT_ROOM) : 1
    if (!gait)
      return { width: 100 * SITTING_ASPECT, height: 100 * hat, natural: 104, rest: 0, below: 0, middle: 0, back: 0.3 }
    const box = quadrupedBox({ breed, posture: gait, looks })
    const { hip } = quadrupedJoints(gait, breed)
    const back = (hip.y - breed.girth * 0.9 - box.top) / (box.bottom - box.top)
    return shapeIn(box, 0, natural, back)
  }
  const plumage = plumageOf(subject.art)
  if (!plumage || !isBirdPosture(subject.art, posture)) return undefined
  return shapeIn(birdBox(posture as 'fly' | 'swim', plumage), 0, 84)
}

const headOf = (subject: Subject) => uprightFace(subject) ?? subject.art

const METAL = { top: '#8fa3ad', legs: '#72858f' }

// A violin is nearer to the chin than what lies in the paws.
async function inPaws(
  context: SKRSContext2D,
  { art, colour, grip, ...thing }: Held,
  { width, height }: Size,
): Promise<void> {
  const size = { width: width * 0.5, height: (width * 0.5 * thing.height) / thing.width }
  const item = await renderArt(art, size.width, size.height)
  if (colour && !isNaturally(item, colour)) recolour(item, colour)
  const low = /^(chin|mouth)$/.test(grip) ? 0.66 : 0.78
  context.drawImage(item, width * 0.46 - size.width / 2, height * low - size.height / 2)
}

async function sitting(
  subject: Subject,
  { face, colour: natural }: Breed,
  { width, height }: Size,
  { held, away }: RiggedFigure,
): Promise<Canvas> {
  const box = drawingOf(face)?.box ?? { width: 128, height: 128 }
  const wide = width * 0.76
  const head = await renderArt(face, wide, (wide * box.height) / box.width)
  const looks = subject.looks ?? {}
  // The animal alone: what it wears and holds keeps its own colour.
  const wish = subject.colour ?? natural
  const colour = dyeFur(head, face, wish) ? wish : undefined
  const { picture } = await dressHead(head, { glasses: looks.glasses ?? false }, eyesOf(face))
  // A hat needs room above the ears.
  const room = looks.hat ? height * HAT_ROOM : 0
  const body = createCanvas(Math.max(2, Math.round(width)), Math.max(2, Math.round(height)))
  const context = body.getContext('2d')
  context.drawImage(sittingBody(face, picture, { width, height: height - room, away: away === true, colour }), 0, room)
  if (looks.scarf) scarf(context, { x: width * 0.46, y: room + (height - room) * 0.5 }, width * 0.26, looks.scarf)
  const hat = looks.hat && drawingOf(looks.hat.art)
  if (looks.hat && hat) {
    const hatWidth = width * 0.46
    const hatHeight = (hatWidth * hat.box.height) / hat.box.width
    const worn = await renderArt(hat.id, hatWidth, hatHeight)
    if (looks.hat.colour) recolour(worn, looks.hat.colour)
    context.drawImage(worn, width * 0.46 - hatWidth / 2, Math.max(0, room + height * 0.08 - hatHeight))
  }
  for (const thing of held) await inPaws(context, thing, { width, height })
  return body
}

/** A body in a posture, with what it holds, at a beat of its movement where it moves. */
export type RiggedFigure = {
  posture: Posture
  held: readonly Held[]
  phase: number
  beat?: Beat | undefined
  away?: true | undefined
}
type Size = { width: number; height: number }

async function drawAnimal(subject: Subject, breed: Breed, figure: RiggedFigure, frame: Frame): Promise<Canvas> {
  const gait = GAITS[figure.posture]
  if (gait) {
    const colour = subject.colour ?? breed.colour
    const animal = { breed, posture: gait, looks: subject.looks ?? {}, colour, beat: figure.beat }
    return drawQuadruped(animal, frame.size, frame.room)
  }
  return sitting(subject, breed, frame.size, figure)
}

/** So many pixels, and the box that is shown in them; without one, all of the figure. */
type Frame = { size: Size; room?: RigBox | undefined }

/** Draws a subject from joints, looking to the left, in exactly this many pixels; nothing where it has none. */
export async function drawRig(
  subject: Subject,
  figure: RiggedFigure,
  size: Size,
  room?: RigBox,
): Promise<Canvas | undefined> {
  const { posture, held, phase, beat, away } = figure
  if (hasPersonRig(subject)) {
    const metal = drawingOf(subject.art)?.id === 'robot' ? METAL : {}
    const looks = { ...metal, ...subject.looks }
    const face = uprightFace(subject)
    // The colour of an animal is that of its fur, and of somebody that of the clothes.
    const colours = face ? { fur: subject.colour ?? breedOf(subject.art)?.colour } : { colour: subject.colour }
    return drawPerson({ art: face ?? subject.art, posture, looks, held, ...colours, phase, beat, away }, size, room)
  }
  const breed = breedOf(subject.art)
  if (breed) return drawAnimal(subject, breed, figure, { size, room })
  const plumage = plumageOf(subject.art)
  if (!plumage || !isBirdPosture(subject.art, posture)) return undefined
  const bird = drawBird({ posture: posture as 'fly' | 'swim', plumage, beat }, size, room)
  if (subject.colour && !isNaturally(bird, subject.colour)) recolour(bird, subject.colour)
  return bird
}

/** What a figure takes up in a posture, in its own units, whether or not its limbs move; nothing where it has no joints. */
export function rigBoxOf(subject: Subject, { posture, held }: RiggedFigure): RigBox | undefined {
  const looks = subject.looks ?? {}
  if (hasPersonRig(subject)) return personBox({ art: headOf(subject), posture, looks, held })
  const [breed, gait] = [breedOf(subject.art), GAITS[posture]]
  return breed && gait ? quadrupedBox({ breed, posture: gait, looks }) : undefined
}

/** What a figure takes up at a beat, in its own units; nothing where its limbs hold still. */
export function rigBoxAt(subject: Subject, figure: RiggedFigure): RigBox | undefined {
  const { posture, held, beat } = figure
  const looks = subject.looks ?? {}
  if (hasPersonRig(subject))
    return movesLimbs(posture) ? personBox({ art: headOf(subject), posture, looks, held, beat }) : undefined
  const breed = breedOf(subject.art)
  const gait = GAITS[posture]
  if (breed)
    return gait && quadrupedAt(gait, { phase: 0, step: 1 })
      ? quadrupedBox({ breed, posture: gait, looks, beat })
      : undefined
  const plumage = plumageOf(subject.art)
  return plumage && posture === 'fly' ? birdBox(posture, plumage, beat) : undefined
}
