import type { SKRSContext2D } from '@napi-rs/canvas'
import { alpha, mix, type Colour } from '../../colour.ts'
import type { Random } from '../../random.ts'
import type { Stage } from '../../stage.ts'
import { hasFeature } from '../../../places.ts'
import { drawEarth } from '../land/earth-above.ts'
import { indoors } from '../indoor-light.ts'
import { outsideView } from './outside-view.ts'
import { penAt, type Pen } from '../pen.ts'

/**
 * What an interior is drawn with. Lengths are units: `x` from the middle of the picture, `y` upwards from where wall and floor
 * meet. The wall reaches from `-half` to `half` and up to `top`; a person is some 40 units tall.
 */
export type RoomKit = Pen & {
  stage: Stage
  random: Random
  half: number
  /** Half of what the picture shows, without the margin for the camera. */
  seen: number
  top: number
  /** How high hanging things hang: within the picture, and over the heads. */
  lampHeight: number
  /** Whether the prompt itself names a thing, so that the room need not have one more. */
  isNamed(art: RegExp): boolean
  /** Calls for every `step` over the whole wall, the row symmetrical about the middle. */
  row(step: number, draw: (x: number, index: number) => void): void
  window(x: number, y: number, wide: number, tall: number, options?: WindowLook): void
}

export type WindowLook = {
  shape?: 'square' | 'arched' | 'pointed' | 'round'
  frame?: Colour
  bars?: number
  view?: 'stars'
}

function pane(
  context: SKRSContext2D,
  box: { x: number; y: number; width: number; height: number },
  shape: string,
): void {
  const { x, y, width, height } = box
  context.beginPath()
  if (shape === 'square') return context.rect(x, y, width, height)
  if (shape === 'round') return context.ellipse(x + width / 2, y + height / 2, width / 2, height / 2, 0, 0, Math.PI * 2)
  context.moveTo(x, y + height)
  context.lineTo(x, y + width / 2)
  if (shape === 'pointed') {
    context.quadraticCurveTo(x, y + width * 0.2, x + width / 2, y)
    context.quadraticCurveTo(x + width, y + width * 0.2, x + width, y + width / 2)
  } else context.arc(x + width / 2, y + width / 2, width / 2, Math.PI, Math.PI * 2)
  context.lineTo(x + width, y + height)
  context.closePath()
}

function stars(
  context: SKRSContext2D,
  stage: Stage,
  box: { x: number; y: number; width: number; height: number },
): void {
  const random = stage.random.fork('stars-outside')
  const fill = context.createLinearGradient(box.x, box.y, box.x + box.width, box.y + box.height)
  fill.addColorStop(0, '#0a0d2a')
  fill.addColorStop(0.6, '#2a1c56')
  fill.addColorStop(1, '#0c1236')
  context.fillStyle = fill
  context.fillRect(box.x, box.y, box.width, box.height)
  for (let i = 0; i < 90; i++) {
    context.fillStyle = alpha('#ffffff', random.between(0.3, 1))
    const size = stage.unit * random.between(0.1, 0.36)
    context.fillRect(box.x + random.next() * box.width, box.y + random.next() * box.height, size, size)
  }
  const wide = Math.min(box.width, box.height)
  // What is seen from there is what is asked for.
  if (hasFeature(stage.brief, 'earth-seen'))
    return drawEarth(context, { x: box.x + box.width * 0.66, y: box.y + box.height * 0.52, radius: wide * 0.4 })
  const planet = { x: box.x + box.width * 0.76, y: box.y + box.height * 0.34, r: wide * 0.2 }
  context.fillStyle = '#d98a5a'
  context.beginPath()
  context.arc(planet.x, planet.y, planet.r, 0, Math.PI * 2)
  context.fill()
  context.fillStyle = alpha('#6a2f4a', 0.45)
  context.beginPath()
  context.arc(planet.x + planet.r * 0.16, planet.y + planet.r * 0.12, planet.r * 0.96, -0.9, Math.PI * 0.72)
  context.fill()
}

// Where the sun or moon stands outside, in units from the middle: a window that is there shows it.
const SUN = 12

/** The kit for a context; `foot` is where its things stand, `name` the chance that they hang on. */
export function roomKit(context: SKRSContext2D, stage: Stage, name: string, foot: number): RoomKit {
  const { unit, width, margin } = stage
  const tone = (colour: Colour) => indoors(stage, colour)
  const half = (width / 2 + margin) / unit
  const top = foot / unit
  return {
    ...penAt(context, { x: width / 2, foot, scale: unit, tone }),
    stage,
    random: stage.random.fork(name),
    half,
    seen: width / 2 / unit,
    top,
    lampHeight: Math.min(top - 7, 50),
    isNamed: (art) => stage.brief.subjects.some((subject) => art.test(subject.art)),
    row(step, draw) {
      const count = Math.ceil(half / step)
      for (let i = -count; i <= count; i++) draw(i * step, i + count)
    },
    window(x, y, wide, tall, { shape = 'square', frame = '#f1e6d4', bars = 1, view } = {}) {
      const box = {
        x: width / 2 + (x - wide / 2) * unit,
        y: foot - (y + tall) * unit,
        width: wide * unit,
        height: tall * unit,
      }
      context.save()
      pane(context, box, shape)
      context.clip()
      if (view === 'stars') stars(context, stage, box)
      else outsideView(context, stage, box, { name: `window${Math.round(x)}`, sunny: Math.abs(x - SUN) < wide / 2 })
      context.fillStyle = tone(frame)
      for (let i = 1; i <= bars; i++)
        context.fillRect(box.x + (box.width * i) / (bars + 1) - unit * 0.25, box.y, unit * 0.5, box.height)
      if (bars > 0) context.fillRect(box.x, box.y + box.height * 0.4, box.width, unit * 0.5)
      context.restore()
      context.strokeStyle = tone(frame)
      context.lineWidth = unit * 1.1
      pane(context, box, shape)
      context.stroke()
      if (shape !== 'square') return
      context.fillStyle = tone(mix(frame, '#4a3428', 0.12))
      context.fillRect(box.x - unit, box.y + box.height, box.width + unit * 2, unit * 1.2)
    },
  }
}
