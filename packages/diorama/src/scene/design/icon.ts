import { alpha, adjust, brightness, mix, toHsl, type Colour } from '../colour.ts'
import { backdrop } from '../draw/backdrop.ts'
import type { Part } from '../layers.ts'
import type { Stage } from '../stage.ts'
import { tonesOf } from '../subjects/tones.ts'
import { motifPicture } from './motif.ts'
import { traceShape } from './shapes.ts'

// A ground that the drawing stands out from: the other side of the wheel, and light where the drawing is dark.
function groundFor(main: Colour, asked: Colour | undefined): [Colour, Colour] {
  const base = asked ?? adjust(main, { hue: 165, saturate: 0.9 })
  const [hue, saturation] = toHsl(base)
  const lively = saturation < 0.25 ? (brightness(main) > 0.6 ? '#3f6bd8' : '#f2b84b') : base
  const light =
    brightness(main) < 0.5
      ? mix(lively, '#ffffff', 0.5)
      : brightness(lively) > 0.62
        ? mix(lively, '#26306a', 0.35)
        : lively
  return asked
    ? [mix(asked, '#ffffff', 0.2), asked]
    : [mix(light, '#ffffff', 0.22), adjust(light, { hue: hue > 180 ? -14 : 14, lighten: -0.1 })]
}

/** An app's icon: one drawing on a rounded square of lively colour, with a soft shadow on white. */
export async function iconParts(stage: Stage): Promise<Part[]> {
  const { width, height, unit, brief } = stage
  const side = Math.min(width, height)
  const at = { x: width / 2, y: height / 2, radius: side * 0.41 }
  const shape = brief.design?.shape ?? 'square'
  const subjects = brief.subjects.slice(0, 2)
  const pictures = await Promise.all(
    subjects.map((one, index) => motifPicture(one, side * (index === 0 ? 0.52 : 0.26))),
  )
  const first = pictures[0]
  const [top, bottom] = groundFor(first ? tonesOf(first).main : '#4b7bd8', brief.colours[0])
  const ground = backdrop(stage, (context) => {
    context.fillStyle = '#f4f4f7'
    context.fillRect(0, 0, width, height)
  })
  const plate: Part = {
    kind: 'sheet',
    role: 'land',
    depth: 0,
    left: 0,
    right: width,
    top: 0,
    bottom: height,
    shadow: 2.4,
    draw(context) {
      const fill = context.createLinearGradient(0, at.y - at.radius, 0, at.y + at.radius)
      fill.addColorStop(0, top)
      fill.addColorStop(1, bottom)
      context.fillStyle = fill
      traceShape(context, shape, at)
      context.fill()
      context.save()
      context.clip()
      context.fillStyle = alpha('#ffffff', 0.13)
      context.beginPath()
      context.ellipse(at.x, at.y - at.radius * 0.9, at.radius * 1.5, at.radius * 0.95, 0, 0, Math.PI * 2)
      context.fill()
      context.restore()
    },
  }
  const figure: Part = {
    kind: 'sheet',
    role: 'subject',
    depth: 0,
    left: 0,
    right: width,
    top: 0,
    bottom: height,
    draw(context) {
      context.shadowColor = alpha(mix(bottom, '#0c0c1c', 0.75), 0.5)
      context.shadowBlur = unit * 2.2
      context.shadowOffsetY = unit * 1.1
      const second = pictures[1]
      const lift = second ? side * 0.04 : 0
      if (first) context.drawImage(first, at.x - first.width / 2 - lift, at.y - first.height / 2 - lift)
      if (second)
        context.drawImage(
          second,
          at.x + at.radius * 0.62 - second.width / 1.4,
          at.y + at.radius * 0.66 - second.height / 1.2,
        )
      context.shadowColor = 'transparent'
    },
  }
  return [ground, plate, figure]
}
