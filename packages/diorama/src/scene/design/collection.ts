import type { Canvas } from '@napi-rs/canvas'
import type { Subject } from '../../brief.ts'
import { alpha, brightness, mix, type Colour } from '../colour.ts'
import { backdrop, wholePicture } from '../draw/backdrop.ts'
import type { Part } from '../layers.ts'
import type { Stage } from '../stage.ts'
import { withRim } from './rim.ts'
import { gridPlaces, type Place } from './grid-places.ts'
import { motifPicture } from './motif.ts'

const MOST = 24
// As many as a plural means without a number.
const SOME = 3

const VARIED = ['#d9474a', '#e8b23c', '#4c9a6a', '#3d74c9', '#8550b5', '#ee8fb4', '#8a5a34', '#e8842a'] as const

// A collection of one kind has it in the colours that were named, or in many where they are said to differ.
function inColours(pieces: readonly Subject[], { colours, prompt }: Stage['brief']): Subject[] {
  const kinds = new Set(pieces.map(({ art }) => art))
  if (kinds.size > 1) return [...pieces]
  const own = pieces[0]?.colour
  const named = own && colours.length > 0 ? [own, ...colours] : colours.length > 1 ? colours : []
  const differ = /\b(different|various|assorted|colou?rful|rainbow|multicolou?red|varied|diverse)\b/i.test(prompt)
  const palette = named.length > 1 ? named : differ ? VARIED : []
  if (palette.length === 0) return [...pieces]
  return pieces.map((one, at) => ({ ...one, colour: palette[at % palette.length] as string }))
}

// One of each, as often as it was counted; a few kinds alone are shown in several sizes, as a collection has them.
function piecesOf(subjects: readonly Subject[], ring: boolean): Subject[] {
  const real = subjects.filter(({ scenery }) => !scenery)
  const least = ring ? 6 : 8
  const counted =
    real.length >= 4 ? real : real.flatMap((one) => Array.from({ length: Math.max(1, one.count) }, () => one))
  const all = [...counted]
  // As many as a number says, and no more.
  const numbered = real.some(({ count }) => count > SOME)
  while (all.length > 0 && all.length < least && real.length < 4 && !numbered) all.push(...real)
  return all.slice(0, MOST)
}

// White rims are seen only on something that is not white: a pale tint of the colours that were named.
function stickerSheet({ brief, random }: Stage): Colour {
  const named = brief.colours.find((one) => brightness(one) > 0.3 && brightness(one) < 0.93)
  return named
    ? mix(named, '#ffffff', 0.72)
    : random.fork('sticker-sheet').pick(['#dfe9f0', '#efe3ea', '#e5ece0', '#efe8da'])
}

function groundOf(stage: Stage): Colour {
  const { brief, random } = stage
  const { studio, colours, prompt } = brief
  if (/black velvet|dark velvet/i.test(prompt)) return '#17151d'
  return (
    (brief.design?.cut && (!studio?.colour || brightness(studio.colour) > 0.9) ? stickerSheet(stage) : undefined) ??
    studio?.colour ??
    (colours.length === 1 ? colours[0] : undefined) ??
    random.fork('collection').pick(['#f4efe6', '#eef1f0', '#f3e9e2'])
  )
}

function inRing(count: number, { width, height }: Stage): Place[] {
  const radius = Math.min(width * 0.42, height * 0.325)
  const side = Math.min(height * 0.27, ((2 * Math.PI * radius) / count) * 0.82)
  return Array.from({ length: count }, (_, i) => {
    const angle = (i / count) * Math.PI * 2 - Math.PI / 2
    return { x: width / 2 + Math.cos(angle) * radius * 1.18, y: height / 2 + Math.sin(angle) * radius, side }
  })
}

// A stone that shines has a star of light on it.
function glint(context: Parameters<Part['draw']>[0], { x, y, side }: Place): void {
  const [cx, cy, r] = [x + side * 0.24, y - side * 0.26, side * 0.16]
  context.fillStyle = alpha('#ffffff', 0.92)
  context.beginPath()
  for (let i = 0; i < 8; i++) {
    const reach = i % 2 === 0 ? r : r * 0.16
    context.lineTo(cx + Math.cos((i * Math.PI) / 4) * reach, cy + Math.sin((i * Math.PI) / 4) * reach)
  }
  context.fill()
}

/** Things laid out for themselves, all of a size: in rows, or in a circle. */
export async function collectionParts(stage: Stage): Promise<Part[]> {
  const { width, height, unit, brief } = stage
  const ring = brief.design?.ring === true
  const pieces = inColours(piecesOf(brief.subjects, ring), brief)
  const places = ring ? inRing(pieces.length, stage) : gridPlaces(pieces.length, stage)
  const pictures: Canvas[] = []
  for (const [index, piece] of pieces.entries()) pictures.push(await motifPicture(piece, places[index]?.side ?? 1))
  const ground = groundOf(stage)
  const paper = backdrop(stage, (context) => {
    const light = context.createRadialGradient(width * 0.45, height * 0.4, 0, width / 2, height / 2, width * 0.65)
    light.addColorStop(0, mix(ground, '#ffffff', brightness(ground) < 0.3 ? 0.06 : 0.4))
    light.addColorStop(1, mix(ground, '#0c0a14', brightness(ground) > 0.97 ? 0.02 : 0.16))
    context.fillStyle = light
    context.fillRect(0, 0, width, height)
  })
  if (brief.design?.cut)
    for (const [index, picture] of pictures.entries()) pictures[index] = withRim(picture, unit * 0.9)
  const figure: Part = {
    kind: 'sheet',
    role: 'subject',
    depth: 0,
    ...wholePicture(stage),
    draw(context) {
      for (const [index, picture] of pictures.entries()) {
        const place = places[index] as Place
        context.shadowColor = alpha('#120e1c', 0.34)
        context.shadowBlur = unit * 1.6
        context.shadowOffsetY = unit * 0.8
        context.drawImage(picture, place.x - picture.width / 2, place.y - picture.height / 2)
        context.shadowColor = 'transparent'
        if (/^(gem-stone|ruby|emerald|sapphire|amethyst|topaz|quartz|pearl)$/.test(pieces[index]?.art ?? ''))
          glint(context, place)
      }
    },
  }
  return [paper, figure]
}
