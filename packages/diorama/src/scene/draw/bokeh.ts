import { createCanvas } from '@napi-rs/canvas'
import { alpha, along, type Colour } from '../colour.ts'
import type { Sheet } from '../layers.ts'
import type { Stage } from '../stage.ts'

/** An out-of-focus background: a gradient with large soft discs of light. Painted small, drawn large. */
export function bokeh(
  stage: Stage,
  colours: readonly Colour[],
  options: { discs: number; glow: Colour; at?: { x: number; y: number }; extra?: Sheet['draw'] },
): Sheet {
  const { width, height, margin } = stage
  const scale = 0.25
  return {
    kind: 'sheet',
    role: 'sky',
    depth: 0.25,
    draw(context, behind) {
      const small = createCanvas(Math.ceil((width + margin * 2) * scale), Math.ceil((height + margin * 2) * scale))
      const paint = small.getContext('2d')
      paint.scale(scale, scale)
      paint.translate(margin, margin)
      const gradient = paint.createLinearGradient(0, 0, width * 0.2, height)
      for (let i = 0; i < 4; i++) gradient.addColorStop(i / 3, along(colours, i / 3))
      paint.fillStyle = gradient
      paint.fillRect(-margin, -margin, width + margin * 2, height + margin * 2)
      options.extra?.(paint, behind)
      const random = stage.random.fork('bokeh')
      for (let i = 0; i < options.discs; i++) {
        paint.fillStyle = alpha(options.glow, random.between(0.05, 0.22))
        paint.beginPath()
        paint.arc(
          random.between(0, width),
          random.between(0, height * 0.75),
          stage.unit * random.between(2, 7),
          0,
          Math.PI * 2,
        )
        paint.fill()
      }
      if (options.at) {
        const shine = paint.createRadialGradient(
          options.at.x,
          options.at.y,
          0,
          options.at.x,
          options.at.y,
          stage.unit * 60,
        )
        shine.addColorStop(0, alpha(options.glow, 0.5))
        shine.addColorStop(1, alpha(options.glow, 0))
        paint.fillStyle = shine
        paint.fillRect(-margin, -margin, width + margin * 2, height + margin * 2)
      }
      const soft = createCanvas(small.width, small.height)
      const blurred = soft.getContext('2d')
      blurred.filter = `blur(${(stage.unit * 0.9 * scale).toFixed(2)}px)`
      blurred.drawImage(small, 0, 0)
      context.imageSmoothingQuality = 'high'
      context.drawImage(soft, -margin, -margin, width + margin * 2, height + margin * 2)
    },
  }
}
