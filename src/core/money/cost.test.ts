import assert from 'node:assert/strict'
import { test } from 'node:test'
import { costOf, costOfFailure, estimateCost, joinEstimates, rangeOf, type Cost, type Measured } from './cost.ts'
import type { Asked } from '../tasks/possible-outputs.ts'
import { FREE, onePrice, type Price, type PriceRule } from './price.ts'
import { resolveSize, type SizeRules } from '../tasks/size.ts'

const SIZES: SizeRules = {
  form: 'sizes',
  sizes: ['1024x1024', '1536x1024', '1024x1536'],
  defaultSize: '1024x1024',
}
const ANY_SIZE: SizeRules = {
  form: 'free',
  defaultSize: { width: 1024, height: 1024 },
  minSide: 256,
  maxSide: 2048,
  maxArea: 2048 * 2048,
  multipleOf: 16,
}
const RATIOS: SizeRules = {
  form: 'ratios',
  ratios: ['16:9', '9:16'],
  resolutions: ['720p', '1080p'],
  defaultRatio: '16:9',
}

const rule = (usd: PriceRule['usd'], when: PriceRule['when'] = {}): PriceRule => ({ when, usd, wholeMegapixels: false })
const list = (...rules: PriceRule[]): Price => ({ rules, source: 'config', asOf: null })
const model = (price: Price | undefined, sizes: SizeRules = SIZES, seconds?: number) => ({
  id: 'm',
  sizes,
  ...(price === undefined ? {} : { price }),
  ...(seconds === undefined ? {} : { seconds }),
})

function asked(sizes: SizeRules, size: string | null = null, references = 0): Asked {
  const effective = resolveSize(sizes, { aspectRatio: null, size })
  return {
    askedRatio: null,
    askedSize: size,
    settings: null,
    effective,
    references: Array.from({ length: references }),
  }
}

const picture = (width: number, height: number): Measured => ({ width, height, durationMs: null })
const clip = (width: number, height: number, durationMs: number): Measured => ({ width, height, durationMs })
const NOTHING = { effective: null, settings: null, references: [] }
const micros = ({ micros: value }: Cost): number | null => value

const BY_SIZE = list(
  rule({ image: 0.167 }, { sizes: ['1024x1024'] }),
  rule({ image: 0.25 }, { sizes: ['1536x1024', '1024x1536'] }),
)

test('an unknown price is null and never 0, before and after', () => {
  assert.equal(micros(costOf(model(undefined), [picture(1024, 1024)], NOTHING)), null)
  assert.equal(estimateCost(model(undefined), asked(SIZES)).kind, 'unknown')
  assert.equal(micros(costOf(model(BY_SIZE), [picture(640, 480)], NOTHING)), null)
  assert.match(costOf(model(undefined), [], NOTHING).basis ?? '', /No price is set for the model 'm'/)
})

test('the first rule that fits the measured result counts, whatever was asked for', () => {
  const told = { effective: asked(SIZES, '1024x1024').effective, settings: null, references: [] }
  const cost = costOf(model(BY_SIZE), [picture(1536, 1024)], told)
  assert.deepEqual(cost, { micros: 250_000, source: 'config', basis: '$0.25 an image at 1536x1024 or 1024x1536' })
  assert.equal(micros(costOf(model(BY_SIZE), [picture(1040, 1024)], told)), 167_000)
})

test('the amounts of a rule add up, and what is paid once for a task is paid once', () => {
  const price = list(rule({ task: 0.01, image: 0.04, input_image: 0.002 }))
  const from = { effective: null, settings: null, references: ['a', 'b'] }
  assert.equal(micros(costOf(model(price), [picture(512, 512)], from)), 54_000)
  assert.equal(micros(costOf(model(price), [picture(512, 512), picture(512, 512)], from)), 94_000)
})

test('seconds are those of the file, but a frame more than was sold is not billed', () => {
  const price = onePrice('second', 0.07)
  assert.equal(micros(costOf(model(price, RATIOS, 5), [clip(1280, 720, 5_041)], NOTHING)), 350_000)
  assert.equal(micros(costOf(model(price, RATIOS, 5), [clip(1280, 720, 10_000)], NOTHING)), 700_000)
  assert.equal(micros(costOf(model(price, RATIOS), [clip(1280, 720, 5_041)], NOTHING)), 352_870)
  assert.equal(micros(costOf(model(price, RATIOS), [{ width: 9, height: 9, durationMs: null }], NOTHING)), null)
})

test('resolutions are told by the shorter side, or else by the area', () => {
  const price = list(
    rule({ second: 0.1 }, { resolutions: ['720p'] }),
    rule({ second: 0.3 }, { resolutions: ['1080p'] }),
  )
  const paid = (width: number, height: number): number | null =>
    micros(costOf(model(price, RATIOS, 1), [clip(width, height, 1_000)], NOTHING))
  assert.deepEqual(
    [paid(1280, 720), paid(720, 1280), paid(1280, 704), paid(960, 960), paid(1088, 832)],
    Array(5).fill(100_000),
  )
  assert.deepEqual([paid(1920, 1080), paid(1440, 1440)], [300_000, 300_000])
  assert.deepEqual([paid(640, 360), paid(3840, 2160)], [null, null])
})

test('megapixels count to the pixel, or as begun where a list says so', () => {
  const exact = onePrice('megapixel', 0.025)
  const begun: Price = list({ ...rule({ megapixel: 0.025 }), wholeMegapixels: true })
  assert.equal(micros(costOf(model(exact), [picture(1024, 1024)], NOTHING)), 26_214)
  assert.equal(micros(costOf(model(begun), [picture(1024, 1024)], NOTHING)), 25_000)
  assert.equal(micros(costOf(model(begun), [picture(1024, 1040)], NOTHING)), 50_000)
  assert.equal(micros(costOf(model(exact), [{ width: null, height: null, durationMs: null }], NOTHING)), null)
})

test('sums are exact: they are rounded once, at the end, and no float drifts', () => {
  const thirds = list(rule({ task: 0.1, image: 0.2, input_image: 0.000000333 }))
  assert.equal(
    micros(costOf(model(thirds), [picture(1, 1)], { effective: null, settings: null, references: ['a'] })),
    300_000,
  )
  assert.equal(
    micros(costOf(model(thirds), [picture(1, 1)], { effective: null, settings: null, references: ['a', 'b', 'c'] })),
    300_001,
  )
  const tenths = Array.from({ length: 10 }, () => picture(1, 1))
  assert.equal(micros(costOf(model(onePrice('image', 0.1)), tenths, NOTHING)), 1_000_000)
  const many = Array.from({ length: 1_000 }, () => picture(9_999, 9_999))
  assert.equal(micros(costOf(model(onePrice('megapixel', 12_345.678901234)), many, NOTHING)), 1_234_320_988_891_054)
  assert.equal(micros(costOf(model(onePrice('image', 1.005)), [picture(1, 1)], NOTHING)), 1_005_000)
})

test('what was never started costs nothing, and what may have been billed is unknown unless it is free', () => {
  assert.equal(micros(costOfFailure(model(undefined), false)), 0)
  assert.equal(micros(costOfFailure(model(BY_SIZE), true)), null)
  assert.equal(micros(costOfFailure(undefined, true)), null)
  assert.deepEqual(costOfFailure(model(FREE), true), {
    micros: 0,
    source: 'built-in',
    basis: 'Free',
  })
})

test('an estimate is exact where the request decides, and names both ends where a picture does', () => {
  assert.deepEqual(estimateCost(model(BY_SIZE), asked(SIZES, '1536x1024')), { kind: 'exact', micros: 250_000 })
  const open: Asked = { askedRatio: null, askedSize: null, settings: null, effective: null, references: ['unseen'] }
  assert.deepEqual(estimateCost(model(BY_SIZE), open), { kind: 'range', minMicros: 167_000, maxMicros: 250_000 })
  const withInput = list(rule({ image: 0.1, input_image: 0.01 }))
  assert.deepEqual(estimateCost(model(withInput), open), { kind: 'exact', micros: 110_000 })
})

test('where the provider chooses among resolutions, an estimate spans them; where it chooses the length, nobody knows', () => {
  const price = list(
    rule({ second: 0.1 }, { resolutions: ['720p'] }),
    rule({ second: 0.3 }, { resolutions: ['1080p'] }),
  )
  assert.deepEqual(estimateCost(model(price, RATIOS, 8), asked(RATIOS)), {
    kind: 'range',
    minMicros: 800_000,
    maxMicros: 2_400_000,
  })
  assert.deepEqual(estimateCost(model(price, RATIOS, 8), asked(RATIOS, '1080p')), { kind: 'exact', micros: 2_400_000 })
  const open = estimateCost(model(price, RATIOS), asked(RATIOS, '1080p'))
  assert.match(open.kind === 'unknown' ? open.reason : '', /billed per second/)
})

test('an estimate is unknown where it may be that no rule fits', () => {
  const partial = list(rule({ image: 0.1 }, { maxPixels: 1_000_000 }))
  const open: Asked = { askedRatio: null, askedSize: null, settings: null, effective: null, references: ['unseen'] }
  assert.equal(estimateCost(model(partial, ANY_SIZE), open).kind, 'unknown')
  assert.equal(estimateCost(model(partial, ANY_SIZE), asked(ANY_SIZE, '512x512')).kind, 'exact')
})

test('the estimate of several models spans them, and is unknown where one of them is', () => {
  const cheap = { kind: 'exact', micros: 5 } as const
  const dear = { kind: 'range', minMicros: 7, maxMicros: 9 } as const
  assert.deepEqual(joinEstimates([cheap]), cheap)
  assert.deepEqual(joinEstimates([cheap, cheap]), cheap)
  assert.deepEqual(joinEstimates([cheap, dear]), { kind: 'range', minMicros: 5, maxMicros: 9 })
  assert.equal(joinEstimates([cheap, { kind: 'unknown', reason: 'why' }]).kind, 'unknown')
})

test('whatever a model makes of a request, its cost lies within the estimate', () => {
  let compared = 0
  for (const { sizes, price, size, reference } of everyCase()) {
    const open = size === null || size.endsWith('p')
    const made = attempt(() => resolveSize(sizes, { aspectRatio: null, size }, reference))
    if (made === undefined || made.width === null || made.height === null) continue
    const request = {
      askedRatio: null,
      askedSize: size,
      settings: null,
      effective: open ? null : made,
      references: ['one'],
    }
    const estimate = estimateCost(model(price, sizes), request)
    if (estimate.kind === 'unknown') continue
    const { micros: paid } = costOf(model(price, sizes), [picture(made.width, made.height)], request)
    const { least, most } = rangeOf(estimate)
    const what = `${sizes.form} ${size} ${reference.width}: ${made.width}x${made.height} cost ${paid}, ${least} to ${most}`
    assert.ok(paid !== null && paid >= least && paid <= most, what)
    compared++
  }
  assert.ok(compared > 400, `${compared} were compared`)
})

function* everyCase() {
  const prices = [
    BY_SIZE,
    onePrice('megapixel', 0.0031),
    list({ ...rule({ megapixel: 0.025 }), wholeMegapixels: true }),
    list(rule({ image: 0.02 }, { maxPixels: 1_100_000 }), rule({ image: 0.05, input_image: 0.01 })),
  ]
  const wishes = [null, '480p', '720p', '1080p', '1024x1024', '1536x1024', '4:1', '16:9', '1:3']
  const ratios = [0.1, 0.25, 0.3, 0.5625, 1, 1.21, 1.7778, 2.39, 3.3, 4, 9]
  for (const sizes of [SIZES, ANY_SIZE])
    for (const price of prices)
      for (const size of wishes)
        for (const ratio of ratios) yield { sizes, price, size, reference: { width: ratio * 1000, height: 1000 } }
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
