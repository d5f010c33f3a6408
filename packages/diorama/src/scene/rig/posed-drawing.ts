import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Posture } from '../../brief.ts'
import { brightness, hex, type Rgb } from '../colour.ts'
import { anatomyOf, type Anatomy, type Eye, type Neck } from './anatomies.ts'

/**
 * How a drawing without joints shows a posture: turned head up, by degrees; over the ground; without its legs; asleep; with
 * its head lowered.
 */
export type DrawnPose = { turn: number; lift: number; hidden: number; asleep: boolean; neck?: Neck }

/** How far what is worn reaches over the drawing, in shares of it: above, and at each side. */
export type Overhang = { rise: number; side: number }
const NOTHING_WORN: Overhang = { rise: 0, side: 0 }

/** As the drawing is. */
export const AS_DRAWN: DrawnPose = { turn: 0, lift: 0, hidden: 0, asleep: false }
const MOVES: Partial<Record<Posture, Partial<DrawnPose>>> = {
  run: { turn: 4 },
  jump: { turn: 16, lift: 0.34 },
  dance: { turn: 6 },
  climb: { turn: 34 },
  fight: { turn: 10 },
}

// Without legs that could be folded away, the whole of it is laid down.
function lying({ legs, fall }: Anatomy, asleep: boolean): DrawnPose {
  return { ...AS_DRAWN, hidden: fall ? 0 : legs, turn: -(fall ?? 0), asleep }
}

/** How the drawing of an animal is held for a posture; nothing where it stays as it is drawn. */
export function drawnPose(art: string, posture: Posture | undefined): DrawnPose | undefined {
  const anatomy = anatomyOf(art)
  if (!anatomy || !posture) return undefined
  if (posture === 'lie' || posture === 'sleep') return lying(anatomy, posture === 'sleep')
  // In water up to the belly.
  if (posture === 'swim') return anatomy.legs > 0 ? { ...AS_DRAWN, hidden: anatomy.legs + 0.12 } : undefined
  // Down to the water or the grass.
  if (posture === 'eat' || posture === 'bow') return anatomy.neck && { ...AS_DRAWN, neck: anatomy.neck }
  // On the belly, down a slope.
  if (posture === 'ski') return anatomy.fall === undefined ? undefined : { ...AS_DRAWN, turn: -anatomy.fall }
  const move = MOVES[posture]
  return move && { ...AS_DRAWN, ...move }
}

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** What a drawing of this size takes up when it is held and dressed so. */
export function posedSize(
  width: number,
  height: number,
  { turn, lift, hidden, neck }: DrawnPose,
  worn: Overhang = NOTHING_WORN,
): { width: number; height: number } {
  const [wide, high] = [width * (1 + worn.side * 2), height * (1 + worn.rise)]
  const [sine, cosine] = [Math.abs(Math.sin(radians(turn))), Math.cos(radians(turn))]
  const [reach, free] = neck ? [neck.reach * width, (neck.free + worn.rise) * height] : [0, 0]
  return {
    width: wide * cosine + high * sine + reach,
    height: (high * cosine + wide * sine - free) * (1 + lift) * (1 - hidden),
  }
}

// The colour about an eye, whatever whisker or stripe is on one side of it.
function lidColour(context: SKRSContext2D, x: number, y: number, away: number): Rgb {
  const around = [
    [0, away],
    [0, -away],
    [away, 0],
    [-away, 0],
  ].map(([dx = 0, dy = 0]) => [...context.getImageData(Math.round(x + dx), Math.round(y + dy), 1, 1).data])
  const solid = around.filter(([, , , alpha = 0]) => alpha > 200)
  const [red, green, blue] = solid.toSorted((a, b) => sum(b) - sum(a))[solid.length > 2 ? 1 : 0] ?? []
  return [red ?? 90, green ?? 80, blue ?? 75]
}

// A lid on which a dark line would not be seen.
const isDark = (lid: Rgb) => brightness(hex(lid)) < 0.24

const sum = ([red = 0, green = 0, blue = 0]: readonly number[]) => red + green + blue

/** Closes eyes of a drawing: a lid in the colour about the eye, and the line where it is closed. */
export function closeDrawnEyes(picture: Canvas, eyes: readonly Eye[]): void {
  const context = picture.getContext('2d')
  for (const [x, y, share] of eyes) {
    const radius = share * picture.width
    const [left, top] = [x * picture.width, y * picture.height]
    const lid = lidColour(context, left, top, radius * 1.9)
    context.fillStyle = hex(lid)
    context.beginPath()
    context.arc(left, top, radius * 1.35, 0, Math.PI * 2)
    context.fill()
    context.strokeStyle = isDark(lid) ? '#e8dcd0' : '#2a211d'
    context.lineWidth = Math.max(1, radius * 0.45)
    context.lineCap = 'round'
    context.beginPath()
    context.arc(left, top - radius * 0.4, radius, Math.PI * 0.15, Math.PI * 0.85)
    context.stroke()
  }
}

/** The size of the drawing itself, of which the whole measures so much when it is held and dressed so. */
export function drawnSize(
  size: { width: number; height: number },
  aspect: number,
  pose: DrawnPose,
  worn: Overhang = NOTHING_WORN,
): { width: number; height: number } {
  const one = posedSize(1, 1 / aspect, pose, worn)
  const width = Math.min(size.width / one.width, size.height / one.height)
  return { width, height: width / aspect }
}

/** Closes the eyes of a drawing whose eyes are known. */
export const sleepingFace = (drawing: Canvas, art: string): void => closeDrawnEyes(drawing, anatomyOf(art)?.eyes ?? [])

type Bare = { width: number; height: number; side: number; rise: number }

// Head and neck with a round end about the joint: turned about its middle it hides the cut.
function headPath(context: SKRSContext2D, { at, radius, outline }: Neck, bare: Bare, joint: boolean): void {
  const far = (share: number, whole: number) => (share <= 0 ? -whole : share >= 1 ? whole * 2 : share * whole)
  context.beginPath()
  for (const [x, y] of outline) context.lineTo(far(x, bare.width), far(y, bare.height))
  context.closePath()
  if (!joint) return
  const [x, y, size] = [at[0] * bare.width, at[1] * bare.height, radius * bare.width]
  context.moveTo(x + size, y)
  context.arc(x, y, size, 0, Math.PI * 2)
}

function lowered(drawing: Canvas, neck: Neck, bare: Bare): Canvas {
  const reach = Math.ceil(neck.reach * bare.width)
  // A tail goes up where a beak goes down.
  const above = Math.ceil(Math.max(0, -neck.free) * bare.height)
  const picture = createCanvas(drawing.width + reach, drawing.height + above)
  const context = picture.getContext('2d')
  const toBare = () => context.setTransform(1, 0, 0, 1, reach + bare.side, bare.rise + above)
  const paint = () => context.drawImage(drawing, -bare.side, -bare.rise)
  toBare()
  paint()
  // Of the old head nothing stays but the joint.
  context.globalCompositeOperation = 'destination-out'
  headPath(context, neck, bare, false)
  context.fill()
  context.globalCompositeOperation = 'source-over'
  context.save()
  context.beginPath()
  context.arc(neck.at[0] * bare.width, neck.at[1] * bare.height, neck.radius * bare.width, 0, Math.PI * 2)
  context.clip()
  paint()
  context.restore()
  context.translate(neck.at[0] * bare.width, neck.at[1] * bare.height)
  context.rotate(-radians(neck.turn))
  context.translate(-neck.at[0] * bare.width, -neck.at[1] * bare.height)
  headPath(context, neck, bare, true)
  context.clip('nonzero')
  paint()
  return picture
}

/** A drawing, dressed or not, as it is held, looking left, in exactly this many pixels. */
export function posedPicture(
  drawing: Canvas,
  { pose, worn = NOTHING_WORN }: { pose: DrawnPose; worn?: Overhang },
  size: { width: number; height: number },
): Canvas {
  const bare = {
    width: drawing.width / (1 + worn.side * 2),
    height: drawing.height / (1 + worn.rise),
  }
  const padding = { side: (drawing.width - bare.width) / 2, rise: drawing.height - bare.height }
  const held = pose.neck ? lowered(drawing, pose.neck, { ...bare, ...padding }) : drawing
  const picture = createCanvas(Math.max(2, Math.round(size.width)), Math.max(2, Math.round(size.height)))
  const context = picture.getContext('2d')
  if (pose.neck) {
    context.drawImage(held, 0, picture.height - held.height)
    return picture
  }
  const turned = posedSize(drawing.width, drawing.height, { ...pose, lift: 0, hidden: 0 })
  context.translate(picture.width / 2, turned.height / 2)
  context.rotate(radians(pose.turn))
  context.drawImage(drawing, -drawing.width / 2, -drawing.height / 2)
  context.resetTransform()
  return picture
}
