import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Looks } from '../../brief.ts'
import { mix, rgb, toHsl, type Colour } from '../colour.ts'
import { recolour } from '../subjects/recolour.ts'
import { renderArt } from '../subjects/render-art.ts'
import { histogram } from '../subjects/tones.ts'
import { drawingOf } from '../../art.ts'
import { skullOf, type Eyes } from './eyes.ts'
import { paintOnHead } from './on-the-head.ts'

/** A head with what it wears; `rise` is how far a hat stands out above it, in shares of the head's height. */
export type DressedHead = { picture: Canvas; rise: number }

// The face itself, where a dark pixel is an eye or a brow and no hair.
const FACE = { x: 0.5, y: 0.66, rx: 0.36, ry: 0.27 } as const

// Where the hair of a head is: at the crown, and of one who wears a crown or a magician's hat at the temples.
const AT_CROWN = { left: 0.3, right: 0.7, top: 0.02, bottom: 0.14 } as const
const AT_TEMPLES = { left: 0.06, right: 0.13, top: 0.5, bottom: 0.62 } as const
const UNDER_HAT = { left: 0.3, right: 0.36, top: 0.62, bottom: 0.72 } as const
const ON_HAT = { left: 0.5, right: 0.72, top: 0.06, bottom: 0.2 } as const
type Region = { left: number; right: number; top: number; bottom: number }

/** Dyes the hair of a head that is drawn from the front. */
function dyeHair(head: Canvas, wanted: Colour, at: Region): void {
  const base = histogram(head, at)[0]?.colour
  if (!base) return
  const [br, bg, bb] = rgb(base)
  const [wr, wg, wb] = rgb(wanted)
  const context = head.getContext('2d')
  const pixels = context.getImageData(0, 0, head.width, head.height)
  const { data } = pixels
  for (let y = 0; y < head.height; y++) {
    for (let x = 0; x < head.width; x++) {
      const at = (y * head.width + x) * 4
      if ((data[at + 3] ?? 0) < 8) continue
      const dx = (x / head.width - FACE.x) / FACE.rx
      const dy = (y / head.height - FACE.y) / FACE.ry
      if (dx * dx + dy * dy < 1) continue
      const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3)
      const far = Math.abs(r - br) + Math.abs(g - bg) + Math.abs(b - bb)
      const share = far < 70 ? 1 : far > 130 ? 0 : (130 - far) / 60
      if (share === 0) continue
      // What was lighter or darker than the old hair stays so beside the new one.
      const shade = (r - br + (g - bg) + (b - bb)) / 3
      data[at] = r + (wr + shade - r) * share
      data[at + 1] = g + (wg + shade - g) * share
      data[at + 2] = b + (wb + shade - b) * share
    }
  }
  context.putImageData(pixels, 0, 0)
}

/** The colour of the hair at the crown. */
export function hairOf(head: Canvas): Colour {
  return histogram(head, AT_CROWN)[0]?.colour ?? '#543930'
}

/** Closes both eyes: lids in the colour of what is around them, and a line of lashes. */
export function closeEyes(head: Canvas, [left, right, y, radius]: Eyes): void {
  const context = head.getContext('2d')
  const { width, height } = head
  const size = radius * width
  for (const x of [left, right]) {
    // Right below the eye: beside it there may be hair.
    const below = y + (radius * 1.45 * width) / height
    const lid = histogram(head, { left: x - 0.03, right: x + 0.03, top: below, bottom: below + 0.04 })[0]
    context.fillStyle = lid?.colour ?? '#d8b088'
    context.beginPath()
    context.ellipse(x * width, y * height, size * 1.12, size * 1.3, 0, 0, Math.PI * 2)
    context.fill()
    const [, , light] = toHsl(lid?.colour ?? '#d8b088')
    context.strokeStyle = light < 0.28 ? '#e8dcd0' : light < 0.45 ? '#150b09' : '#33231f'
    context.lineWidth = Math.max(1, size * 0.34)
    context.lineCap = 'round'
    context.beginPath()
    context.arc(x * width, y * height - size * 0.3, size, Math.PI * 0.15, Math.PI * 0.85)
    context.stroke()
  }
}

function beard(context: SKRSContext2D, head: Canvas, colour: Colour, eyes: Eyes): void {
  const { width, height } = head
  const top = eyes[2] + 0.13
  context.fillStyle = colour
  context.beginPath()
  context.moveTo(width * 0.13, height * top)
  context.bezierCurveTo(width * 0.12, height * 0.98, width * 0.34, height * 1.0, width * 0.5, height * 1.2)
  context.bezierCurveTo(width * 0.66, height * 1.0, width * 0.88, height * 0.98, width * 0.87, height * top)
  context.bezierCurveTo(
    width * 0.74,
    height * (top + 0.12),
    width * 0.68,
    height * (top + 0.03),
    width * 0.5,
    height * (top + 0.045),
  )
  context.bezierCurveTo(
    width * 0.32,
    height * (top + 0.03),
    width * 0.26,
    height * (top + 0.12),
    width * 0.13,
    height * top,
  )
  context.fill()
  context.fillStyle = '#8a4438'
  context.beginPath()
  context.ellipse(width * 0.5, height * (top + 0.12), width * 0.1, height * 0.03, 0, 0, Math.PI * 2)
  context.fill()
}

/** A beard on a face whose picture keeps its size: it ends where the picture does. */
export function paintBeard(head: Canvas, colour: Colour, [left, right, y]: Eyes): void {
  const context = head.getContext('2d')
  // The face between the ears, which is all that a beard needs to know.
  const wide = (right - left) * 2.3 * head.width
  context.save()
  context.translate(((left + right) / 2) * head.width - wide / 2, (y - 0.28) * head.height)
  const face = { width: wide, height: head.height * 0.52 } as Canvas
  beard(context, face, colour, [0.3, 0.7, 0.56, 0.05])
  context.restore()
}

function glasses(context: SKRSContext2D, head: Canvas, [left, right, y, radius]: Eyes, dark: boolean): void {
  const { width, height } = head
  const size = width * Math.min(Math.max(0.12, radius * 1.75), (right - left) * 0.46)
  context.strokeStyle = '#2b2b33'
  context.lineWidth = Math.max(1, width * 0.028)
  for (const x of [left, right]) {
    context.fillStyle = dark ? '#26262e' : 'rgba(225,240,255,0.28)'
    context.beginPath()
    context.ellipse(x * width, y * height, size, size, 0, 0, Math.PI * 2)
    context.fill()
    context.stroke()
  }
  context.beginPath()
  context.moveTo(left * width + size, y * height)
  context.lineTo(right * width - size, y * height)
  context.stroke()
}

// How wide a hat is beside the head, and how deep it sits on it.
const HATS: Readonly<Record<string, readonly [wide: number, deep: number]>> = {
  // Before the eyes.
  'diving-mask': [0.98, 0.86],
  crown: [0.78, 0.2],
  'top-hat': [0.92, 0.22],
  'womans-hat': [1.3, 0.36],
  'straw-hat': [1.36, 0.34],
  'chef-hat': [1, 0.26],
  'wool-hat': [1.02, 0.34],
  'fur-hat': [1.16, 0.52],
  kokoshnik: [1.3, 0.34],
  beret: [1.06, 0.3],
  fedora: [1.2, 0.36],
  'wizard-hat': [1.24, 0.34],
  'billed-cap': [1.02, 0.34],
  'graduation-cap': [1.12, 0.34],
  'military-helmet': [1.04, 0.42],
  'rescue-workers-helmet': [1.04, 0.5],
  'pirate-hat': [1.2, 0.34],
  'santa-hat': [1.08, 0.34],
  'party-hat': [0.5, 0.2],
  'cowboy-hat': [1.36, 0.36],
  'viking-helmet': [1.16, 0.4],
  'bowler-hat': [1.16, 0.3],
  sombrero: [1.7, 0.34],
  turban: [1.12, 0.46],
  'roman-helmet': [1.12, 0.52],
  'pharaoh-headdress': [1.24, 0.94],
  'jester-hat': [1.3, 0.34],
  'bicycle-helmet': [1.04, 0.5],
  'conical-hat': [1.6, 0.34],
  'flat-cap': [1.08, 0.32],
  'sailor-hat': [0.92, 0.3],
  'captains-hat': [1.1, 0.34],
  fez: [0.66, 0.24],
  mohawk: [0.6, 0.3],
  headwrap: [1.08, 0.44],
  'tricorn-hat': [1.3, 0.34],
  'hood-cap': [0.86, 0.3],
  tiara: [0.8, 0.26],
  'knight-helmet': [1.1, 0.96],
  // All about the head.
  'space-helmet': [1.4, 1.2],
}

/** How wide a hat is beside the head, and how deep it sits on it, in shares of the head. */
export const hatFit = (art: string): readonly [wide: number, deep: number] => HATS[art] ?? [1.05, 0.3]

const SIDE_EYES: Eyes = [0.32, 0.68, 0.59, 0.075]

const NO_HAT = { width: 0, height: 0, deep: 0, picture: undefined }

// A hat between ears or antlers is no broader than the skull, and sits right over the eyes.
const BROW = 0.15

function fitOf(art: string, eyes: Eyes): readonly [wide: number, deep: number] {
  const [wide, deep] = hatFit(art)
  const skull = skullOf(eyes)
  return skull === undefined || deep > eyes[2] ? [wide, deep] : [wide * skull, Math.max(deep, eyes[2] - BROW)]
}

type WornHat = { width: number; height: number; deep: number; picture: Canvas }

// Ears and antlers stand before the hat, over its brim.
function putOn(context: SKRSContext2D, head: Canvas, hat: WornHat, eyes: Eyes): void {
  context.drawImage(hat.picture, head.width / 2 - hat.width / 2, hat.deep - hat.height)
  if (hat.deep >= eyes[2] * head.height || !skullOf(eyes)) return
  context.save()
  context.beginPath()
  context.rect(-head.width, -hat.height, head.width * 3, hat.height + hat.deep - hat.height * 0.24)
  context.clip()
  context.drawImage(head, 0, 0)
  context.restore()
}

async function hatFor(head: Canvas, hat: Looks['hat'], eyes: Eyes) {
  const box = hat && drawingOf(hat.art)?.box
  if (!hat || !box) return NO_HAT
  const [wide, deep] = fitOf(hat.art, eyes)
  const width = head.width * wide * (hat.large ?? 1)
  const height = (width * box.height) / box.width
  const picture = await renderArt(hat.art, width, height)
  if (hat.colour) recolour(picture, hat.colour)
  return { width, height, deep: head.height * deep, picture }
}

const HAIR_AT = { nothing: AT_CROWN, crown: AT_TEMPLES, hat: UNDER_HAT } as const

// The hair, and the hat that a head was drawn with.
function dyeHead(head: Canvas, { hair, hat }: Looks, drawnWith: 'crown' | 'hat' | undefined): void {
  if (hair?.colour) dyeHair(head, hair.colour, HAIR_AT[drawnWith ?? 'nothing'])
  if (drawnWith === 'hat' && hat?.colour) dyeHair(head, hat.colour, ON_HAT)
}

/** Puts hair, beard, glasses, a hat and what else is worn there on a head. The picture grows upwards by `rise` and downwards for a beard. */
export async function dressHead(
  head: Canvas,
  looks: Looks,
  eyes: Eyes = SIDE_EYES,
  drawnWith?: 'crown' | 'hat',
): Promise<DressedHead> {
  dyeHead(head, looks, drawnWith)
  const hat = await hatFor(head, drawnWith === 'hat' ? undefined : looks.hat, eyes)
  const rise = Math.max(0, hat.height - hat.deep)
  const side = Math.max(looks.headphones || looks.veil ? head.width * 0.13 : 0, (hat.width - head.width) / 2)
  const below = looks.beard ? head.height * 0.2 : 0
  const picture = createCanvas(Math.ceil(head.width + side * 2), Math.ceil(head.height + rise + below))
  const context = picture.getContext('2d')
  context.translate(side, rise)
  context.drawImage(head, 0, 0)
  if (looks.beard) beard(context, head, looks.beard, eyes)
  if (looks.glasses) glasses(context, head, eyes, looks.glasses === 'dark')
  paintOnHead(context, head, looks, eyes)
  if (hat.picture) putOn(context, head, { ...hat, picture: hat.picture }, eyes)
  context.resetTransform()
  return { picture, rise: rise / head.height }
}

/** A scarf about the neck of somebody who looks ahead, with one end hanging down; `size` is the width of the neck. */
export function scarf(context: SKRSContext2D, at: { x: number; y: number }, size: number, colour: Colour): void {
  context.fillStyle = mix(colour, '#1c1028', 0.24)
  context.beginPath()
  context.roundRect(at.x + size * 0.1, at.y, size * 0.42, size * 1.25, size * 0.12)
  context.fill()
  wound(context, at, size, colour)
}

/** A scarf about a neck that is held down, so many radians from upright: wound across it, its end hanging to the ground at most. */
export function scarfOnLowNeck(
  context: SKRSContext2D,
  at: { x: number; y: number },
  { size, turn, colour }: { size: number; turn: number; colour: Colour },
): void {
  context.fillStyle = mix(colour, '#1c1028', 0.24)
  context.beginPath()
  context.roundRect(at.x - size * 0.2, at.y, size * 0.42, Math.min(size * 1.3, -at.y - 1), size * 0.12)
  context.fill()
  context.save()
  context.translate(at.x, at.y)
  context.rotate(turn)
  wound(context, { x: 0, y: 0 }, size, colour)
  context.restore()
}

function wound(context: SKRSContext2D, at: { x: number; y: number }, size: number, colour: Colour): void {
  context.fillStyle = colour
  context.beginPath()
  context.roundRect(at.x - size * 0.8, at.y - size * 0.3, size * 1.6, size * 0.56, size * 0.28)
  context.fill()
  context.fillStyle = mix(colour, '#ffffff', 0.22)
  context.beginPath()
  context.roundRect(at.x - size * 0.72, at.y - size * 0.24, size * 1.44, size * 0.17, size * 0.08)
  context.fill()
}
