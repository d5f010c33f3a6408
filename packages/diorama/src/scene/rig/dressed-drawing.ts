import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas'
import { drawingOf } from '../../art.ts'
import type { Looks } from '../../brief.ts'
import { mix, type Colour } from '../colour.ts'
import { recolour } from '../subjects/recolour.ts'
import { renderArt } from '../subjects/render-art.ts'
import { anatomyOf, type Anatomy, type Eye, type Seat } from './anatomies.ts'
import { garland } from './garland.ts'
import { hatFit } from './head-dress.ts'
import type { Overhang } from './posed-drawing.ts'

type Size = { width: number; height: number }

// Where the hat is on the drawing, in its pixels: broader than the head, and pulled down over it a little.
function hatBox(seat: Seat, { art, large = 1 }: NonNullable<Looks['hat']>, { width, height }: Size) {
  const box = drawingOf(art)?.box ?? { width: 128, height: 128 }
  const [wide, deep] = hatFit(art)
  // A pointed hat is narrow on a person, and would be lost between ears.
  const broad = seat[2] * width * Math.max(wide, 0.8) * large
  const tall = (broad * box.height) / box.width
  return { x: seat[0] * width, foot: seat[1] * height + (broad / large) * deep * 0.3, width: broad, height: tall }
}

/** How far what an animal wears reaches over its drawing; nothing where it is not known where it would be worn. */
export function overhangOf(art: string, looks: Looks | undefined, size: Size): Overhang | undefined {
  const anatomy = looks && anatomyOf(art)
  if (!anatomy || !wears(looks)) return undefined
  if (!looks.hat || !anatomy.crown) return { rise: 0, side: 0 }
  const hat = hatBox(anatomy.crown, looks.hat, size)
  const over = Math.max(0, hat.width / 2 - hat.x, hat.x + hat.width / 2 - size.width)
  return { rise: Math.max(0, (hat.height - hat.foot) / size.height) * 1.04, side: (over / size.width) * 1.04 }
}

const WORN = [
  'hat',
  'glasses',
  'scarf',
  'tie',
  'necklace',
  'wreath',
  'veil',
  'cape',
  'bell',
] as const satisfies (keyof Looks)[]
const wears = (looks: Looks) => WORN.some((name) => looks[name] !== undefined)

// A lens on each eye that is seen, a bar between them or to the front, and an arm back to the ear.
function glasses(context: SKRSContext2D, { eyes }: Anatomy, { width, height }: Size, dark: boolean): void {
  const places = eyes.map(([x, y, radius]: Eye) => ({
    x: x * width,
    y: y * height,
    size: Math.max(radius * 1.7, 0.042) * width,
  }))
  const [first, second] = places
  if (!first) return
  context.strokeStyle = '#22222a'
  context.lineWidth = Math.max(1.2, first.size * 0.22)
  context.lineCap = 'round'
  context.beginPath()
  context.moveTo(first.x - (second ? 0 : first.size * 1.5), first.y - (second ? 0 : first.size * 0.2))
  context.lineTo(second?.x ?? first.x, second?.y ?? first.y)
  const last = second ?? first
  context.lineTo(last.x + last.size * 2.3, last.y - last.size * 0.35)
  context.stroke()
  for (const { x, y, size } of places) {
    context.fillStyle = dark ? '#26262e' : 'rgba(225,240,255,0.34)'
    context.beginPath()
    context.ellipse(x, y, size, size, 0, 0, Math.PI * 2)
    context.fill()
    context.stroke()
    if (!dark) continue
    context.fillStyle = 'rgba(255,255,255,0.5)'
    context.beginPath()
    context.ellipse(x - size * 0.3, y - size * 0.34, size * 0.26, size * 0.16, -0.5, 0, Math.PI * 2)
    context.fill()
  }
}

// A band about the neck, as the neck leans, with one end hanging straight down.
function scarf(context: SKRSContext2D, [x, y, broad, lean = 0]: Seat, { width, height }: Size, colour: Colour): void {
  const size = broad * width
  const band = size * 0.3
  context.save()
  context.translate(x * width, y * height)
  const down = Math.sin((-lean * Math.PI) / 180) * size * 0.3
  context.fillStyle = mix(colour, '#1c1028', 0.24)
  context.beginPath()
  context.rotate(-0.2)
  context.roundRect(size * 0.08, down, band, size * 0.66, band * 0.24)
  context.rotate(0.2)
  context.fill()
  context.rotate((lean * Math.PI) / 180)
  context.fillStyle = colour
  context.beginPath()
  context.roundRect(-size * 0.56, -band / 2, size * 1.12, band, band / 2)
  context.fill()
  context.fillStyle = mix(colour, '#ffffff', 0.22)
  context.beginPath()
  context.roundRect(-size * 0.5, -band * 0.38, size, band * 0.28, band * 0.14)
  context.fill()
  context.restore()
}

// A bow tie sits at the throat, which is in front.
function bow(context: SKRSContext2D, [x, y, broad]: Seat, { width, height }: Size, colour: Colour): void {
  const size = broad * width * 0.42
  context.save()
  context.translate((x - broad * 0.12) * width, y * height)
  for (const side of [-1, 1]) {
    context.fillStyle = side < 0 ? colour : mix(colour, '#1c1028', 0.12)
    context.beginPath()
    context.moveTo(0, 0)
    context.lineTo(side * size, -size * 0.56)
    context.quadraticCurveTo(side * size * 1.14, 0, side * size, size * 0.56)
    context.closePath()
    context.fill()
  }
  context.fillStyle = mix(colour, '#1c1028', 0.3)
  context.beginPath()
  context.ellipse(0, 0, size * 0.24, size * 0.28, 0, 0, Math.PI * 2)
  context.fill()
  context.restore()
}

async function bell(context: SKRSContext2D, seat: Seat, size: Size): Promise<void> {
  const [x, y, broad, lean = 0] = seat
  strap(context, seat, size, '#8a3b2c')
  const wide = broad * size.width * 0.5
  const picture = await renderArt('bell', wide, wide)
  const down = Math.sin((-lean * Math.PI) / 180) * broad * size.width * 0.3
  context.drawImage(picture, x * size.width - wide * 0.6, y * size.height + down)
}

// A narrow strap.
function strap(context: SKRSContext2D, [x, y, broad, lean = 0]: Seat, { width, height }: Size, colour: Colour): void {
  context.save()
  context.translate(x * width, y * height)
  context.rotate((lean * Math.PI) / 180)
  context.fillStyle = colour
  context.beginPath()
  context.roundRect(
    -broad * width * 0.54,
    -broad * width * 0.06,
    broad * width * 1.08,
    broad * width * 0.12,
    broad * width * 0.06,
  )
  context.fill()
  context.restore()
}

async function putHatOn(context: SKRSContext2D, seat: Seat, hat: NonNullable<Looks['hat']>, size: Size): Promise<void> {
  const place = hatBox(seat, hat, size)
  const worn = await renderArt(hat.art, place.width, place.height)
  if (hat.colour) recolour(worn, hat.colour)
  context.save()
  context.translate(place.x, place.foot)
  context.rotate(((seat[3] ?? 0) * Math.PI) / 180)
  context.drawImage(worn, -place.width / 2, -place.height)
  context.restore()
}

async function aboutTheNeck(context: SKRSContext2D, seat: Seat, looks: Looks, size: Size): Promise<void> {
  const cloth = looks.scarf ?? looks.cape ?? looks.veil
  if (cloth) scarf(context, seat, size, cloth)
  if (looks.wreath) garland(context, seat, size)
  if (looks.tie) bow(context, seat, size, looks.tie)
  if (looks.necklace) strap(context, seat, size, looks.necklace)
  if (looks.bell) await bell(context, seat, size)
}

/** A drawing of an animal with what it wears on the head, before the eyes and about the neck; larger by the overhang. */
export async function dressedDrawing(drawing: Canvas, art: string, looks: Looks, over: Overhang): Promise<Canvas> {
  const anatomy = anatomyOf(art)
  const size = { width: drawing.width, height: drawing.height }
  const [side, rise] = [Math.round(over.side * size.width), Math.round(over.rise * size.height)]
  const picture = createCanvas(size.width + side * 2, size.height + rise)
  const context = picture.getContext('2d')
  context.translate(side, rise)
  context.drawImage(drawing, 0, 0)
  if (!anatomy) return picture
  if (anatomy.collar) await aboutTheNeck(context, anatomy.collar, looks, size)
  if (looks.glasses) glasses(context, anatomy, size, looks.glasses === 'dark')
  if (looks.hat && anatomy.crown) await putHatOn(context, anatomy.crown, looks.hat, size)
  return picture
}
