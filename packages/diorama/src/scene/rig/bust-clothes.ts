import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Looks } from '../../brief.ts'
import { rgb, type Colour } from '../colour.ts'
import type { Outfit } from '../subjects/person-body.ts'
import type { Eyes } from './eyes.ts'
import { dressHead, hairOf, paintBeard, type DressedHead } from './head-dress.ts'
import { hasPlainCollar } from './heads.ts'

// Below this share of a bust are its shoulders.
const SHOULDERS = 0.66
const ALIKE = 80

const distance = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0)

// Dyes the collar that a bust was drawn with.
function dyeCollar(bust: Canvas, wanted: Colour, kept: readonly Colour[]): void {
  const context = bust.getContext('2d')
  const from = Math.round(bust.height * SHOULDERS)
  const pixels = context.getImageData(0, from, bust.width, bust.height - from)
  const { data } = pixels
  const stays = kept.map((colour) => rgb(colour))
  const [wr, wg, wb] = rgb(wanted)
  for (let at = 0; at < data.length; at += 4) {
    const here = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
    if ((data[at + 3] ?? 0) < 8 || stays.some((colour) => distance(here, colour) < ALIKE)) continue
    // The shadow at the neck is skin too: a darker tone of the same hue.
    if (stays.some((colour) => isShadeOf(here, colour))) continue
    data[at] = wr
    data[at + 1] = wg
    data[at + 2] = wb
  }
  context.putImageData(pixels, 0, from)
}

function isShadeOf(here: readonly number[], colour: readonly number[]): boolean {
  const [most, light] = [Math.max(1, ...here), Math.max(1, ...colour)]
  const [one, two] = [here.map((value) => (value / most) * 255), colour.map((value) => (value / light) * 255)]
  return distance(one, two) < 90 && most < light
}

/** What is worn on a bust: a beard is on the face that is a part of it, and the bust keeps its size. */
export async function dressBust(
  bust: Canvas,
  { beard, ...worn }: Looks,
  eyes: Eyes,
  drawnWith: 'crown' | 'hat' | undefined,
): Promise<DressedHead> {
  if (!beard) return dressHead(bust, worn, eyes, drawnWith)
  // The bust itself stays as it is: the colour of the skin is read off it.
  const bearded = createCanvas(bust.width, bust.height)
  bearded.getContext('2d').drawImage(bust, 0, 0)
  paintBeard(bearded, beard, eyes)
  return dressHead(bearded, worn, eyes, drawnWith)
}

// What is on the back or in the hand of a bust, a veil and a high collar are wider than the shoulders.
const WIDER = /astronaut|mage|ninja|factory-worker|zombie|with-veil|baby-angel|vampire/
// A long beard is as broad from the side.
const BEARDED = /santa-claus/
// How broad the shoulders of a body are, from its middle, and how high over its neck those of a bust begin.
const SHOULDER = { front: 29, side: 19, from: -12 } as const

/** Leaves of the shoulders that a bust is drawn with what lies on those of the body: seen from the side they would stand out like wings. */
export function clipShoulders(
  context: SKRSContext2D,
  art: string,
  { sideways, below }: { sideways: boolean; below: number },
): void {
  if (WIDER.test(art)) return
  const half = sideways && !BEARDED.test(art) ? SHOULDER.side : SHOULDER.front
  context.beginPath()
  context.rect(-200, -400, 400, 400 + SHOULDER.from)
  context.roundRect(-half, SHOULDER.from - 1, half * 2, below - SHOULDER.from + 1, [0, 0, half * 0.6, half * 0.6])
  context.clip()
}

/** The collar of a bust goes with what is worn. */
export function matchCollar(
  { art, looks }: { art: string; looks: Looks },
  { picture, plain }: { picture: Canvas; plain: Canvas },
  outfit: Outfit,
  bare: Outfit,
): void {
  const cloth = looks.cape ?? outfit.top
  if (hasPlainCollar(art) && cloth !== bare.top) dyeCollar(picture, cloth, [outfit.skin, hairOf(plain)])
}
