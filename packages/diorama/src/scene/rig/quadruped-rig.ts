import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas'
import { drawingOf } from '../../art.ts'
import type { Looks } from '../../brief.ts'
import { mix, toHsl, type Colour } from '../colour.ts'
import { renderArt } from '../subjects/render-art.ts'
import { coatOf, dyedCoat } from '../subjects/sitting-body.ts'
import { histogram, tonesOf } from '../subjects/tones.ts'
import type { Beat } from '../motion/gait.ts'
import type { Breed } from './breeds.ts'
import { dyeFur, eyeSpots } from './bright-eyes.ts'
import { eyesOf } from './eyes.ts'
import { closeEyes, dressHead, scarf, scarfOnLowNeck } from './head-dress.ts'
import { limb, shaded, tapered } from './limb.ts'
import { closeDrawnEyes } from './posed-drawing.ts'
import type { RigBox } from './person-rig.ts'
import { quadrupedJoints, type QuadrupedJoints, type QuadrupedPosture } from './quadruped-pose.ts'
import { drawTail } from './tails.ts'

/** An animal to draw from joints. */
export type Quadruped = {
  breed: Breed
  posture: QuadrupedPosture
  looks: Looks
  colour?: string | undefined
  beat?: Beat | undefined
}

type Size = { width: number; height: number }
type Coat = ReturnType<typeof coatOf>

function headBox(breed: Breed): { width: number; height: number } {
  const box = drawingOf(breed.face)?.box ?? { width: 128, height: 128 }
  return { width: breed.head, height: (breed.head * box.height) / box.width }
}

// A neck goes further down to the grass than a head alone turns.
const isGrazing = ({ breed }: Quadruped, { headTurn }: QuadrupedJoints) => breed.inProfile === true && headTurn > 8
const GRAZING_TURN = 50

/** Where the drawn neck of a head in profile begins: at the chest, or at the end of a neck that is held down. */
function neckEnd(animal: Quadruped, joints: QuadrupedJoints): { x: number; y: number } {
  const { chest } = joints
  if (!isGrazing(animal, joints)) return chest
  const { width } = headBox(animal.breed)
  // So far down that the muzzle comes to the ground and not into it.
  return { x: chest.x + width * 0.36, y: Math.min(chest.y + width * 0.62, -width * 0.56) }
}

// A head in profile hangs on its own neck, whose lower end is at the chest.
function headCorner(animal: Quadruped, joints: QuadrupedJoints): { x: number; y: number } {
  const { breed } = animal
  const { width, height } = headBox(breed)
  const neck = neckEnd(animal, joints)
  if (breed.inProfile) return { x: neck.x - width * 0.3, y: neck.y - height * 0.86 }
  // Ears make a head tall: laid down, its chin is on the ground and not below it.
  return { x: joints.head.x - width / 2, y: Math.min(joints.head.y - height / 2, -height * 0.98) }
}

/** The box of an animal in a posture. */
export function quadrupedBox(animal: Quadruped): RigBox {
  const { breed, posture, looks, beat } = animal
  const joints = quadrupedJoints(posture, breed, beat)
  const head = headBox(breed)
  const corner = headCorner(animal, joints)
  const down = isGrazing(animal, joints)
  const feet = [...Object.values(joints.front), ...Object.values(joints.hind)].flat()
  const spare = Math.abs(joints.headTurn) > 8 ? head.width * 0.12 : 3
  return {
    left: Math.min(joints.hip.x - breed.girth * 2.4, ...feet.map((p) => p.x - breed.girth * 0.7)),
    right: Math.max(
      corner.x + head.width + spare + (down ? head.width * 0.5 : 0),
      ...feet.map((p) => p.x + breed.girth * 0.9),
    ),
    top: Math.min(corner.y - spare - (looks.hat ? head.height * 0.6 : 0), joints.hip.y - breed.girth * 1.9),
    bottom: 0,
  }
}

function drawLeg(
  context: SKRSContext2D,
  points: QuadrupedJoints['front']['near'],
  breed: Breed,
  colours: { limb: Colour; paw: Colour },
): void {
  const thick = breed.girth * (breed.hoof ? 0.3 : 0.42)
  limb(context, points, [thick * 1.25, thick * 0.86, thick * 0.72], colours.limb)
  const [, knee, foot] = points
  context.fillStyle = colours.paw
  context.save()
  context.translate(foot.x, foot.y)
  const along = Math.atan2(foot.y - knee.y, foot.x - knee.x) - Math.PI / 2
  context.rotate(Math.abs(along) < 0.4 ? 0 : along)
  context.beginPath()
  if (breed.hoof) context.roundRect(-thick * 0.85, -thick * 0.5, thick * 1.7, thick * 1.05, thick * 0.2)
  else context.ellipse(thick * 0.3, 0, thick * 1.1, thick * 0.72, 0, 0, Math.PI * 2)
  context.fill()
  context.restore()
}

function haunch(context: SKRSContext2D, joints: QuadrupedJoints, breed: Breed, coat: Coat): void {
  const { hip } = joints
  const size = breed.girth
  context.fillStyle = shaded(context, mix(coat.body, '#1c1028', 0.05), hip.y - size, 0)
  context.beginPath()
  context.ellipse(hip.x + size * 0.25, -size * 0.78, size * 0.86, size * 0.78, -0.2, 0, Math.PI * 2)
  context.fill()
  context.fillStyle = mix(coat.limbs, coat.belly, 0.16)
  context.beginPath()
  context.ellipse(hip.x + size * 1.1, -size * 0.2, size * 0.62, size * 0.2, 0, 0, Math.PI * 2)
  context.fill()
}

function drawBody(context: SKRSContext2D, joints: QuadrupedJoints, breed: Breed, coat: Coat): void {
  const { hip, chest } = joints
  const { girth } = breed
  const body = () => tapered(context, hip, chest, [girth * 0.96, girth])
  body()
  context.fillStyle = shaded(context, coat.body, hip.y - girth, hip.y + girth)
  context.fill()
  context.save()
  body()
  context.clip()
  // From the hips along the back, so that a belly is at the belly of who rears up too.
  context.translate(hip.x, hip.y)
  context.rotate(Math.atan2(chest.y - hip.y, chest.x - hip.x))
  const long = Math.hypot(chest.x - hip.x, chest.y - hip.y)
  context.fillStyle = mix(coat.belly, coat.body, 0.25)
  context.beginPath()
  context.ellipse(long / 2, girth * 1.02, breed.body * 0.62, girth * 0.52, 0, 0, Math.PI * 2)
  context.fill()
  if (breed.stripes || coat.stripes) stripes(context, long, breed)
  if (breed.patches) patches(context, long, breed, breed.patches)
  context.restore()
}

function stripes(context: SKRSContext2D, long: number, { girth }: Breed): void {
  context.strokeStyle = '#3b2a20'
  context.lineCap = 'round'
  context.lineWidth = girth * 0.16
  for (let i = 0; i <= 5; i++) {
    const x = (long * (i - 0.3)) / 5
    context.beginPath()
    context.moveTo(x, -girth * 1.1)
    context.quadraticCurveTo(x - girth * 0.22, -girth * 0.4, x + girth * 0.1, girth * 0.1)
    context.stroke()
  }
}

function patches(context: SKRSContext2D, long: number, { girth }: Breed, colour: Colour): void {
  context.fillStyle = colour
  for (const [along, up, size] of [
    [0.12, -0.5, 0.62],
    [0.62, -0.8, 0.5],
  ] as const) {
    context.beginPath()
    context.ellipse(long * along, girth * up, girth * size, girth * size * 0.7, 0.3, 0, Math.PI * 2)
    context.fill()
  }
}

async function headPicture({ breed, posture, looks, colour }: Quadruped, scale: number) {
  const size = headBox(breed)
  const plain = await renderArt(breed.face, size.width * scale, size.height * scale)
  const wish = colour ?? breed.colour
  const isDyed = dyeFur(plain, breed.face, wish)
  const eyes = eyesOf(breed.face)
  if (posture === 'sleep') {
    if (eyes) closeEyes(plain, eyes)
    else closeDrawnEyes(plain, eyeSpots(breed.face))
  }
  const { picture, rise } = await dressHead(plain, { ...looks, hair: {} }, eyes)
  return { plain, picture, rise, wish: isDyed ? wish : undefined }
}

function coatFor(breed: Breed, head: { plain: Canvas; wish: string | undefined }): Coat {
  const coat = coatOf(breed.face, tonesOf(head.plain))
  if (breed.inProfile) {
    const body =
      head.wish ?? histogram(head.plain, { left: 0.2, right: 0.6, top: 0.4, bottom: 0.8 })[0]?.colour ?? coat.body
    return { ...coat, body, belly: mix(body, '#ffffff', 0.25), limbs: mix(body, '#2a1c28', 0.1), tail: 'mane' }
  }
  return head.wish ? { ...coat, ...dyedCoat(head.wish) } : coat
}

function placeHead(
  context: SKRSContext2D,
  animal: Quadruped,
  joints: QuadrupedJoints,
  head: Awaited<ReturnType<typeof headPicture>>,
) {
  const { breed } = animal
  const size = headBox(breed)
  const corner = headCorner(animal, joints)
  const wide = (size.width * head.picture.width) / head.plain.width
  const tall = (size.height * head.picture.height) / head.plain.height
  const pivot = breed.inProfile ? neckEnd(animal, joints) : joints.head
  context.save()
  context.translate(pivot.x, pivot.y)
  context.rotate(((isGrazing(animal, joints) ? GRAZING_TURN : joints.headTurn) * Math.PI) / 180)
  context.translate(corner.x - pivot.x - (wide - size.width) / 2, corner.y - pivot.y - head.rise * size.height)
  if (breed.inProfile) {
    context.translate(wide, 0)
    context.scale(-1, 1)
  }
  context.drawImage(head.picture, 0, 0, wide, tall)
  context.restore()
}

// Under a chin that is as low as the chest there is no room for a scarf: it shows behind the head.
const hangsHead = ({ head, chest }: QuadrupedJoints, breed: Breed): boolean => head.y > chest.y - breed.head * 0.3

function lowScarf(context: SKRSContext2D, { head, chest }: QuadrupedJoints, breed: Breed, colour: Colour): void {
  const at = { x: Math.min(chest.x, head.x - breed.head * 0.6), y: chest.y + (head.y - chest.y) * 0.1 }
  scarfOnLowNeck(context, at, { size: breed.girth * 0.86, turn: Math.PI * 0.42, colour })
}

/** Draws a four-legged animal from joints, looking to the left, in exactly this many pixels: all of it, or what is in a box. */
export async function drawQuadruped(animal: Quadruped, { width, height }: Size, room?: RigBox): Promise<Canvas> {
  const { breed, posture, beat } = animal
  const box = room ?? quadrupedBox(animal)
  const joints = quadrupedJoints(posture, breed, beat)
  const scale = { x: width / (box.right - box.left), y: height / (box.bottom - box.top) }
  const head = await headPicture(animal, Math.max(scale.x, scale.y))
  const coat = coatFor(breed, head)
  const canvas = createCanvas(Math.max(2, Math.round(width)), Math.max(2, Math.round(height)))
  const context = canvas.getContext('2d')
  context.translate(canvas.width, 0)
  context.scale(-scale.x, scale.y)
  context.translate(-box.left, -box.top)
  const hoof = mix(coat.body, '#2a1c28', 0.72)
  // Black legs of a white body stay black.
  const soft = Math.abs(toHsl(coat.limbs)[2] - toHsl(coat.body)[2]) > 0.3 ? 0.25 : 1
  const paw = breed.hoof ? hoof : mix(coat.limbs, coat.belly, 0.2 * soft)
  const far = { limb: mix(coat.limbs, '#1c1028', 0.26), paw: mix(paw, '#1c1028', 0.2) }
  drawTail(context, coat, joints, breed)
  drawLeg(context, joints.front.far, breed, far)
  if (!joints.lying) drawLeg(context, joints.hind.far, breed, far)
  if (!joints.lying) drawLeg(context, joints.hind.near, breed, { limb: mix(coat.limbs, coat.body, 0.3 * soft), paw })
  drawBody(context, joints, breed, coat)
  if (joints.lying) haunch(context, joints, breed, coat)
  drawLeg(context, joints.front.near, breed, { limb: coat.limbs, paw })
  if (isGrazing(animal, joints)) {
    context.fillStyle = coat.body
    tapered(context, joints.chest, neckEnd(animal, joints), [breed.girth * 0.86, breed.girth * 0.6])
    context.fill()
  }
  if (!breed.inProfile) {
    context.fillStyle = mix(coat.body, '#1c1028', 0.08)
    tapered(context, joints.chest, joints.head, [breed.girth * 0.8, breed.girth * 0.6])
    context.fill()
  }
  if (animal.looks.scarf && hangsHead(joints, breed)) lowScarf(context, joints, breed, animal.looks.scarf)
  placeHead(context, animal, joints, head)
  if (animal.looks.scarf && !hangsHead(joints, breed)) {
    const at = { x: joints.head.x - breed.head * 0.08, y: joints.head.y + headBox(breed).height * 0.46 }
    scarf(context, at, breed.head * 0.36, animal.looks.scarf)
  }
  context.resetTransform()
  return canvas
}
