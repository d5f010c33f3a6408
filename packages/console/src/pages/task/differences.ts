import type { Receipt } from '@mediagen/client'

export type Difference = {
  name: string
  asked: string | null
  effective: string | null
  verdict: 'same' | 'chosen' | 'changed' | 'waiting'
}

type Told = Pick<Receipt, 'asked' | 'effective'>

/** What was asked for against what the model was told, where there is anything to say of it. */
export function differencesOf(told: Told): Difference[] {
  return [...shapeDifferences(told), ...settingDifferences(told)].filter(
    ({ asked, effective, verdict }) => asked !== null || effective !== null || verdict === 'waiting',
  )
}

const SETTINGS = {
  seconds: 'Length',
  audio: 'Sound',
  negative_prompt: 'Negative prompt',
  quality: 'Quality',
  background: 'Background',
  output_format: 'Format',
  strength: 'Strength',
  style: 'Style',
  options: 'Options',
} as const

function settingDifferences({ asked, effective }: Told): Difference[] {
  return Object.entries(SETTINGS).flatMap(([name, label]) => {
    const key = name as keyof typeof SETTINGS
    const [wanted, used] = [textOf(key, asked[key]), textOf(key, effective?.[key] ?? null)]
    if (wanted === null && used === null) return []
    return effective === null
      ? [{ name: label, asked: wanted, effective: null, verdict: 'waiting' as const }]
      : [judged(label, wanted, used)]
  })
}

function textOf(name: keyof typeof SETTINGS, value: string | number | boolean | object | null): string | null {
  if (value === null) return null
  if (typeof value === 'object') return JSON.stringify(value)
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return name === 'seconds' ? `${value} s` : String(value)
}

function shapeDifferences({ asked, effective }: Told): Difference[] {
  if (effective === null)
    return [
      { name: 'Shape', asked: asked.aspect_ratio, effective: null, verdict: 'waiting' },
      { name: 'Size', asked: sizeOf(asked), effective: null, verdict: 'waiting' },
      { name: 'Seed', asked: numberText(asked.seed), effective: null, verdict: 'waiting' },
    ]
  const { aspect_ratio: shape, resolution } = effective
  const size = sizeOf(asked)
  const isLines = size !== null && /^\d+p$/.test(size)
  const usedLines = resolution ?? linesOf(effective)
  return [
    judged('Shape', asked.aspect_ratio, usualShape(shape)),
    // A size may be said in pixels, as a shape, or as a number of lines; it is held against what it speaks of.
    isLines
      ? judged('Resolution', size, usedLines)
      : judged('Size', size, size?.includes(':') === true ? usualShape(shape) : pixelsOf(effective)),
    ...(isLines && resolution === null ? [judged('Pixels', null, pixelsOf(effective))] : []),
    ...(resolution === null || isLines ? [] : [judged('Resolution', null, resolution)]),
    ...(asked.seed === null && effective.seed === null
      ? []
      : [judged('Seed', numberText(asked.seed), numberText(effective.seed))]),
  ]
}

const USUAL_SHAPES = ['1:1', '4:3', '3:4', '3:2', '2:3', '16:9', '9:16', '21:9', '9:21'] as const
// Encoders take whole blocks of pixels: 854 by 480 is 16:9 to everybody.
const SHAPE_TOLERANCE = 0.03

/** The usual name of a shape, where it is nearly one. */
function usualShape(shape: string | null): string | null {
  const ratio = ratioOf(shape ?? '')
  const near = (usual: string): boolean => Math.abs(ratio / ratioOf(usual) - 1) <= SHAPE_TOLERANCE
  return USUAL_SHAPES.find((usual) => usual === shape) ?? USUAL_SHAPES.find(near) ?? shape
}

function ratioOf(shape: string): number {
  const [width, height] = shape.split(':').map(Number)
  return (width ?? Number.NaN) / (height ?? Number.NaN)
}

function sizeOf({ size }: Receipt['asked']): string | null {
  return size === null || size === 'auto' ? null : size.replace('x', '×')
}

function numberText(value: number | null): string | null {
  return value === null ? null : String(value)
}

function pixelsOf({ width, height }: NonNullable<Receipt['effective']>): string | null {
  return width === null || height === null ? null : `${width}×${height}`
}

/** The lines of a clip or an image, as callers write them: those of its shorter side. */
function linesOf({ width, height }: NonNullable<Receipt['effective']>): string | null {
  return width === null || height === null ? null : `${Math.min(width, height)}p`
}

function judged(name: string, asked: string | null, effective: string | null): Difference {
  const verdict = asked === effective ? 'same' : asked === null ? 'chosen' : 'changed'
  return { name, asked, effective, verdict }
}
