import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas'
import { drawingOf } from '../../art.ts'
import type { Looks, Posture } from '../../brief.ts'
import { mix } from '../colour.ts'
import type { Beat } from '../motion/gait.ts'
import { outfitOf, type Outfit } from '../subjects/person-body.ts'
import { isNaturally, recolour } from '../subjects/recolour.ts'
import { renderArt } from '../subjects/render-art.ts'
import { arm, forearmsOver, handsOverHeld } from './arms.ts'
import { dyeFur } from './bright-eyes.ts'
import { drawSkirt, drawTorso, dressed, inFur } from './clothes.ts'
import { BUST_EYES, eyesOf } from './eyes.ts'
import { gearReach, inHands, underFeet } from './gear/sports-gear.ts'
import { dressHead, hairOf, scarf } from './head-dress.ts'
import { seenLooks, showFeelings, turnHead } from './faces.ts'
import { clipShoulders, dressBust, matchCollar } from './bust-clothes.ts'
import { actingHead, actingLooks, drawnWith, isBareHead, looksOnBust } from './heads.ts'
import { heldBox, heldPlace, knotOf, type Held, type HeldPlace } from './held.ts'
import { leg } from './legs.ts'
import { tapered } from './limb.ts'
import { HAIR_REACH, hairBehind } from './hair-shapes.ts'
import { braids } from './braids.ts'
import { lowestOf } from './lowest.ts'
import { personJoints, type PersonJoints } from './person-pose.ts'
import { drawBehindBody, drawOverBody, wardrobeReach } from './wardrobe.ts'

/** Somebody to draw from joints. `phase` picks the clothes where nothing else does. */
export type Person = {
  art: string
  posture: Posture
  looks: Looks
  held: readonly Held[]
  colour?: string | undefined
  /** The colour of the fur of an animal that goes upright, where it is not that of its face. */
  fur?: string | undefined
  phase: number
  beat?: Beat | undefined
  /** Seen from behind: hair where the face is. */
  away?: true | undefined
}

/** What a rigged figure takes up, in its units: ground at y = 0, the middle of the hips near x = 0. */
export type RigBox = { left: number; right: number; top: number; bottom: number }

const HEAD = { width: 66, height: 77 } as const
const BUST = { width: 80 } as const
// How far a bust reaches down over the collar of the body.
const BELOW_NECK = 17
/** How far below the middle of a head its chin is: so far that it covers the neck. */
const CHIN = HEAD.height / 2 + 4
function headSize(art: string): { width: number; height: number; bare: boolean } {
  const box = drawingOf(art)?.box ?? { width: 128, height: 128 }
  const bare = isBareHead(art)
  const width = bare ? Math.min(HEAD.width, (HEAD.height * box.width) / box.height) : BUST.width
  return { width, height: (width * box.height) / box.width, bare }
}

const BRIMMED =
  /^(sombrero|conical-hat|bowler-hat|tricorn-hat|jester-hat|turban|pharaoh-headdress|womans-hat|straw-hat|fedora|wizard-hat|cowboy-hat|space-helmet|pirate-hat|viking-helmet)$/

// Skis and boards reach beyond the feet.
function withGear(box: RigBox, { posture, near, far }: PersonJoints): void {
  const gear = gearReach(posture)
  if (!gear) return
  for (const { ankle } of [near, far]) {
    box.left = Math.min(box.left, ankle.x - gear.behind)
    box.right = Math.max(box.right, ankle.x + gear.ahead)
    box.bottom = Math.max(box.bottom, ankle.y + gear.below)
  }
}

/** The box of a person in a posture, with all that is held. */
export function personBox({ art, posture, looks: told, held, beat }: Omit<Person, 'colour' | 'fur' | 'phase'>): RigBox {
  const looks = actingLooks(art, told)
  const joints = personJoints(posture, beat)
  const { near, far, head } = joints
  const points = [near, far].flatMap((side) => [side.shoulder, side.elbow, side.hand, side.knee, side.ankle])
  const size = headSize(actingHead(art))
  const large = looks.hat?.large ?? 1
  const hat = looks.hat ? 52 * large * large : 0
  const turn = (joints.headTurn * Math.PI) / 180
  const [upright, lying] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))]
  // A head that is laid back swings its hat and its hair out to the side.
  const brim = looks.hat && BRIMMED.test(looks.hat.art) ? 16 + 60 * (large - 1) : 2 + 40 * (large - 1)
  const across = (size.width / 2) * upright + (size.height / 2 + hat) * lying + brim
  const cut = looks.hair?.shape ? HAIR_REACH[looks.hair.shape] : { side: 0, up: 0 }
  const wide = Math.max(across, looks.hair?.long ? 48 + 84 * lying : 0, cut.side * upright + cut.up * lying)
  const high = Math.max((size.width / 2) * lying + (size.height / 2 + hat) * upright + 2, cut.up)
  const box = {
    left: Math.min(...points.map((p) => p.x - 20), head.x - wide),
    right: Math.max(...points.map((p) => p.x + 20), head.x + wide),
    top: Math.min(...points.map((p) => p.y - 12), head.y - high),
    bottom: lowestOf(joints, looks, { ...size, brim }),
  }
  withGear(box, joints)
  const cloth = wardrobeReach(joints, looks)
  box.left = Math.min(box.left, joints.hip.x - cloth.left)
  box.right = Math.max(box.right, joints.hip.x + cloth.right)
  for (const thing of held) {
    const needs = heldBox(thing, heldPlace(thing, joints, posture))
    box.left = Math.min(box.left, needs.left - 2)
    box.right = Math.max(box.right, needs.right + 2)
    const rises = thing.content ? thing.content.height * 0.8 - thing.height * thing.content.rim : 0
    box.top = Math.min(box.top, needs.top - 2 - Math.max(0, rises))
    box.bottom = Math.max(box.bottom, needs.bottom)
  }
  return box
}

type Scale = { x: number; y: number }
type Size = { width: number; height: number }

// Three of it, half behind the front wall.
async function drawContent(context: SKRSContext2D, thing: Held, { x, y }: HeldPlace, scale: Scale): Promise<void> {
  const { content } = thing
  if (!content) return
  const picture = await renderArt(content.art, content.width * scale.x, content.height * scale.y)
  const bottom = y + thing.height * content.rim + content.height * 0.16
  for (const [across, raised] of [
    [0.28, 0],
    [0.72, 0.04],
    [0.5, 0.2],
  ] as const)
    context.drawImage(
      picture,
      x + thing.width * across - content.width / 2,
      bottom - content.height * (1 + raised),
      content.width,
      content.height,
    )
}

async function drawHeld(context: SKRSContext2D, person: Person, things: readonly Held[], scale: Scale): Promise<void> {
  const joints = personJoints(person.posture, person.beat)
  for (const thing of things) {
    const place = heldPlace(thing, joints, person.posture)
    if (/^(string|kite)$/.test(thing.grip)) {
      const knot = knotOf(thing, place)
      context.strokeStyle = 'rgba(70,60,60,0.8)'
      context.lineWidth = 1.2
      context.beginPath()
      context.moveTo(place.hand.x, place.hand.y)
      context.quadraticCurveTo((place.hand.x + knot.x) / 2 + 6, (place.hand.y + knot.y) / 2 + 10, knot.x, knot.y)
      context.stroke()
    }
    if (thing.content) await drawContent(context, thing, place, scale)
    const picture = await renderArt(thing.art, thing.width * scale.x, thing.height * scale.y)
    if (thing.colour && !isNaturally(picture, thing.colour)) recolour(picture, thing.colour)
    context.save()
    context.translate(place.hand.x, place.hand.y)
    context.rotate(place.turn)
    const [left, top] = [place.x - place.hand.x, place.y - place.hand.y]
    if (place.mirrored) context.scale(-1, 1)
    context.drawImage(picture, place.mirrored ? -left - thing.width : left, top, thing.width, thing.height)
    context.restore()
  }
}

// Over the head and on the back it is behind the body.
const BEHIND = /^(above|overhead|on-back|on-shoulder)$/

async function headPicture(person: Person, scale: Scale): Promise<{ picture: Canvas; plain: Canvas; rise: number }> {
  const size = headSize(person.art)
  const plain = await renderArt(person.art, size.width * scale.x, size.height * scale.y)
  const { id: base = person.art, kind = '' } = drawingOf(person.art) ?? {}
  if (kind.startsWith('animal')) dyeFur(plain, base, person.fur)
  const eyes = eyesOf(base)
  showFeelings(plain, person.posture, eyes, kind.startsWith('person'))
  if (person.away && size.bare) turnHead(plain)
  const worn = size.bare ? seenLooks(person) : looksOnBust(base, person.looks)
  const { picture, rise } = size.bare
    ? await dressHead(plain, worn, eyes, drawnWith(base))
    : await dressBust(plain, worn, eyes ?? BUST_EYES, drawnWith(base))
  if (person.away && size.bare && rise === 0) turnHead(picture)
  return { picture, plain, rise }
}

function placeHead(
  context: SKRSContext2D,
  person: Person,
  joints: PersonJoints,
  head: { picture: Canvas; plain: Canvas; rise: number },
) {
  const size = headSize(person.art)
  const { picture, plain, rise } = head
  const wide = (size.width * picture.width) / plain.width
  const tall = (size.height * picture.height) / plain.height
  // A bust brings its shoulders along: it sits lower on the body than a bare head.
  const anchor = size.bare ? joints.head : joints.neck
  context.save()
  context.translate(anchor.x, anchor.y)
  context.rotate((joints.headTurn * Math.PI) / 180)
  // The chin stays where the collar is, however wide or low the head was drawn.
  const top = size.bare ? CHIN - size.height : BELOW_NECK - size.height
  if (!size.bare) clipShoulders(context, person.art, { sideways: joints.sideways, below: BELOW_NECK })
  context.drawImage(picture, -wide / 2, top - rise * size.height, wide, tall)
  context.restore()
}

/** Draws a person from joints, looking to the left as nearly all drawings do, in exactly this many pixels: all of it, or what is in a box. */
export async function drawPerson(asked: Person, { width, height }: Size, room?: RigBox): Promise<Canvas> {
  const looks = actingLooks(asked.art, asked.looks)
  const person = { ...asked, art: actingHead(asked.art), looks }
  const box = room ?? personBox(person)
  const joints = personJoints(person.posture, person.beat)
  const scale = { x: width / (box.right - box.left), y: height / (box.bottom - box.top) }
  const head = await headPicture(person, scale)
  const kind = drawingOf(person.art)?.kind ?? 'person'
  const plainOutfit = outfitOf(person.art, kind, head.plain, person.colour, person.phase)
  const isAnimal = kind.startsWith('animal')
  const bare = isAnimal ? inFur(person.art, { head: head.plain, wish: person.fur }) : plainOutfit
  const outfit = dressed(bare, person.looks)
  matchCollar(person, head, outfit, bare)
  const canvas = createCanvas(Math.max(2, Math.round(width)), Math.max(2, Math.round(height)))
  const context = canvas.getContext('2d')
  context.translate(canvas.width, 0)
  context.scale(-scale.x, scale.y)
  context.translate(-box.left, -box.top)
  await drawHeld(
    context,
    person,
    person.held.filter(({ grip }) => BEHIND.test(grip)),
    scale,
  )
  hairBehind(context, joints, person.looks, () => hairOf(head.plain))
  underFeet(context, person.posture, joints, person.phase)
  paintBody(context, joints, outfit, person.looks)
  if (isBareHead(person.art)) paintNeck(context, joints, outfit)
  const nearArm = () => joints.sideways && arm(context, joints.near, sleevesOf(outfit, looks), 0.1)
  if (joints.armsBehindHead) nearArm()
  placeHead(context, person, joints, head)
  if (person.looks.hair?.braids) braids(context, joints, hairOf(head.plain))
  if (person.looks.scarf) scarf(context, { x: joints.neck.x, y: joints.neck.y + 5 }, 24, person.looks.scarf)
  forearmsOver(context, joints, sleevesOf(outfit, looks), 'face')
  await drawHeld(
    context,
    person,
    person.held.filter(({ grip }) => !BEHIND.test(grip)),
    scale,
  )
  inHands(context, person.posture, joints.near)
  if (!joints.armsBehindHead) nearArm()
  handsOverHeld(context, person, joints, outfit)
  context.resetTransform()
  return canvas
}

// A neck from the collar into the head: a chin is round, and beside it the collar would stand alone.
function paintNeck(context: SKRSContext2D, { neck, head }: PersonJoints, { skin }: Outfit): void {
  const into = { x: neck.x + (head.x - neck.x) * 0.4, y: neck.y + (head.y - neck.y) * 0.4 }
  context.fillStyle = mix(skin, '#6a2c1c', 0.2)
  tapered(context, neck, into, [10, 10])
  context.fill()
}

function paintBody(context: SKRSContext2D, joints: PersonJoints, outfit: Outfit, looks: Looks): void {
  const { near, far, sideways } = joints
  const { boots, shorts } = looks
  const sleeved = sleevesOf(outfit, looks)
  drawBehindBody(context, joints, looks)
  if (sideways) arm(context, far, sleeved, 0.26)
  leg(context, far, joints, outfit, { dim: sideways ? 0.24 : 0.06, boots, shorts })
  leg(context, near, joints, outfit, { dim: 0.06, boots, shorts })
  if (!sideways) for (const side of [near, far]) arm(context, side, sleeved, 0.14)
  if (outfit.gown) drawSkirt(context, joints, outfit, looks)
  drawTorso(context, joints, outfit, looks)
  drawOverBody(context, joints, looks)
  forearmsOver(context, joints, sleeved, 'body')
}

// Sleeves end at the shoulder of who wears none.
const sleevesOf = (outfit: Outfit, { bareArms, swimsuit }: Looks): Outfit =>
  bareArms || swimsuit ? { ...outfit, top: outfit.skin } : outfit
