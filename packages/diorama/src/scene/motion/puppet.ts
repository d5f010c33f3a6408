import { createCanvas, type Canvas } from '@napi-rs/canvas'

/** How a drawing without joints is bent to move. */
export type Bending = 'swim' | 'flap' | 'fold' | 'beat' | 'tread'

/** Where a point of the bent picture comes from; both in shares of the picture, which looks to the left. */
type Bend = (x: number, y: number, phase: number) => readonly [x: number, y: number]

const wave = (turns: number) => Math.sin(turns * Math.PI * 2)

const BENDS: Record<Bending, Bend> = {
  // A wave that runs from the head to the tail and grows on its way.
  swim: (x, y, phase) => [
    x + 0.03 * x ** 2 * wave(phase + 0.25),
    y + (0.015 + 0.085 * x ** 1.6) * wave(phase - x * 0.75),
  ],
  // What is above the body comes down and goes up again.
  flap: (x, y, phase) => {
    const high = 0.76 + 0.24 * wave(phase)
    return [x, y < 0.62 ? 0.62 - (0.62 - y) / high : y]
  },
  // Two wings seen from above close and open.
  fold: (x, y, phase) => [0.5 + (x - 0.5) / (0.68 + 0.32 * wave(phase)), y],
  // Two wings seen from before: their tips go up and down.
  beat: (x, y, phase) => [x, y + 0.2 * Math.abs(x * 2 - 1) ** 1.5 * wave(phase)],
  // Legs below the belly go to and fro, those that stand apart by turns.
  tread: (x, y, phase) => {
    const low = Math.max(0, (y - 0.66) / 0.34)
    const turn = phase + x * 1.6
    return [x + 0.05 * low * wave(turn), y + 0.03 * low * Math.max(0, wave(turn + 0.25))]
  },
}

/** The picture as it is at a phase of the movement, in a canvas with a margin of this many pixels on every side. */
export function bent(picture: Canvas, bending: Bending, phase: number, margin: number): Canvas {
  const { width, height } = picture
  const source = picture.getContext('2d').getImageData(0, 0, width, height).data
  const canvas = createCanvas(width + margin * 2, height + margin * 2)
  const context = canvas.getContext('2d')
  const target = context.createImageData(canvas.width, canvas.height)
  for (let y = 0; y < canvas.height; y++) {
    for (let x = 0; x < canvas.width; x++) {
      const [fromX, fromY] = BENDS[bending]((x - margin + 0.5) / width, (y - margin + 0.5) / height, phase)
      sample(
        source,
        { width, height },
        [fromX * width - 0.5, fromY * height - 0.5],
        target.data,
        (y * canvas.width + x) * 4,
      )
    }
  }
  context.putImageData(target, 0, 0)
  return canvas
}

// Smoothed between four pixels, each weighed by how solid it is, so that no dark rim appears.
function sample(
  source: Uint8ClampedArray,
  { width, height }: { width: number; height: number },
  [x, y]: readonly [number, number],
  out: Uint8ClampedArray,
  at: number,
): void {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  if (left < -1 || top < -1 || left >= width || top >= height) return
  let [red, green, blue, solid] = [0, 0, 0, 0]
  for (let corner = 0; corner < 4; corner++) {
    const [px, py] = [left + (corner & 1), top + (corner >> 1)]
    if (px < 0 || py < 0 || px >= width || py >= height) continue
    const from = (py * width + px) * 4
    const share = (1 - Math.abs(x - px)) * (1 - Math.abs(y - py)) * (source[from + 3] as number)
    red += share * (source[from] as number)
    green += share * (source[from + 1] as number)
    blue += share * (source[from + 2] as number)
    solid += share
  }
  if (solid <= 0) return
  out[at] = red / solid
  out[at + 1] = green / solid
  out[at + 2] = blue / solid
  out[at + 3] = solid
}
