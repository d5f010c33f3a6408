import type { Interval, Output } from '../money/bill.ts'
import { AppError } from '../errors.ts'
import type { Model } from './model.ts'
import type { Settings } from './settings.ts'
import { resolutionNamed, resolutionOf } from './resolution.ts'
import { effectiveSettings } from './takes.ts'
import { parseDimensions, resolveSize, type Dimensions, type EffectiveSize, type SizeRules } from './size.ts'

/** What a task requests, as far as it has a price; a task itself fits too. */
export type Asked = {
  askedRatio: string | null
  askedSize: string | null
  /** What else was requested, as far as the model takes it. */
  settings: Settings | null
  /** Null if the shape is that of a picture which nobody has seen yet. */
  effective: Pick<EffectiveSize, 'ratio' | 'width' | 'height' | 'resolution'> | null
  /** Its inputs; only their number counts. */
  references: readonly unknown[]
}

type Unmeasured = Pick<Output, 'size' | 'pixels' | 'resolution'>

// The extreme shapes that pictures may have, and the middle, where a requested side gives the fewest pixels.
const EXTREMES: readonly Dimensions[] = [
  { width: 1, height: 1 },
  { width: 4, height: 1 },
  { width: 1, height: 4 },
]

const NOTHING_KNOWN: Unmeasured = { size: 'unknown', pixels: 'unknown', resolution: 'unknown' }

/** Everything that a model may make of a request: one result per case, described as far as it is known. */
export function possibleOutputs(model: Priced, asked: Asked): Output[] {
  const { sizes } = model
  const chosen = chosenFor(model, asked.settings)
  const { effective } = asked
  const outputs = effective === null ? ofAnyPicture(sizes, asked) : ofShape(sizes, effective)
  return outputs.map((output) => ({ ...output, ...chosen }))
}

type Priced = Pick<Model, 'sizes' | 'seconds' | 'takes' | 'usual'>

/** What is known about a result from its request, whatever its size. */
export function chosenFor(model: Priced, asked: Settings | null): Pick<Output, 'ms' | 'audio' | 'quality'> {
  const { seconds, audio, quality } = effectiveSettings(model, asked) ?? {}
  return {
    ms: seconds === undefined ? 'unknown' : seconds * 1000,
    audio: audio ?? 'unknown',
    quality: quality ?? 'unknown',
  }
}

/**
 * The possible results once the shape is decided. Without a requested resolution, a model may choose any that it has.
 */
function ofShape(rules: SizeRules, { width, height, resolution }: NonNullable<Asked['effective']>): Unmeasured[] {
  if (width !== null && height !== null) return [ofSize({ width, height })]
  if (resolution !== null) return [{ ...NOTHING_KNOWN, resolution: resolutionNamed(resolution) }]
  const own = rules.form === 'ratios' ? rules.resolutions : []
  return own.length === 0
    ? [NOTHING_KNOWN]
    : own.map((each) => ({ ...NOTHING_KNOWN, resolution: resolutionNamed(each) }))
}

function ofSize(size: Dimensions): Unmeasured {
  const pixels = size.width * size.height
  return { size, pixels: { least: pixels, most: pixels }, resolution: resolutionOf(size) }
}

/** The possible results if the shape follows a picture of any form. */
function ofAnyPicture(rules: SizeRules, asked: Asked): Unmeasured[] {
  const at = (picture: Dimensions): EffectiveSize | undefined => resolved(rules, asked, picture)
  switch (rules.form) {
    case 'free':
      return [
        {
          ...NOTHING_KNOWN,
          pixels: areaOf(
            rules,
            EXTREMES.map(at).filter((each) => each !== undefined),
          ),
        },
      ]
    // What is nearest to a picture is also nearest to one of its own shape.
    case 'sizes':
      return rules.sizes.flatMap((text) => {
        const shape = at(parseDimensions(text) ?? { width: 1, height: 1 })
        return shape === undefined ? [] : ofShape(rules, shape)
      })
    case 'ratios':
    case 'own': {
      const shape = at({ width: 1, height: 1 })
      return shape === undefined ? [] : ofShape(rules, shape)
    }
  }
}

/** Each side is rounded by at most half a step, and the rules hold whatever the picture. */
function areaOf(rules: Extract<SizeRules, { form: 'free' }>, extremes: readonly EffectiveSize[]): Interval {
  const step = rules.multipleOf
  const areas = extremes.flatMap(({ width, height }) => (width === null || height === null ? [] : [{ width, height }]))
  const slack = ({ width, height }: Dimensions): number => step * (width + height) + step * step
  const lowest = Math.min(...areas.map((size) => size.width * size.height - slack(size)))
  const highest = Math.max(...areas.map((size) => size.width * size.height + slack(size)))
  const least = areas.length === EXTREMES.length ? Math.max(lowest, rules.minSide ** 2) : rules.minSide ** 2
  // A refused shape leaves everything open up to where it would be.
  return { least, most: areas.length === EXTREMES.length ? Math.min(highest, rules.maxArea) : rules.maxArea }
}

function resolved(rules: SizeRules, { askedRatio, askedSize }: Asked, picture: Dimensions): EffectiveSize | undefined {
  try {
    return resolveSize(rules, { aspectRatio: askedRatio, size: askedSize }, picture)
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
