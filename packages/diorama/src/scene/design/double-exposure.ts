import { createCanvas, type Canvas } from '@napi-rs/canvas'
import { traitsOf } from '../../archetype-traits.ts'
import type { Archetype, Brief } from '../../brief.ts'
import { archetypeOfPlace } from '../../places.ts'
import { brightness } from '../colour.ts'
import { backdrop, wholePicture } from '../draw/backdrop.ts'
import type { Part } from '../layers.ts'
import type { Stage } from '../stage.ts'
import type { InnerScene } from './inner-scene.ts'
import { motifPicture } from './motif.ts'

// What is seen within the figure: the place that is named, else a forest, as most of these pictures have it.
function innerBrief(brief: Brief): Brief {
  const { design: _design, studio: _studio, framing: _framing, lettering: _lettering, script: _script, ...rest } = brief
  const outside = (place: string) => {
    const archetype = archetypeOfPlace(place)
    return archetype !== undefined && !traitsOf(archetype).where.isIndoors ? archetype : undefined
  }
  const archetype: Archetype = brief.places.map(outside).find((one) => one !== undefined) ?? 'forest'
  const others = brief.subjects.slice(1).filter(({ kind }) => /^(place|plant|sky|transport)/.test(kind))
  return { ...rest, archetype, subjects: others, relations: [], time: brief.time ?? 'dawn' }
}

// The scene where the figure is, and the figure's own lines over it: it stays known, though it is made of land.
function exposed(figure: Canvas, scene: Canvas): Canvas {
  const out = createCanvas(figure.width, figure.height)
  const context = out.getContext('2d')
  context.drawImage(figure, 0, 0)
  context.globalCompositeOperation = 'source-in'
  const fit = Math.max(figure.width / scene.width, figure.height / scene.height)
  const [wide, high] = [scene.width * fit, scene.height * fit]
  context.drawImage(scene, (figure.width - wide) / 2, (figure.height - high) / 2, wide, high)
  context.globalCompositeOperation = 'multiply'
  context.globalAlpha = 0.5
  context.drawImage(figure, 0, 0)
  context.globalCompositeOperation = 'destination-in'
  context.globalAlpha = 1
  const fade = context.createLinearGradient(0, figure.height * 0.72, 0, figure.height)
  fade.addColorStop(0, 'rgba(0,0,0,1)')
  fade.addColorStop(1, 'rgba(0,0,0,0.12)')
  context.fillStyle = fade
  context.fillRect(0, 0, figure.width, figure.height)
  return out
}

/** Two pictures in one: the outline of the first subject filled with the place. */
export async function doubleExposureParts(stage: Stage, inner: InnerScene): Promise<Part[]> {
  const { width, height, brief } = stage
  const [hero] = brief.subjects
  if (!hero) return []
  const figure = await motifPicture({ ...hero, count: 1 }, Math.min(width, height) * 0.94)
  const scene = await inner(innerBrief(brief), { width: Math.round(height * 1.2), height })
  const picture = exposed(figure, scene)
  const asked = brief.studio?.colour
  const paper = asked && (brightness(asked) > 0.6 || brightness(asked) < 0.2) ? asked : '#f6f3ec'
  return [
    backdrop(stage, (context) => {
      context.fillStyle = paper
      context.fillRect(0, 0, width, height)
    }),
    {
      kind: 'sheet',
      role: 'subject',
      depth: 0,
      ...wholePicture(stage),
      draw: (context) =>
        context.drawImage(picture, (width - picture.width) / 2, (height - picture.height) / 2 + height * 0.02),
    },
  ]
}
