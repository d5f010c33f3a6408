import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mapLiteLlmPrices, type MappedPrices } from '../../src/engines/litellm/map-prices.ts'

type Entries = Record<string, unknown>

const made = (by: string, more: object): object => ({ litellm_provider: by, mode: 'image_generation', ...more })
const filmed = (by: string, more: object): object => ({ litellm_provider: by, mode: 'video_generation', ...more })

function map(file: Entries, wanted: readonly string[], believeZero = false): MappedPrices {
  const models = wanted.map((key) => {
    const [provider = '', kind = '', model = ''] = key.split(' ')
    return { provider, kind: kind === 'video' ? ('video' as const) : ('image' as const), model }
  })
  return mapLiteLlmPrices(file, models, believeZero)
}

const why = ({ remarks }: MappedPrices, entry: string): string =>
  remarks.find((each) => each.entry === entry)?.why ?? ''

test('amounts per image, per pixel and per second become rules of the models that are offered, and of no others', () => {
  const file = {
    'fal_ai/fal-ai/flux/schnell': made('fal_ai', { output_cost_per_image: 0.003 }),
    'gemini/pro-image': made('gemini', { output_cost_per_image: 0.1, input_cost_per_image: 0.001 }),
    'dall-e-2': made('openai', { input_cost_per_pixel: 1.9e-8, output_cost_per_pixel: 0 }),
    'vertex_ai/veo': filmed('vertex_ai-video-models', {
      output_cost_per_second: 0.05,
      output_cost_per_second_1080p: 0.08,
    }),
    'openai/sora-2': filmed('openai', { output_cost_per_video_per_second: 0.1 }),
    'black_forest_labs/kontext': { ...made('black_forest_labs', { output_cost_per_image: 0.04 }), mode: 'image_edit' },
    'fal_ai/other': made('fal_ai', { output_cost_per_image: 1 }),
    'gpt-5': { litellm_provider: 'openai', mode: 'chat', input_cost_per_token: 1 },
  }
  const { prices, remarks } = map(file, [
    'fal image fal-ai/flux/schnell',
    'google image pro-image',
    'openai image dall-e-2',
    'google-vertex video veo',
    'openai video sora-2',
    'openai image gpt-5',
    'black-forest-labs image kontext',
  ])
  assert.deepEqual(prices, {
    'fal image fal-ai/flux/schnell': [{ perImage: 0.003 }],
    'google image pro-image': [{ perImage: 0.1, perInputImage: 0.001 }],
    'openai image dall-e-2': [{ perMegapixel: 0.019 }],
    'google-vertex video veo': [{ when: { resolution: '1080p' }, perSecond: 0.08 }, { perSecond: 0.05 }],
    'openai video sora-2': [{ perSecond: 0.1 }],
    'black-forest-labs image kontext': [{ perImage: 0.04 }],
  })
  assert.deepEqual(remarks, [])
})

test('quality and size inside of a name become conditions, and entries without them beside such are not believed', () => {
  const file = {
    'high/1024-x-1024/pic': made('openai', { input_cost_per_image: 0.2, input_cost_per_pixel: 1e-7 }),
    'openai/low/1024-x-1536/pic': made('openai', { input_cost_per_image: 0.02 }),
    '1024-x-1024/pic': made('openai', { input_cost_per_image: 0.02 }),
    pic: made('openai', { output_cost_per_image_token: 1e-5 }),
  }
  const found = map(file, ['openai image pic'])
  assert.deepEqual(found.prices, {
    'openai image pic': [
      { when: { size: '1024x1024', options: { quality: 'high' } }, perImage: 0.2 },
      { when: { size: '1024x1536', options: { quality: 'low' } }, perImage: 0.02 },
    ],
  })
  assert.match(why(found, '1024-x-1024/pic'), /has no quality/)
  assert.match(why(found, 'pic'), /billed per token/)
})

test('what could mean two things, is for nothing, or is no amount is told and never guessed', () => {
  const file = {
    'fal_ai/free': made('fal_ai', { output_cost_per_image: 0 }),
    'fal_ai/same': made('fal_ai', { output_cost_per_image: 0.05, input_cost_per_image: 0.05 }),
    'fal_ai/text': made('fal_ai', { output_cost_per_image: '0.05' }),
    'fal_ai/minus': made('fal_ai', { output_cost_per_image: -1 }),
    'fal_ai/huge': made('fal_ai', { output_cost_per_image: 1e300 }),
    'fal_ai/none': made('fal_ai', {}),
    '1024-x-1024/50-steps/bedrock/nova': made('bedrock', { output_cost_per_image: 0.06 }),
    differs: made('vertex_ai-image-models', { output_cost_per_image: 0.1 }),
    'vertex_ai/differs': made('vertex_ai-image-models', { output_cost_per_image: 0.2 }),
    agrees: made('vertex_ai-image-models', { output_cost_per_image: 0.1 }),
    'vertex_ai/agrees': made('vertex_ai-image-models', { output_cost_per_image: 0.1 }),
    'fal_ai/tokens': made('fal_ai', { output_cost_per_image: 0.1, input_cost_per_token: 1e-6 }),
  }
  const names = ['free', 'same', 'text', 'minus', 'huge', 'none', 'tokens'].map((name) => `fal image ${name}`)
  const others = ['amazon-bedrock image nova', 'google-vertex image differs', 'google-vertex image agrees']
  const found = map(file, [...names, ...others])
  assert.deepEqual(found.prices, {
    'fal image tokens': [{ perImage: 0.1 }],
    'google-vertex image agrees': [{ perImage: 0.1 }],
  })
  for (const [entry, words] of [
    ['fal_ai/free', /price is 0, which is unlikely/],
    ['fal_ai/same', /may be a single price/],
    ['fal_ai/text', /output_cost_per_image is not an amount/],
    ['fal_ai/minus', /is not an amount/],
    ['fal_ai/huge', /is not an amount/],
    ['fal_ai/none', /has no amount/],
    ['1024-x-1024/50-steps/bedrock/nova', /50-steps, which no price rule can express/],
    ['differs', /two entries of this model differ/],
    ['vertex_ai/differs', /two entries of this model differ/],
    ['fal_ai/tokens', /also billed by tokens, which is not included/],
  ] as const)
    assert.match(why(found, entry), words)
  assert.deepEqual(map(file, ['fal image free'], true).prices, { 'fal image free': [{ perImage: 0 }] })
})

test('entries that are no objects, and names that every object has, are passed over', () => {
  const hostile = JSON.parse(
    '{"__proto__": {"litellm_provider": "fal_ai"}, "a": null, "b": [], "c": 7, "d": {"litellm_provider": "toString", "mode": "constructor"}, "e": {"litellm_provider": ["fal_ai"], "mode": {}}}',
  ) as Entries
  assert.deepEqual(map(hostile, ['fal image a', 'fal image d']), { prices: {}, remarks: [] })
  assert.deepEqual(mapLiteLlmPrices([], [], false), { prices: {}, remarks: [] })
})
