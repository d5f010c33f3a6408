import type { Receipt } from '@mediagen/client'

export type Difference = {
  name: string
  asked: string | null
  effective: string | null
  verdict: 'same' | 'chosen' | 'changed' | 'waiting'
}

/** What was asked for against what the model was told. */
export function differencesOf({ asked, effective }: Pick<Receipt, 'asked' | 'effective'>): Difference[] {
  const pixels = effective === null ? null : pixelsOf(effective)
  const size = asked.size?.replace('x', '×') ?? null
  // A size may be said in pixels, as a shape, or as a number of lines; it is held against what it speaks of.
  const sizeAnswer = size !== null && size.includes(':') ? (effective?.aspect_ratio ?? null) : (pixels ?? null)
  const resolution = effective?.resolution ?? null
  const isLines = size !== null && /^\d+p$/.test(size)
  return [
    differenceOf('Shape', asked.aspect_ratio, effective?.aspect_ratio ?? null, effective !== null),
    differenceOf('Size', size === 'auto' ? null : size, isLines ? resolution : sizeAnswer, effective !== null),
    ...(resolution === null || isLines ? [] : [differenceOf('Resolution', null, resolution, true)]),
    differenceOf(
      'Seed',
      asked.seed === null ? null : String(asked.seed),
      typeof effective?.seed === 'number' ? String(effective.seed) : null,
      effective !== null,
    ),
  ]
}

function pixelsOf({ width, height }: NonNullable<Receipt['effective']>): string | null {
  return width === null || height === null ? null : `${width}×${height}`
}

function differenceOf(name: string, asked: string | null, effective: string | null, isKnown: boolean): Difference {
  const facts = { name, asked, effective }
  if (!isKnown) return { ...facts, verdict: 'waiting' }
  if (asked === effective) return { ...facts, verdict: 'same' }
  return { ...facts, verdict: asked === null ? 'chosen' : 'changed' }
}
