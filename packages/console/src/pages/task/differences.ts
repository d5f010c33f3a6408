import type { Receipt } from '@mediagen/client'

export type Difference = {
  name: string
  asked: string | null
  effective: string | null
  verdict: 'same' | 'chosen' | 'changed' | 'waiting'
}

type Told = Pick<Receipt, 'asked' | 'effective'>

/** What was asked for against what the model was told: shape, size and seed always, the rest where anybody chose it. */
export function differencesOf(told: Told): Difference[] {
  return [...shapeDifferences(told), ...settingDifferences(told)]
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
    judged('Shape', asked.aspect_ratio, shape),
    // A size may be said in pixels, as a shape, or as a number of lines; it is held against what it speaks of.
    judged('Size', size, isLines ? usedLines : size?.includes(':') === true ? shape : pixelsOf(effective)),
    ...(isLines && resolution === null ? [judged('Pixels', null, pixelsOf(effective))] : []),
    ...(resolution === null || isLines ? [] : [judged('Resolution', null, resolution)]),
    ...(asked.seed === null && effective.seed === null
      ? []
      : [judged('Seed', numberText(asked.seed), numberText(effective.seed))]),
  ]
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
