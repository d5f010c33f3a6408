import { createCanvas, type Canvas } from '@napi-rs/canvas'
import { drawingOf } from '../../art.ts'
import type { Looks, Subject } from '../../brief.ts'
import { containerNow, solidOf } from '../../staging/containers.ts'
import type { Placement } from '../plan/scene-plan.ts'
import { dressHead, paintBeard } from '../rig/head-dress.ts'
import { dyeFur } from '../rig/bright-eyes.ts'
import { BUST_EYES, eyesOf } from '../rig/eyes.ts'
import { headArt } from '../rig/heads.ts'
import { dressedDrawing, overhangOf } from '../rig/dressed-drawing.ts'
import { AS_DRAWN, drawnPose, drawnSize, posedPicture, sleepingFace } from '../rig/posed-drawing.ts'
import { drawRig, rigShape } from '../rig/rigs.ts'
import { personBody, robotBody } from './person-body.ts'
import { isSunk, sink, waterLine } from './in-water.ts'
import { withFace } from './paint-face.ts'
import { isSlanted, slantedBox, uprightBox } from './lying.ts'
import { finished } from './paint-finish.ts'
import { paintGarnish } from './paint-garnish.ts'
import { paintMaterial } from './paint-material.ts'
import { paintParts } from './paint-parts.ts'
import { profileBody } from './profile-body.ts'
import { renderArt } from './render-art.ts'
import { dye, isNaturally, isWhiteWare, recolour } from './recolour.ts'
import { leash, rope, stringLine, tautRope } from './rope.ts'
import { sittingBody } from './sitting-body.ts'
import { tonesOf } from './tones.ts'

const HEAD_SHARE = { sitting: 0.76, profile: 0.52, standing: 0.84 } as const

async function headOf(subject: Subject, placement: Placement): Promise<Canvas> {
  const art = headArt(subject.art)
  const box = drawingOf(art)?.box ?? { width: 128, height: 128 }
  const share =
    placement.pose === 'sitting' || placement.pose === 'profile' || placement.pose === 'standing'
      ? HEAD_SHARE[placement.pose]
      : 1
  const side = placement.width * share
  return renderArt(art, side, (side * box.height) / box.width)
}

// Busts bring hats of their own; beard, glasses and hair are put on their faces, without a change of their size.
async function onBust(bust: Canvas, art: string, { hair, glasses = false, beard, mustache }: Looks): Promise<Canvas> {
  const id = drawingOf(art)?.id ?? art
  const eyes = eyesOf(id) ?? BUST_EYES
  const { picture } = await dressHead(bust, { glasses, ...(hair && { hair }), ...(mustache && { mustache }) }, eyes)
  if (beard) paintBeard(picture, beard, eyes)
  return picture
}

// Drawn behind a board, a laptop or a flask: on a body these would hang in the air.
const WITH_TOOLS = /(teacher|technologist|scientist)$/

// As one who acts and only stands, within the room that a standing one has.
async function asActing(subject: Subject, { width, height, phase }: Placement): Promise<Canvas | undefined> {
  const shape = rigShape(subject, 'stand', [])
  if (!shape) return undefined
  const scale = Math.min(width / shape.width, height / shape.height)
  const size = { width: shape.width * scale, height: shape.height * scale }
  const figure = await drawRig(subject, { posture: 'stand', held: [], phase }, size)
  if (!figure) return undefined
  const picture = createCanvas(Math.round(width), Math.round(height))
  picture.getContext('2d').drawImage(figure, (width - size.width) / 2, height - size.height)
  return picture
}

async function standing(subject: Subject, placement: Placement): Promise<Canvas> {
  const { width, height } = placement
  const acting = WITH_TOOLS.test(drawingOf(subject.art)?.id ?? '') ? await asActing(subject, placement) : undefined
  if (acting) return acting
  const head = await headOf(subject, placement)
  const art = headArt(subject.art)
  const kind = drawingOf(art)?.kind ?? subject.kind
  if (subject.art === 'robot') return robotBody(head, tonesOf(head).main, width, height)
  const skin = kind.startsWith('face') ? tonesOf(head).main : undefined
  const phase = placement.phase + placement.subject * 0.371
  return personBody({ art, kind, colour: subject.colour ?? skin, phase }, head, width, height)
}

async function sitting(subject: Subject, placement: Placement): Promise<Canvas> {
  const { width, height, away = false } = placement
  const head = await headOf(subject, placement)
  const colour = dyeFur(head, subject.art, subject.colour) ? subject.colour : undefined
  return sittingBody(subject.art, head, { width, height, away, colour })
}

async function bare(subject: Subject, placement: Placement): Promise<Canvas> {
  const { width, height } = placement
  switch (placement.pose) {
    case 'sitting':
      return sitting(subject, placement)
    case 'profile':
      return profileBody(await headOf(subject, placement), width, height)
    case 'standing':
      return standing(subject, placement)
    case 'bust': {
      const bust = await renderArt(subject.art, width, height)
      return subject.looks ? onBust(bust, subject.art, subject.looks) : bust
    }
    case 'whole':
      return renderArt(subject.art, width, height)
  }
}

// A drawing without joints as it is held and dressed.
async function posed(subject: Subject, placement: Placement): Promise<Canvas | undefined> {
  const { art, looks } = subject
  const box = drawingOf(art)?.box ?? { width: 128, height: 128 }
  const pose = drawnPose(art, placement.deed)
  const worn = placement.pose === 'whole' ? overhangOf(art, looks, box) : undefined
  if (!pose && !worn) return undefined
  const held = pose ?? AS_DRAWN
  const { width, height } = drawnSize(placement, box.width / box.height, held, worn)
  const drawing = await renderArt(art, width, height)
  dyeFur(drawing, art, subject.colour)
  paintParts(drawing, subject)
  if (held.asleep) sleepingFace(drawing, art)
  const dressed = looks && worn ? await dressedDrawing(drawing, art, looks, worn) : drawing
  return posedPicture(dressed, { pose: held, ...(worn && { worn }) }, placement)
}

// The wall of a vessel that is nearer than what is in it; of a clear one, its shine.
async function frontOf(subject: Subject, placement: Placement): Promise<Canvas> {
  const { width, height } = placement
  const picture = await renderArt(subject.art, width, height)
  if (subject.colour && !isNaturally(picture, subject.colour)) recolour(picture, subject.colour)
  const container = containerNow(subject) ?? solidOf(subject.art)
  const front = createCanvas(picture.width, picture.height)
  const context = front.getContext('2d')
  if (container.clear) {
    context.globalAlpha = 0.42
    context.drawImage(picture, 0, 0)
    context.globalAlpha = 1
    return front
  }
  const rim = container.rim * picture.height
  context.beginPath()
  context.moveTo(0, rim)
  context.ellipse(picture.width / 2, rim, picture.width / 2, container.depth * picture.height, 0, Math.PI, 0, true)
  context.lineTo(picture.width, picture.height)
  context.lineTo(0, picture.height)
  context.closePath()
  context.clip()
  context.drawImage(picture, 0, 0)
  return front
}

/** The picture of a placed subject, in the size of its placement, of the colour and material it should have, not yet lit. */
export async function figurePicture(subject: Subject, placement: Placement): Promise<Canvas> {
  const picture = await whole(subject, placement)
  if (placement.faint) return imageOf(picture, placement.faint)
  if (placement.sunk) sink(picture, picture.height * (1 - placement.sunk), 1)
  return picture
}

// As a mirror or still water shows it.
function imageOf(picture: Canvas, faint: NonNullable<Placement['faint']>): Canvas {
  const image = createCanvas(picture.width, picture.height)
  const context = image.getContext('2d')
  context.globalAlpha = 0.74
  if (faint === 'upside-down') {
    context.translate(0, picture.height)
    context.scale(1, -1)
  }
  context.drawImage(picture, 0, 0)
  context.resetTransform()
  return image
}

// What lies on its side or points down is drawn as it is in its drawing first.
function asDrawn({ art, finish }: Subject, placement: Placement): Pick<Placement, 'width' | 'height'> {
  const { width, height, part } = placement
  const box = part ? undefined : drawingOf(art)?.box
  if (box && finish?.state === 'on-its-side') return uprightBox(placement, box)
  return box && isSlanted(art, finish?.state) ? slantedBox(placement) : { width, height }
}

async function whole(subject: Subject, placement: Placement): Promise<Canvas> {
  const { finish, material } = subject
  const picture = await coloured(subject, { ...placement, ...asDrawn(subject, placement) })
  if (material && !/^(string|leash|taut)$/.test(placement.part ?? '')) paintMaterial(picture, material)
  return finish && !/^(rope|string|leash|taut)$/.test(placement.part ?? '')
    ? finished(picture, finish, { ...placement, slanted: isSlanted(subject.art, finish.state) })
    : picture
}

async function fromJoints(subject: Subject, placement: Placement): Promise<Canvas | undefined> {
  const { posture, held: inHands = [], phase, away } = placement
  if (!posture) return undefined
  const figure = { posture, held: inHands, phase: phase + placement.subject * 0.371, away }
  const rigged = await drawRig(subject, figure, placement)
  if (rigged && isSunk(subject, placement)) sink(rigged, waterLine(rigged.height, placement))
  return rigged
}

const WARE = /^(dishware|household|clothing|mail|office|book-paper)/

function inColour(picture: Canvas, { art, kind, colour }: Subject, { pose }: Placement): void {
  // People keep their skin: their colour went into their clothes. Who sits has its colour by now.
  if (kind.startsWith('person') || pose === 'sitting') return
  if (kind.startsWith('animal')) return void dyeFur(picture, art, colour)
  if (!colour) return
  if (WARE.test(kind) && isWhiteWare(picture)) dye(picture, colour)
  // A red apple is as apples are; a yellow chair is no brown one.
  else if (!/^(food|plant)/.test(kind) || !isNaturally(picture, colour)) recolour(picture, colour)
}

async function coloured(subject: Subject, placement: Placement): Promise<Canvas> {
  if (placement.part === 'front') return frontOf(subject, placement)
  if (placement.part === 'rope') return rope(placement)
  if (placement.part === 'string') return stringLine(placement)
  if (placement.part === 'leash') return leash(placement)
  if (placement.part === 'taut') return tautRope(placement)
  // A part is known only of the drawing as it is: who merely stands may stand as drawn.
  const kept = subject.parts !== undefined && placement.posture === 'stand'
  const rigged = kept ? undefined : await fromJoints(subject, placement)
  if (rigged) return rigged
  const sized = { ...placement, width: Math.max(4, placement.width), height: Math.max(4, placement.height) }
  const posing = await posed(subject, sized)
  if (posing) return posing
  const picture = await bare(subject, sized)
  inColour(picture, subject, placement)
  if (placement.pose !== 'whole') return picture
  paintParts(picture, subject)
  paintGarnish(picture, subject)
  return withFace(picture, subject)
}
