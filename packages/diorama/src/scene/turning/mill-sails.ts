import { createCanvas, loadImage, type Canvas } from '@napi-rs/canvas'
import { artSvg, drawingOf } from '../../art.ts'
import type { Sheet } from '../layers.ts'
import { roundSheet, spotIn, type Figure, type Turning } from './figure-part.ts'

const SAIL = /<g transform="rotate\([^)]*\)">.*?<\/g>/gs

async function drawn(figure: Figure, body: (svg: string) => string): Promise<Canvas> {
  const { subject, placement } = figure
  const { box } = drawingOf(subject.art) ?? { box: { x: 0, y: 0, width: 128, height: 128 } }
  const [w, h] = [Math.max(2, Math.round(placement.width)), Math.max(2, Math.round(placement.height))]
  const svg = body(artSvg(subject.art)).replace(
    /width="128" height="128" viewBox="0 0 128 128"/,
    `width="${w}" height="${h}" viewBox="${box.x} ${box.y} ${box.width} ${box.height}" preserveAspectRatio="none"`,
  )
  const canvas = createCanvas(w, h)
  canvas.getContext('2d').drawImage(await loadImage(Buffer.from(svg)), 0, 0, w, h)
  return canvas
}

/** The sails of a mill, cut out of its drawing, and what they are fixed to. */
export async function sails(figure: Figure, hub: readonly [number, number]): Promise<Turning> {
  const { stage, placement } = figure
  const base = await drawn(figure, (svg) => svg.replaceAll(SAIL, ''))
  const wings = await drawn(figure, (svg) =>
    svg.replace(
      /(<svg[^>]*>).*(<\/svg>)/s,
      (_, open: string, close: string) => open + (svg.match(SAIL) ?? []).join('') + close,
    ),
  )
  const at = spotIn(figure, hub[0], hub[1])
  const radius = Math.hypot(46, 20) * at.scale
  const middle = { x: placement.x + at.x, y: placement.foot + at.y }
  return {
    base,
    over: (_lit, seen) => {
      const picture = seen(wings)
      const sheet = roundSheet(
        figure,
        at,
        radius,
        (context) => context.drawImage(picture, placement.x - picture.width / 2, placement.foot - picture.height),
        (second) => ({ turn: stage.clock.turn(second, 5) }),
      )
      return [sheet, hubSheet(figure, at, middle)]
    },
  }
}

function hubSheet(
  figure: Figure,
  at: { x: number; y: number; scale: number },
  middle: { x: number; y: number },
): Sheet {
  const radius = at.scale * 6
  return roundSheet(
    figure,
    at,
    radius,
    (context) => {
      context.fillStyle = '#6a5648'
      context.beginPath()
      context.arc(middle.x, middle.y, radius * 0.8, 0, Math.PI * 2)
      context.fill()
    },
    () => ({}),
  )
}
