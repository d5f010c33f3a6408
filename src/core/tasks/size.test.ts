import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/support/properties.ts'
import { AppError } from '../errors.ts'
import { parseDimensions, parseRatio, resolveSize, type SizeRules } from './size.ts'

const FREE: SizeRules = {
  form: 'free',
  defaultSize: { width: 1280, height: 720 },
  minSide: 64,
  maxSide: 1920,
  maxArea: 1920 * 1080,
  multipleOf: 2,
}
const RATIOS: SizeRules = {
  form: 'ratios',
  ratios: ['16:9', '9:16', '1:1'],
  resolutions: ['720p', '1080p'],
  defaultRatio: '16:9',
}
const SIZES: SizeRules = { form: 'sizes', sizes: ['1024x1024', '1536x1024', '1024x1536'], defaultSize: '1024x1024' }

const asked = (aspectRatio: string | null, size: string | null = null) => ({ aspectRatio, size })

function refusal(work: () => unknown): AppError {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

test('a ratio is two positive numbers from 1:4 to 4:1', () => {
  assert.equal(parseRatio('16:9'), 16 / 9)
  assert.equal(parseRatio('2.35:1'), 2.35)
  assert.equal(parseRatio('4:1'), 4)
  assert.equal(parseRatio('1:4'), 0.25)
  for (const text of ['4.1:1', '1:5', '0:1', '1:0', '-1:1', '16/9', '16:9:1', 'wide', '', ':', '1e3:1', '１６:９']) {
    assert.equal(parseRatio(text), undefined, text)
  }
})

test('dimensions may be written with x, X, * or ×', () => {
  for (const text of ['1280x720', '1280X720', '1280*720', '1280×720', ' 1280 x 720 ']) {
    assert.deepEqual(parseDimensions(text), { width: 1280, height: 720 }, text)
  }
  for (const text of ['1280', '0x720', '1280x', 'axb', '-1x2', '1.5x2'])
    assert.equal(parseDimensions(text), undefined, text)
})

test('a free model keeps the ratio asked for, within 3 %, at its own scale', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 64 }), fc.integer({ min: 1, max: 64 }), (w, h) => {
      fc.pre(w / h >= 0.25 && w / h <= 4)
      const { width, height } = resolveSize(FREE, asked(`${w}:${h}`))
      assert.ok(width !== null && height !== null && width % 2 === 0 && height % 2 === 0)
      assert.ok(Math.abs(width / height / (w / h) - 1) < 0.03, `${width}x${height} for ${w}:${h}`)
    }),
  )
})

test('the usual words for sizes mean the usual sizes', () => {
  const size = (text: string | null, ratio: string | null = null) => {
    const { width, height } = resolveSize(FREE, asked(ratio, text))
    return `${width}x${height}`
  }
  assert.equal(size(null), '1280x720')
  assert.equal(size('auto'), '1280x720')
  assert.equal(size('480p'), '854x480')
  assert.equal(size('720p'), '1280x720')
  assert.equal(size('1080p'), '1920x1080')
  assert.equal(size('1080p', '9:16'), '1080x1920')
  assert.equal(size('9:16'), '720x1280')
  assert.equal(size('640x360'), '640x360')
})

test('what is left open takes the shape of the reference', () => {
  const { width, height } = resolveSize(FREE, asked(null, 'auto'), { width: 300, height: 600 })
  assert.ok(Math.abs((width ?? 0) / (height ?? 1) - 0.5) < 0.01)
  assert.equal(resolveSize(FREE, asked('1:1'), { width: 300, height: 600 }).width, 960)
})

test('a size that is off by a pixel is made as the nearest, and the warning says so', () => {
  const { width, height, warnings } = resolveSize(FREE, asked(null, '1281x721'))
  assert.deepEqual([width, height], [1282, 722])
  assert.match(warnings.join(), /1281x721.*1282x722/)
})

test('a size outside the bounds is refused with the bounds', () => {
  const error = refusal(() => resolveSize(FREE, asked(null, '3840x2160')))
  assert.equal(error.code, 'invalid_parameter')
  assert.equal(error.param, 'size')
  assert.match(error.message, /64 to 1920/)
  assert.match(refusal(() => resolveSize(FREE, asked(null, '32x32'))).message, /64/)
})

test('a model with ratios takes the nearest within 3 % and warns, else names what it can do', () => {
  const near = resolveSize(RATIOS, asked('1.8:1'))
  assert.equal(near.ratio, '16:9')
  assert.match(near.warnings.join(), /1\.8:1.*16:9/)
  assert.deepEqual(resolveSize(RATIOS, asked('16:9')).warnings, [])
  const error = refusal(() => resolveSize(RATIOS, asked('4:3')))
  assert.equal(error.param, 'aspect_ratio')
  assert.match(error.message, /16:9, 9:16, 1:1/)
  assert.equal(resolveSize(RATIOS, asked(null, '1280x720')).resolution, '720p')
  assert.match(refusal(() => resolveSize(RATIOS, asked(null, '480p'))).message, /720p, 1080p/)
})

test('a model with fixed sizes is asked for one of them', () => {
  assert.equal(resolveSize(SIZES, asked(null)).width, 1024)
  assert.equal(resolveSize(SIZES, asked('3:2')).width, 1536)
  assert.match(refusal(() => resolveSize(SIZES, asked('16:9'))).message, /1024x1024, 1536x1024, 1024x1536/)
  assert.match(refusal(() => resolveSize(SIZES, asked(null, '800x600'))).message, /1024x1024/)
})

test('a ratio and a size that contradict each other are refused', () => {
  assert.match(refusal(() => resolveSize(FREE, asked('1:1', '1280x720'))).message, /contradict/)
  assert.match(refusal(() => resolveSize(FREE, asked('1:1', '16:9'))).message, /contradict/)
  assert.equal(resolveSize(FREE, asked('16:9', '1280x720')).width, 1280)
})

test('an error message never repeats more than a little of what was given', () => {
  assert.ok(refusal(() => resolveSize(FREE, asked(null, 'x'.repeat(100_000)))).message.length < 300)
  assert.ok(refusal(() => resolveSize(FREE, asked('9'.repeat(100_000)))).message.length < 300)
})

test('the ratio of a reference, which nobody asked for, goes to the nearest that the model has, with a warning', () => {
  const ratios: SizeRules = { form: 'ratios', ratios: ['16:9', '9:16'], resolutions: [], defaultRatio: '16:9' }
  const sizes: SizeRules = { form: 'sizes', sizes: ['1280x720', '720x1280'], defaultSize: '1280x720' }
  const photo = { width: 2000, height: 3000 }
  const byRatio = resolveSize(ratios, asked(null), photo)
  assert.deepEqual([byRatio.ratio, byRatio.warnings.length], ['9:16', 1])
  const bySize = resolveSize(sizes, asked(null), photo)
  assert.deepEqual([bySize.width, bySize.height, bySize.warnings.length], [720, 1280, 1])
  assert.throws(() => resolveSize(ratios, asked('2:3'), photo), { code: 'invalid_parameter' })
})

test('a size outside of what a model makes is named as it was asked for', () => {
  for (const size of ['7x9', '9999x9999'])
    assert.match(refusal(() => resolveSize(FREE, asked(null, size))).message, new RegExp(`; ${size} is out of range`))
})

test('a tier is made by models that have it, and refused by others with what they make', () => {
  const tiered = { form: 'ratios', ratios: ['1:1', '16:9'], resolutions: ['1k', '2k'], defaultRatio: '1:1' } as const
  const { resolution, ratio } = resolveSize(tiered, { aspectRatio: '16:9', size: '2K' })
  assert.deepEqual([resolution, ratio], ['2k', '16:9'])
  assert.throws(() => resolveSize(tiered, { aspectRatio: null, size: '4k' }), /cannot make 4k. It can make: 1k, 2k/)
  // A size in pixels has no tier: the ratio is taken, as where there are no resolutions.
  assert.match(resolveSize(tiered, { aspectRatio: null, size: '1024x1024' }).warnings.join(), /only the ratio 1:1/)
  const exact = { form: 'sizes', sizes: ['1024x1024'], defaultSize: '1024x1024' } as const
  assert.throws(() => resolveSize(exact, { aspectRatio: null, size: '1k' }), /cannot make 1k. It can make: 1024x1024/)
})
