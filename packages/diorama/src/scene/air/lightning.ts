import type { Live } from '../layers.ts'
import type { Stage } from '../stage.ts'

/** A bolt that flashes twice in a clip, the second time in the still picture. */
export function lightning(stage: Stage): Live {
  const random = stage.random.fork('bolt')
  const x = stage.width * random.between(0.2, 0.8)
  const points = Array.from({ length: 9 }, (_, i) => ({
    x: x + (i === 0 ? 0 : random.between(-1, 1) * stage.unit * 4),
    y: (i / 8) * stage.height * 0.52,
  }))
  const flashes = [0.5, 0.13].map((share) => share * stage.clock.seconds)
  return {
    kind: 'live',
    depth: 0.1,
    draw(context, second) {
      const strength = Math.max(0, ...flashes.map((at) => 1 - Math.abs(second - at - 0.02) / 0.22))
      if (strength <= 0) return
      context.globalAlpha = strength * 0.16
      context.fillStyle = '#dfe8ff'
      context.fillRect(-stage.margin, -stage.margin, stage.width + stage.margin * 2, stage.height + stage.margin * 2)
      for (const [width, opacity] of [
        [1.6, 0.3],
        [0.5, 1],
      ] as const) {
        context.globalAlpha = strength * opacity
        context.strokeStyle = '#f6f4ff'
        context.lineJoin = 'round'
        context.lineWidth = stage.unit * width
        context.beginPath()
        for (const point of points) context.lineTo(point.x, point.y)
        context.stroke()
      }
    },
  }
}
