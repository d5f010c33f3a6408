import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Cue } from '../../brief.ts'
import { mix, type Colour } from '../colour.ts'
import type { Live } from '../layers.ts'
import type { Stage } from '../stage.ts'
import { within } from '../eased.ts'
import { cuesOf, shareOf } from './timing.ts'

const CURTAIN =
  /curtain|vorhang|tel[oó]n\b|cortina|rideau|sipario|tenda|занавес|шторы|kurtyn|zasłon|gordijn|rid[åa]n?\b|perde|tirai|幕|커튼|막이|ستار|màn sân khấu/iu
const USUAL = '#a8283c'
const FOLDS = 9

/** The curtain that opens or closes in a theatre, and how. */
export function curtainIn(stage: Stage): Cue | undefined {
  if (stage.still || stage.clock.loop || stage.brief.archetype !== 'theatre') return undefined
  if (!CURTAIN.test(stage.brief.prompt)) return undefined
  return (['open', 'rise', 'close', 'fall', 'sink'] as const).flatMap((what) => cuesOf(stage, what))[0]
}

function drape(
  context: SKRSContext2D,
  box: { left: number; right: number; top: number; bottom: number },
  colour: Colour,
): void {
  const wide = (box.right - box.left) / FOLDS
  for (let fold = 0; fold < FOLDS; fold++) {
    const [a, b] = [box.left + wide * fold, box.left + wide * (fold + 1)]
    const fill = context.createLinearGradient(a, 0, b, 0)
    fill.addColorStop(0, mix(colour, '#12061a', 0.5))
    fill.addColorStop(0.5, mix(colour, '#ffd0b0', 0.14))
    fill.addColorStop(1, mix(colour, '#12061a', 0.5))
    context.fillStyle = fill
    context.fillRect(a - 0.5, box.top, wide + 1, box.bottom - box.top)
  }
  context.fillStyle = '#e8b85c'
  context.fillRect(
    box.left,
    box.bottom - (box.bottom - box.top) * 0.02,
    box.right - box.left,
    (box.bottom - box.top) * 0.012,
  )
}

/** The two halves of the curtain, drawn apart or together, or lifted as one, and the valance before them. */
export function curtainParts(stage: Stage): Live[] {
  const cue = curtainIn(stage)
  if (!cue) return []
  const { width, height, margin, unit } = stage
  const colour = stage.brief.colours[0] ?? USUAL
  const lifted = cue.what === 'rise' || /\b(rises|rising|lifts|raised|goes up)\b/i.test(stage.brief.prompt)
  const closes = cue.what === 'close' || cue.what === 'fall' || cue.what === 'sink'
  return [
    {
      kind: 'live',
      depth: 1.3,
      draw(context, second) {
        const done = within(shareOf(stage, cue, second), 0.16, 0.86)
        const open = closes ? 1 - done : done
        const [top, bottom] = [-margin, height + margin]
        if (lifted)
          drape(context, { left: -margin, right: width + margin, top, bottom: bottom - open * height * 0.92 }, colour)
        else {
          const half = width / 2 + margin
          const shown = half * (1 - 0.78 * open)
          drape(context, { left: -margin, right: -margin + shown, top, bottom }, colour)
          drape(context, { left: width + margin - shown, right: width + margin, top, bottom }, colour)
        }
        const high = Math.min(unit * 9, height * 0.12)
        const wide = unit * 14
        context.fillStyle = mix(colour, '#12061a', 0.1)
        context.strokeStyle = '#e8b85c'
        context.lineWidth = unit * 0.6
        for (let x = -margin - wide / 2; x < width + margin; x += wide) {
          context.beginPath()
          context.moveTo(x, -margin)
          context.lineTo(x + wide, -margin)
          context.lineTo(x + wide, high * 0.5)
          context.quadraticCurveTo(x + wide / 2, high * 1.5, x, high * 0.5)
          context.fill()
          context.stroke()
        }
      },
    },
  ]
}
