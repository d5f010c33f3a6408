import type { Canvas } from '@napi-rs/canvas'
import type { Looks } from '../../brief.ts'
import { rgb, type Colour } from '../colour.ts'
import type { Outfit } from '../subjects/person-body.ts'
import { hairOf } from './head-dress.ts'
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
