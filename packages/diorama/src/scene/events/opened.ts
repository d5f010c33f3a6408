import { createCanvas, type Canvas } from '@napi-rs/canvas'

/** A door that turns about its left side, with light falling through. */
export function turnedDoor(door: Canvas, open: number): Canvas {
  const { width, height } = door
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.drawImage(door, 0, 0)
  if (open === 0) return canvas
  const inner = { left: width * 0.1, top: height * 0.05, width: width * 0.8, height: height * 0.95 }
  const light = context.createLinearGradient(0, inner.top, 0, height)
  light.addColorStop(0, '#fff6d8')
  light.addColorStop(1, '#ffd98c')
  context.globalCompositeOperation = 'source-atop'
  context.fillStyle = light
  context.fillRect(inner.left, inner.top, inner.width, inner.height)
  context.globalCompositeOperation = 'source-over'
  const shown = 1 - 0.74 * open
  // Farther at its free side, so a little lower there at the top.
  const slices = 24
  for (let slice = 0; slice < slices; slice++) {
    const from = inner.left + (inner.width * slice) / slices
    const lower = (inner.height * 0.07 * open * slice) / slices
    context.drawImage(
      door,
      from,
      inner.top,
      inner.width / slices + 1,
      inner.height,
      inner.left + (from - inner.left) * shown,
      inner.top + lower,
      (inner.width / slices + 1) * shown,
      inner.height - lower * 1.4,
    )
  }
  return canvas
}

/** A candle that does not burn: all but the flame. */
export function unlit(candle: Canvas): Canvas {
  const { width, height } = candle
  const canvas = createCanvas(width, height)
  const flame = height * 0.4
  canvas.getContext('2d').drawImage(candle, 0, flame, width, height - flame, 0, flame, width, height - flame)
  return canvas
}

// How far down the flower of a drawing reaches, as a share of its height: below that are stem and leaves.
const FLOWER_DOWN_TO: Readonly<Record<string, number>> = { sunflower: 0.76, rose: 0.56, tulip: 0.62 }

const BUD = { wide: 0.2, high: 0.34 } as const

/** A flower from bud to bloom; where a drawing has no stem, one is drawn. */
export function bloomingAt(art: string): (flower: Canvas, open: number) => Canvas {
  const down = FLOWER_DOWN_TO[art]
  return (flower, open) => {
    const { width, height } = flower
    const canvas = createCanvas(width, height)
    const context = canvas.getContext('2d')
    const wide = BUD.wide + (1 - BUD.wide) * open
    const high = BUD.high + (1 - BUD.high) * open
    const cut = (down ?? 1) * height
    if (down === undefined) {
      context.fillStyle = '#4f8f4a'
      context.fillRect(width * 0.48, height * 0.5, width * 0.04, height * 0.5)
    } else context.drawImage(flower, 0, cut, width, height - cut, 0, cut, width, height - cut)
    const foot = down === undefined ? height * (0.72 + 0.28 * open) : cut + 1
    context.drawImage(flower, 0, 0, width, cut, (width * (1 - wide)) / 2, foot - cut * high, width * wide, cut * high)
    if (open > 0.6) return canvas
    // The green leaves that hold a bud.
    context.fillStyle = '#5f9d4f'
    context.globalAlpha = Math.min(1, (0.6 - open) * 4)
    context.beginPath()
    context.ellipse(width / 2, foot - cut * high * 0.3, width * wide * 0.56, cut * high * 0.34, 0, 0, Math.PI)
    context.fill()
    context.globalAlpha = 1
    return canvas
  }
}

/** An umbrella or a fan, folded about its middle at first. */
export function unfoldedAt(umbrella: Canvas, open: number): Canvas {
  const { width, height } = umbrella
  const canvas = createCanvas(width, height)
  const wide = 0.14 + 0.86 * open
  canvas.getContext('2d').drawImage(umbrella, (width * (1 - wide)) / 2, 0, width * wide, height)
  return canvas
}

// What of a box is its lid, as a share of its height.
const LID = 0.36

/** A box whose lid flies up, with light coming out of it. Its picture stays as high as it was: the box is lower in it. */
export function liftedLid(box: Canvas, open: number): Canvas {
  const { width, height } = box
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  if (open === 0) {
    context.drawImage(box, 0, 0)
    return canvas
  }
  const lid = height * LID
  const shine = context.createRadialGradient(width / 2, lid * 1.1, 0, width / 2, lid * 1.1, width * 0.6)
  shine.addColorStop(0, `rgba(255,244,190,${0.95 * open})`)
  shine.addColorStop(1, 'rgba(255,220,120,0)')
  context.fillStyle = shine
  context.fillRect(0, 0, width, height)
  context.drawImage(box, 0, lid, width, height - lid, 0, lid, width, height - lid)
  context.fillStyle = `rgba(70,30,30,${0.75 * open})`
  context.beginPath()
  context.ellipse(width / 2, lid, width * 0.4, height * 0.05, 0, 0, Math.PI * 2)
  context.fill()
  context.translate(width * 0.94, lid)
  context.rotate(open * 1.05)
  context.drawImage(box, 0, 0, width, lid, -width * 0.94, -lid * (0.9 + 0.1 * open), width, lid)
  return canvas
}
