import type { Receipt } from '@mediagen/client'

export type Difference = {
  name: string
  asked: string | null
  effective: string | null
  verdict: 'same' | 'chosen' | 'changed' | 'waiting'
}

/** What was asked for against what the model was told. */
export function differencesOf({ asked, effective }: Pick<Receipt, 'asked' | 'effective'>): Difference[] {
  if (effective === null)
    return [
      { name: 'Shape', asked: asked.aspect_ratio, effective: null, verdict: 'waiting' },
      { name: 'Size', asked: sizeOf(asked), effective: null, verdict: 'waiting' },
      { name: 'Seed', asked: numberText(asked.seed), effective: null, verdict: 'waiting' },
    ]
  const { aspect_ratio: shape, resolution } = effective
  const size = sizeOf(asked)
  const isLines = size !== null && /^\d+p$/.test(size)
  return [
    judged('Shape', asked.aspect_ratio, shape),
    // A size may be said in pixels, as a shape, or as a number of lines; it is held against what it speaks of.
    judged('Size', size, isLines ? resolution : size?.includes(':') === true ? shape : pixelsOf(effective)),
    ...(resolution === null || isLines ? [] : [judged('Resolution', null, resolution)]),
    judged('Seed', numberText(asked.seed), numberText(effective.seed)),
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

function judged(name: string, asked: string | null, effective: string | null): Difference {
  const verdict = asked === effective ? 'same' : asked === null ? 'chosen' : 'changed'
  return { name, asked, effective, verdict }
}
