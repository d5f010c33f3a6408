import { isBareHead } from '../rig/heads.ts'
import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas'
import { brightness, mix, toHsl, type Colour } from '../colour.ts'
import { histogram } from './tones.ts'

export type Outfit = {
  top: Colour
  legs: Colour
  skin: Colour
  hands: Colour
  shoes: Colour
  gown: boolean
  belly?: Colour
}

const SHIRTS = ['#c8553d', '#3f7f9a', '#5d8f5a', '#d99a3d', '#7a5a9a', '#c2607f', '#2f5f7a', '#b8863f'] as const
const TROUSERS = ['#39455f', '#4a3f3a', '#5a6a7a', '#2f3a4a'] as const
const GOWN = /mage|princess|judge|veil|claus|angel|singer|elf|vampire|genie|woman-with-headscarf|old-woman|kimono/
const ROYAL: readonly [RegExp, Colour][] = [
  [/princess/, '#e58ab5'],
  [/prince|crown/, '#5a6fc0'],
]
const UNIFORM = /astronaut|firefighter|mechanic|factory|police|guard|construction|pilot|santa|mx-claus|ninja|health/

export function skinOf(head: Canvas): Colour {
  const cheeks = histogram(head, { left: 0.34, right: 0.66, top: 0.5, bottom: 0.78 })
  return cheeks[0]?.colour ?? '#e0a878'
}

function clothOf(head: Canvas, skin: Colour): Colour | undefined {
  const shoulders = histogram(head, { left: 0.12, right: 0.88, top: 0.9, bottom: 1 })
  const [skinHue, , skinLight] = toHsl(skin)
  return shoulders.find(({ colour, weight }) => {
    const [hue, , light] = toHsl(colour)
    return weight > 0.06 && (Math.abs(hue - skinHue) > 12 || Math.abs(light - skinLight) > 0.14)
  })?.colour
}

export function outfitOf(art: string, kind: string, head: Canvas, wish: Colour | undefined, phase: number): Outfit {
  const skin = skinOf(head)
  const choice = Math.floor(phase * 997)
  const plain = SHIRTS[choice % SHIRTS.length] ?? '#3f7f9a'
  const bare = (kind === 'person' || kind === 'person-gesture') && isBareHead(art)
  const royal = ROYAL.find(([name]) => name.test(art))?.[1]
  const top = wish ?? royal ?? (bare ? plain : (clothOf(head, skin) ?? plain))
  const trousers = TROUSERS[choice % TROUSERS.length] ?? '#39455f'
  const legs = UNIFORM.test(art) ? mix(top, '#10101c', 0.16) : trousers
  const shoes = brightness(legs) > 0.3 ? '#33261f' : '#6a4a36'
  return { top, legs, skin, hands: skin, shoes, gown: GOWN.test(art) }
}

function shade(context: SKRSContext2D, colour: Colour, from: number, to: number) {
  const gradient = context.createLinearGradient(0, from, 0, to)
  gradient.addColorStop(0, mix(colour, '#ffffff', 0.06))
  gradient.addColorStop(1, mix(colour, '#1c1028', 0.22))
  return gradient
}

function drawLegs(context: SKRSContext2D, outfit: Outfit): void {
  for (const x of [39, 61]) {
    context.fillStyle = shade(context, outfit.legs, 130, 196)
    context.beginPath()
    context.roundRect(x - 9.5, 128, 19, 62, 7)
    context.fill()
    context.fillStyle = outfit.shoes
    context.beginPath()
    context.roundRect(x - (x < 50 ? 13 : 9), 186, 22, 13, [8, 8, 4, 4])
    context.fill()
  }
}

function drawArms(context: SKRSContext2D, outfit: Outfit): void {
  context.lineCap = 'round'
  for (const side of [-1, 1]) {
    context.strokeStyle = mix(outfit.top, '#1c1028', 0.14)
    context.lineWidth = 14
    context.beginPath()
    context.moveTo(50 + side * 26, 96)
    context.quadraticCurveTo(50 + side * 36, 114, 50 + side * 34, 132)
    context.stroke()
    context.fillStyle = outfit.skin
    context.beginPath()
    context.arc(50 + side * 34, 140, 7, 0, Math.PI * 2)
    context.fill()
  }
}

function drawTorso(context: SKRSContext2D, outfit: Outfit): void {
  const low = outfit.gown ? 194 : 146
  const wide = outfit.gown ? 40 : 24
  context.fillStyle = shade(context, outfit.top, 80, low)
  context.beginPath()
  context.moveTo(40, 78)
  context.bezierCurveTo(24, 80, 19, 90, 22, 104)
  context.bezierCurveTo(24, 122, 50 - wide, 130, 50 - wide, low - 4)
  context.quadraticCurveTo(50, low + 5, 50 + wide, low - 4)
  context.bezierCurveTo(50 + wide, 130, 76, 122, 78, 104)
  context.bezierCurveTo(81, 90, 76, 80, 60, 78)
  context.closePath()
  context.fill()
  context.fillStyle = mix(outfit.top, '#1c1028', 0.35)
  if (outfit.gown) context.fillRect(50 - 25, 134, 50, 5)
  else context.fillRect(50 - 23.4, 139, 46.8, 5)
  context.fillStyle = mix(outfit.skin, '#6a2c1c', 0.2)
  context.beginPath()
  context.roundRect(42, 66, 16, 20, 8)
  context.fill()
  // A neckline, so that a portrait has something below the chin.
  context.fillStyle = outfit.skin
  context.beginPath()
  context.moveTo(38, 78)
  context.quadraticCurveTo(50, 98, 62, 78)
  context.fill()
  context.strokeStyle = mix(outfit.top, '#ffffff', 0.35)
  context.lineWidth = 2.4
  context.beginPath()
  context.moveTo(37, 79)
  context.quadraticCurveTo(50, 100, 63, 79)
  context.stroke()
}

/** A standing person: the given head, or head and shoulders, on a body in clothes that go with it. */
export function personBody(
  person: { art: string; kind: string; colour?: Colour | undefined; phase: number },
  head: Canvas,
  width: number,
  height: number,
): Canvas {
  const outfit = outfitOf(person.art, person.kind, head, person.colour, person.phase)
  const canvas = createCanvas(Math.round(width), Math.round(height))
  const context = canvas.getContext('2d')
  context.scale(width / 100, height / 200)
  if (!outfit.gown) drawLegs(context, outfit)
  drawArms(context, outfit)
  drawTorso(context, outfit)
  const headOnly = isBareHead(person.art)
  const box = headOnly ? { width: 72, bottom: 84 } : { width: 82, bottom: 104 }
  const tall = Math.min(box.bottom, (box.width * head.height) / head.width)
  const wide = (tall * head.width) / head.height
  context.drawImage(head, 50 - wide / 2, box.bottom - tall, wide, tall)
  context.resetTransform()
  return canvas
}

/** A robot: the given head on a body of the same metal. */
export function robotBody(head: Canvas, metal: Colour, width: number, height: number): Canvas {
  const canvas = createCanvas(Math.round(width), Math.round(height))
  const context = canvas.getContext('2d')
  context.scale(width / 100, height / 200)
  const dark = mix(metal, '#141828', 0.35)
  const box = (x: number, y: number, w: number, h: number, r: number, colour: Colour) => {
    context.fillStyle = shade(context, colour, y, y + h)
    context.beginPath()
    context.roundRect(x, y, w, h, r)
    context.fill()
  }
  for (const x of [32, 54]) {
    box(x, 150, 14, 36, 5, dark)
    box(x - 4, 184, 22, 14, 6, metal)
  }
  for (const x of [8, 78]) {
    box(x + 1, 98, 13, 44, 6, dark)
    box(x, 92, 15, 20, 7, metal)
    box(x - 1, 138, 17, 15, 6, metal)
  }
  box(42, 76, 16, 18, 3, dark)
  box(23, 90, 54, 66, 10, metal)
  box(31, 102, 38, 30, 5, mix(metal, '#ffffff', 0.3))
  context.fillStyle = '#38c6e8'
  context.beginPath()
  context.arc(50, 117, 9, 0, Math.PI * 2)
  context.fill()
  context.fillStyle = '#c8f4ff'
  context.beginPath()
  context.arc(47, 114, 3.4, 0, Math.PI * 2)
  context.fill()
  for (const [i, light] of ['#e8563f', '#f2c14a', '#6fcf6a'].entries()) {
    context.fillStyle = light
    context.beginPath()
    context.arc(38 + i * 12, 143, 3.4, 0, Math.PI * 2)
    context.fill()
  }
  const tall = Math.min(84, (78 * head.height) / head.width)
  const wide = (tall * head.width) / head.height
  context.drawImage(head, 50 - wide / 2, 84 - tall, wide, tall)
  context.resetTransform()
  return canvas
}
