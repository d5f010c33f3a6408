import type { Sheet, Stage } from './stage.ts'
import { alpha } from './colour.ts'

/** A slight darkening towards the corners, which holds the eye in the picture. */
export function vignette(stage: Stage): Sheet {
  const { width, height, light } = stage
  return {
    kind: 'sheet',
    role: 'glow',
    depth: 0,
    left: 0,
    right: width,
    top: 0,
    bottom: height,
    draw(context) {
      const long = Math.hypot(width, height) / 2
      context.save()
      context.translate(width / 2, height / 2)
      context.scale(width / Math.max(width, height), height / Math.max(width, height))
      const reach = Math.max(width, height) * 0.5 * Math.SQRT2
      const gradient = context.createRadialGradient(0, 0, Math.min(long, reach) * 0.6, 0, 0, reach)
      gradient.addColorStop(0, alpha(light.shadow, 0))
      gradient.addColorStop(1, alpha(light.shadow, 0.34))
      context.fillStyle = gradient
      context.fillRect(-reach, -reach, reach * 2, reach * 2)
      context.restore()
    },
  }
}
