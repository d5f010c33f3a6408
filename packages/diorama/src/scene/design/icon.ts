import { alpha, adjust, brightness, mix, toHsl, type Colour } from '../colour.ts'
import { backdrop, wholePicture } from '../draw/backdrop.ts'
import type { Part } from '../layers.ts'
import type { Stage } from '../stage.ts'
import { tonesOf } from '../subjects/tones.ts'
import { motifPicture } from './motif.ts'
import { traceShape } from './shapes.ts'

const LIVELY = ['#4a6cf0', '#f0a63c', '#22b3a6', '#8a55e0', '#f0617a', '#3aa657'] as const

// A ground that the drawing stands out from: as far round the wheel and as different in brightness as can be.
function groundFor(main: Colour, asked: Colour | undefined): [Colour, Colour] {
  const [hue, saturation] = toHsl(main)
  const far = (colour: Colour) => {
    const turn = Math.abs(toHsl(colour)[0] - hue)
    return (
      (Math.min(turn, 360 - turn) / 180) * Math.min(1, saturation * 2) +
      Math.abs(brightness(colour) - brightness(main)) * 1.2
    )
  }
  const base = asked ?? LIVELY.toSorted((a, b) => far(b) - far(a))[0] ?? LIVELY[0]
  return [mix(base, '#ffffff', 0.28), adjust(base, { lighten: -0.06 })]
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
    ...wholePicture(stage),
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
    ...wholePicture(stage),
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
