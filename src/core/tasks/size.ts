import { AppError } from '../errors.ts'

export type Dimensions = { width: number; height: number }

/**
 * What a model can make. `free`: any size within bounds; `ratios`: named ratios and resolutions; `sizes`: exact ones;
 * `own`: unknown, such as a workflow with a fixed size or the size of its picture.
 */
export type SizeRules =
  | {
      form: 'free'
      defaultSize: Dimensions
      minSide: number
      maxSide: number
      maxArea: number
      /** Encoders want even sides, some models multiples of 8 or 16. */
      multipleOf: number
    }
  | { form: 'ratios'; ratios: readonly string[]; resolutions: readonly string[]; defaultRatio: string }
  | { form: 'sizes'; sizes: readonly string[]; defaultSize: string }
  | { form: 'own' }

/** What the caller requested, if anything. */
export type AskedSize = { aspectRatio: string | null; size: string | null }

/** What the engine is told; null if the model decides by itself. */
export type EffectiveSize = {
  ratio: string
  width: number | null
  height: number | null
  resolution: string | null
  warnings: string[]
}

type Wish = {
  ratio: number | null
  ratioText: string | null
  dimensions: Dimensions | null
  lines: number | null
  /** A class of pictures by its name, such as 2k: its exact size is up to the model. */
  tier: string | null
  /** The ratio comes from a reference: nobody requested it, so the nearest one will do, however far off. */
  fromReference: boolean
}

const WIDEST = 4
// The tolerance of the contract: anything nearer may be mapped, and is mentioned in the warnings.
const TOLERANCE = 0.03
const TIERS: readonly string[] = ['1k', '2k', '4k']
const LINES = new Map(Object.entries({ '480p': 480, '720p': 720, '1080p': 1080 }))

/** The number behind `16:9`; undefined if the text is not a ratio from 1:4 to 4:1. */
export function parseRatio(text: string): number | undefined {
  const match = /^(\d{1,5}(?:\.\d{1,4})?):(\d{1,5}(?:\.\d{1,4})?)$/.exec(text.trim())
  if (match === null) return undefined
  const ratio = Number(match[1]) / Number(match[2])
  return ratio >= 1 / WIDEST && ratio <= WIDEST ? ratio : undefined
}

/** Width and height behind `1280x720`, also written with `*` or `×`. */
export function parseDimensions(text: string): Dimensions | undefined {
  const match = /^(\d{1,5})\s*[x×*]\s*(\d{1,5})$/i.exec(text.trim())
  if (match === null) return undefined
  const [width, height] = [Number(match[1]), Number(match[2])]
  return width > 0 && height > 0 ? { width, height } : undefined
}

/** Writes a ratio in the smallest whole numbers that describe these sides. */
export function ratioOf({ width, height }: Dimensions): string {
  const divisor = greatestCommonDivisor(width, height)
  return `${width / divisor}:${height / divisor}`
}

/**
 * Decides what a model is to make. A size that it cannot make exactly is mapped within 3 %, with a warning; anything
 * else is refused with the values that would work. `reference` gives the shape if the caller left it open.
 */
export function resolveSize(rules: SizeRules, asked: AskedSize, reference?: Dimensions): EffectiveSize {
  const wish = readWish(asked, reference)
  if (wish.tier !== null && rules.form === 'sizes') throw unsupported('size', wish, rules.sizes)
  if (wish.tier !== null && rules.form === 'free')
    throw unsupported('size', wish, ['sizes in pixels such as 1024x1024'])
  switch (rules.form) {
    case 'free':
      return resolveFree(rules, wish)
    case 'ratios':
      return resolveRatios(rules, wish)
    case 'sizes':
      return resolveSizes(rules, wish)
    case 'own':
      return resolveOwn(wish)
  }
}

/** Checks the form of both parameters without asking what a model can do; errors use the names that the caller used. */
export function checkAskedSize(asked: AskedSize, names: SizeNames = OUR_NAMES): void {
  readWish(asked, undefined, names)
}

type SizeNames = { readonly [Name in keyof AskedSize]: string }

const OUR_NAMES: SizeNames = { aspectRatio: 'aspect_ratio', size: 'size' }

function readWish(asked: AskedSize, reference?: Dimensions, names: SizeNames = OUR_NAMES): Wish {
  const wish: Wish = { ratio: null, ratioText: null, dimensions: null, lines: null, tier: null, fromReference: false }
  if (asked.aspectRatio !== null) setRatio(wish, asked.aspectRatio, names.aspectRatio)
  if (asked.size !== null && asked.size.trim().toLowerCase() !== 'auto') addSize(wish, asked.size, names)
  if (wish.ratio === null && wish.dimensions === null && reference !== undefined) {
    wish.ratio = Math.min(WIDEST, Math.max(1 / WIDEST, reference.width / reference.height))
    wish.ratioText = ratioOf(reference)
    wish.fromReference = true
  }
  return wish
}

function addSize(wish: Wish, text: string, names: SizeNames): void {
  const lines = LINES.get(text.trim().toLowerCase())
  const dimensions = parseDimensions(text)
  const tier = text.trim().toLowerCase()
  if (TIERS.includes(tier)) {
    wish.tier = tier
  } else if (lines !== undefined) {
    wish.lines = lines
  } else if (dimensions !== undefined) {
    const ratio = dimensions.width / dimensions.height
    if (ratio < 1 / WIDEST || ratio > WIDEST) throw sizeForm(text, names.size)
    if (wish.ratio !== null && differs(ratio, wish.ratio)) throw contradiction(wish.ratioText ?? '', text, names)
    wish.dimensions = dimensions
  } else if (parseRatio(text) !== undefined) {
    const { ratio: first, ratioText: firstText } = wish
    setRatio(wish, text, names.size)
    if (first !== null && differs(first, wish.ratio ?? first)) throw contradiction(firstText ?? '', text, names)
  } else {
    throw sizeForm(text, names.size)
  }
}

function setRatio(wish: Wish, text: string, param: string): void {
  const ratio = parseRatio(text)
  if (ratio === undefined) {
    const message = `'${brief(text)}' is not an aspect ratio. Use width:height from 1:4 to 4:1, such as 16:9 or 1:1.`
    throw new AppError('invalid_parameter', message, { param })
  }
  wish.ratio = ratio
  wish.ratioText = text.trim()
}

function resolveFree(rules: Extract<SizeRules, { form: 'free' }>, wish: Wish): EffectiveSize {
  const exact = exactFree(rules, wish)
  const width = roundTo(exact.width, rules.multipleOf)
  const height = roundTo(exact.height, rules.multipleOf)
  const tooLarge = Math.max(width, height) > rules.maxSide || width * height > rules.maxArea
  if (tooLarge || Math.min(width, height) < rules.minSide) {
    const bounds = `sides from ${rules.minSide} to ${rules.maxSide} and at most ${rules.maxArea} pixels in total`
    // The requested size if it was in pixels; otherwise the size that results from the shape.
    const outside = wish.dimensions === null ? `${width}x${height}` : describe(wish)
    const message = `This model makes ${bounds}; ${outside} is out of range.`
    throw new AppError('invalid_parameter', message, { param: 'size' })
  }
  const asked = wish.dimensions
  const warnings: string[] = []
  if (asked !== null && (asked.width !== width || asked.height !== height)) {
    if (differs(asked.width, width) || differs(asked.height, height))
      throw unsupported('size', wish, [`${width}x${height}`])
    warnings.push(mapped('size', `${asked.width}x${asked.height}`, `${width}x${height}`))
  }
  return { ratio: wish.ratioText ?? ratioOf({ width, height }), width, height, resolution: null, warnings }
}

function exactFree(rules: Extract<SizeRules, { form: 'free' }>, wish: Wish): Dimensions {
  if (wish.dimensions !== null) return wish.dimensions
  const ratio = wish.ratio ?? rules.defaultSize.width / rules.defaultSize.height
  if (wish.lines !== null) {
    return ratio >= 1
      ? { width: wish.lines * ratio, height: wish.lines }
      : { width: wish.lines, height: wish.lines / ratio }
  }
  const area = rules.defaultSize.width * rules.defaultSize.height
  return { width: Math.sqrt(area * ratio), height: Math.sqrt(area / ratio) }
}

function resolveRatios(rules: Extract<SizeRules, { form: 'ratios' }>, wish: Wish): EffectiveSize {
  const warnings: string[] = []
  const ratio = nearestRatio(rules, wish, warnings)
  const lines =
    wish.lines ?? (wish.dimensions === null ? null : Math.min(wish.dimensions.width, wish.dimensions.height))
  let resolution: string | null = null
  const byLines = rules.resolutions.filter((known) => !TIERS.includes(known))
  if (wish.tier !== null) {
    resolution = rules.resolutions.find((known) => known === wish.tier) ?? null
    if (resolution === null)
      throw unsupported('size', wish, rules.resolutions.length > 0 ? rules.resolutions : rules.ratios)
  } else if (lines !== null && byLines.length > 0) {
    resolution = byLines.find((known) => !differs(Number.parseInt(known, 10), lines)) ?? null
    if (resolution === null) throw unsupported('size', wish, rules.resolutions)
  } else if (lines !== null) {
    warnings.push(`size: this model chooses its own resolution; only the ratio ${ratio} was used`)
  }
  return { ratio, width: null, height: null, resolution, warnings }
}

function nearestRatio(rules: Extract<SizeRules, { form: 'ratios' }>, wish: Wish, warnings: string[]): string {
  const wanted = wish.dimensions === null ? wish.ratio : wish.dimensions.width / wish.dimensions.height
  if (wanted === null) return rules.defaultRatio
  const byDistance = [...rules.ratios].sort(
    (a, b) => distance(parseRatio(a) ?? 0, wanted) - distance(parseRatio(b) ?? 0, wanted),
  )
  const nearest = byDistance[0] ?? rules.defaultRatio
  const value = parseRatio(nearest) ?? 1
  if (differs(value, wanted) && !wish.fromReference)
    throw unsupported(wish.dimensions === null ? 'aspect_ratio' : 'size', wish, rules.ratios)
  if (distance(value, wanted) > 1e-6) warnings.push(mapped('aspect_ratio', describe(wish), nearest))
  return nearest
}

function resolveSizes(rules: Extract<SizeRules, { form: 'sizes' }>, wish: Wish): EffectiveSize {
  const sizes = rules.sizes.map((text) => ({ text, ...(parseDimensions(text) ?? { width: 1, height: 1 }) }))
  const fallback = sizes.find(({ text }) => text === rules.defaultSize)
  const asksNothing = wish.dimensions === null && wish.ratio === null && wish.lines === null
  const chosen = asksNothing ? fallback : (sizes.find((size) => fits(size, wish)) ?? nearestSize(sizes, wish))
  if (chosen === undefined)
    throw unsupported(wish.dimensions === null && wish.ratio !== null ? 'aspect_ratio' : 'size', wish, rules.sizes)
  const { dimensions } = wish
  const exact =
    dimensions === null ? fits(chosen, wish) : dimensions.width === chosen.width && dimensions.height === chosen.height
  const warnings = exact ? [] : [mapped('size', describe(wish), chosen.text)]
  return { ratio: ratioOf(chosen), width: chosen.width, height: chosen.height, resolution: null, warnings }
}

/** A refusal would make this model unusable for a caller that always sends a size, and no value would work. */
function resolveOwn(wish: Wish): EffectiveSize {
  const told = describe(wish.fromReference ? { ...wish, ratioText: null } : wish)
  const warnings = told === '' ? [] : [`size: this model chooses its own size; ${told} was not used`]
  return { ratio: 'auto', width: null, height: null, resolution: null, warnings }
}

/** For a reference's ratio, which nobody requested: the nearest size with the requested number of lines. */
function nearestSize<T extends Dimensions>(sizes: readonly T[], wish: Wish): T | undefined {
  const { ratio } = wish
  if (!wish.fromReference || ratio === null) return undefined
  const possible = sizes.filter((size) => fits(size, { ...wish, ratio: null }))
  return possible.sort((a, b) => distance(a.width / a.height, ratio) - distance(b.width / b.height, ratio))[0]
}

function fits(size: Dimensions, wish: Wish): boolean {
  if (wish.dimensions !== null)
    return !differs(size.width, wish.dimensions.width) && !differs(size.height, wish.dimensions.height)
  const ratioFits = wish.ratio === null || !differs(size.width / size.height, wish.ratio)
  return ratioFits && (wish.lines === null || !differs(Math.min(size.width, size.height), wish.lines))
}

function unsupported(param: string, wish: Wish, known: readonly string[]): AppError {
  return new AppError(
    'invalid_parameter',
    `This model cannot make ${describe(wish)}. It can make: ${known.join(', ')}.`,
    { param },
  )
}

function contradiction(ratio: string, size: string, names: SizeNames): AppError {
  const message = `${names.aspectRatio} ${ratio} and ${names.size} ${brief(size)} contradict each other. Send only one, or two that match.`
  return new AppError('invalid_parameter', message, { param: names.size })
}

function sizeForm(text: string, param: string): AppError {
  const message = `'${brief(text)}' is not a size. Use a size such as 1280x720, a ratio from 1:4 to 4:1 such as 16:9, 480p, 720p, 1080p, 1k, 2k, 4k or auto.`
  return new AppError('invalid_parameter', message, { param })
}

function describe(wish: Wish): string {
  if (wish.dimensions !== null) return `${wish.dimensions.width}x${wish.dimensions.height}`
  return [wish.ratioText, wish.tier, wish.lines === null ? null : `${wish.lines}p`]
    .filter((part) => part !== null)
    .join(' at ')
}

function mapped(param: string, asked: string, made: string): string {
  return `${param}: ${asked} was made as ${made}, the nearest size that this model supports`
}

/** Error messages repeat what was sent, but never a megabyte of it. */
function brief(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}

function differs(a: number, b: number): boolean {
  return distance(a, b) > TOLERANCE
}

function distance(a: number, b: number): number {
  return Math.abs(a / b - 1)
}

function roundTo(value: number, multiple: number): number {
  return Math.max(multiple, Math.round(value / multiple) * multiple)
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
