import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Carrier } from '../../design.ts'
import { alpha, brightness, mix, type Colour } from '../colour.ts'
import type { Stage } from '../stage.ts'
import type { Face } from './faces.ts'
import { eachLine, fitText } from './fit-text.ts'

type Box = { x: number; y: number; width: number; height: number }
type Headline = { stage: Stage; texts: readonly string[]; box: Box; carrier: Carrier; sky: Colour }

function faceFor(stage: Stage, carrier: Carrier): Face {
  if (carrier === 'book') return 'book'
  if (carrier === 'card') return 'script'
  return stage.random.fork('headline').pick(['strong', 'narrow', 'book'])
}

function inset(context: SKRSContext2D, stage: Stage, colour: string): void {
  const { width, height, unit } = stage
  context.strokeStyle = colour
  context.lineWidth = unit * 0.45
  context.strokeRect(unit * 2.6, unit * 2.6, width - unit * 5.2, height - unit * 5.2)
  context.lineWidth = unit * 0.16
  context.strokeRect(unit * 3.6, unit * 3.6, width - unit * 7.2, height - unit * 7.2)
}

/** Sets the first text as a headline in its box and the others small at the foot, readable on whatever is behind. */
export function drawHeadline(context: SKRSContext2D, { stage, texts, box, carrier, sky }: Headline): void {
  const { unit, width, height } = stage
  const [title = '', ...others] = texts
  const dark = brightness(sky) < 0.55
  const ink = stage.brief.lettering?.ink ?? (dark ? '#fff4dc' : mix(sky, '#161428', 0.86))
  const veil = dark ? mix(sky, '#05050d', 0.6) : mix(sky, '#ffffff', 0.75)
  const fall = context.createLinearGradient(0, 0, 0, box.y + box.height * 1.25)
  fall.addColorStop(0, alpha(veil, 0.62))
  fall.addColorStop(0.7, alpha(veil, 0.4))
  fall.addColorStop(1, alpha(veil, 0))
  context.fillStyle = fall
  context.fillRect(0, 0, width, box.y + box.height * 1.25)
  inset(context, stage, alpha(ink, 0.8))
  // Only the author of a book stands at its foot: elsewhere the feet of the figures are there.
  const under = others.length > 0 && carrier !== 'book' ? box.height * 0.3 : 0
  const block = fitText(title, faceFor(stage, carrier), { width: box.width, height: box.height - under, lines: 3 })
  context.shadowColor = alpha(veil, 0.9)
  context.shadowBlur = unit * 1.4
  context.fillStyle = ink
  eachLine(context, block, { x: box.x + box.width / 2, y: box.y + (box.height - under) / 2 }, (line, x, y) =>
    context.fillText(line, x, y),
  )
  const rest = others.join('  ·  ')
  if (under > 0) {
    const small = fitText(rest, 'narrow', { width: box.width * 0.86, height: under * 0.72, lines: 1 })
    eachLine(context, small, { x: width / 2, y: box.y + box.height - under * 0.4 }, (line, x, y) =>
      context.fillText(line, x, y),
    )
  } else if (rest !== '') {
    const foot = { width: width * 0.76, height: height * 0.07, lines: 1 }
    const small = fitText(rest, 'narrow', foot)
    context.fillStyle = alpha(veil, 0.78)
    context.shadowColor = 'transparent'
    context.beginPath()
    context.roundRect(
      width / 2 - small.width / 2 - unit * 2,
      height * 0.9 - small.height * 0.62,
      small.width + unit * 4,
      small.height * 1.24,
      unit,
    )
    context.fill()
    context.fillStyle = ink
    eachLine(context, small, { x: width / 2, y: height * 0.9 }, (line, x, y) => context.fillText(line, x, y))
  }
  context.shadowColor = 'transparent'
  context.shadowBlur = 0
}
