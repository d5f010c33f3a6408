/** A line on a mask, in pixels of the picture. */
export type Line = { does: 'paint' | 'erase'; size: number; points: { x: number; y: number }[] }
/** One mark on a mask; what is no line concerns all of it. */
export type Stroke = Line | { does: 'invert' } | { does: 'clear' }

/** The colour in which what is painted is shown; it has no meaning. */
const SHOWN = '#e5484d'

/** Draws a stroke, or only its last part: a redrawn mask must have the same pixels as one that was just painted. */
export function drawStroke(context: CanvasRenderingContext2D, stroke: Stroke, from = 0): void {
  const { width, height } = context.canvas
  context.fillStyle = SHOWN
  context.strokeStyle = SHOWN
  if (stroke.does === 'clear') return context.clearRect(0, 0, width, height)
  if (stroke.does === 'invert') {
    context.globalCompositeOperation = 'xor'
    context.fillRect(0, 0, width, height)
    return
  }
  context.globalCompositeOperation = stroke.does === 'paint' ? 'source-over' : 'destination-out'
  context.lineCap = 'round'
  context.lineWidth = stroke.size
  for (let index = from; index < stroke.points.length; index++) {
    const to = stroke.points[index] ?? { x: 0, y: 0 }
    const start = stroke.points[index - 1]
    context.beginPath()
    // Not every browser draws a line from a place to itself.
    if (start === undefined) context.arc(to.x, to.y, stroke.size / 2, 0, 2 * Math.PI)
    else {
      context.moveTo(start.x, start.y)
      context.lineTo(to.x, to.y)
    }
    if (start === undefined) context.fill()
    else context.stroke()
  }
}

/** Draws all of it anew, upon the mask that was there before. */
export function redraw(
  context: CanvasRenderingContext2D,
  strokes: readonly Stroke[],
  before: CanvasImageSource | undefined,
): void {
  const { width, height } = context.canvas
  context.globalCompositeOperation = 'source-over'
  context.clearRect(0, 0, width, height)
  if (before !== undefined) {
    context.fillStyle = SHOWN
    context.fillRect(0, 0, width, height)
    context.globalCompositeOperation = 'destination-out'
    context.drawImage(before, 0, 0)
  }
  for (const stroke of strokes) drawStroke(context, stroke)
}

/** What was painted as a PNG of the same size: transparent where it was painted, black elsewhere. */
export function maskOf(painted: HTMLCanvasElement): string {
  const { canvas, context } = newCanvas(painted.width, painted.height)
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.globalCompositeOperation = 'destination-out'
  context.drawImage(painted, 0, 0)
  return canvas.toDataURL('image/png')
}

// Enough to say how much of a picture is painted.
const SAMPLE = 64
const CHANNELS = 4

/** How much is painted, from 0 to 1; a single small dot counts as something. */
export function paintedShare(painted: HTMLCanvasElement): number {
  const { canvas, context } = newCanvas(SAMPLE, SAMPLE)
  context.imageSmoothingQuality = 'high'
  context.drawImage(painted, 0, 0, canvas.width, canvas.height)
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  let sum = 0
  for (let at = CHANNELS - 1; at < data.length; at += CHANNELS) sum += data[at] ?? 0
  return sum / (255 * SAMPLE * SAMPLE)
}

function newCanvas(width: number, height: number): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D } {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  return { canvas, context: contextOf(canvas) }
}

export function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  // In memory: a graphics card draws edges otherwise from time to time.
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('This browser cannot handle a mask of this size.')
  return context
}
