import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Model } from '@mediagen/client'
import { rolesOf, sentReferences, withMask, withRole } from '../references/roles.ts'
import { choicesOf } from './choices.ts'
import type { Reference } from './form.ts'
import { canVary, paramsOf, varied, wishOf, withSeed } from './request.ts'
import { optionTextsOf } from './options.ts'
import { settingTextsOf } from './settings.ts'

const NOTHING = {
  roles: [],
  seconds: null,
  audio: false,
  audio_default: null,
  negative_prompt: false,
  quality: [],
  background: [],
  output_format: [],
  strength: false,
  style: [],
  options: {},
}

const model = (own: Partial<Model>): Model =>
  ({
    id: 'a',
    kind: 'image',
    ratios: [],
    resolutions: [],
    sizes: [],
    free_size: null,
    reference_roles: ['reference'],
    max_references: 4,
    seed: true,
    takes: NOTHING,
    max_prompt_characters: 3000,
    ...own,
  }) as Model
const free = { min_side: 64, max_side: 2048, max_area: 4_194_304, multiple_of: 2 }
const form = {
  kind: 'image' as const,
  prompt: ' a cat ',
  models: { image: [], video: [] },
  shape: '',
  resolution: '',
  seed: '',
  count: 1,
  settings: {},
  options: {},
  references: [],
  lost: 0,
}

test('of several models only what all of them take is offered', () => {
  const both = choicesOf([
    model({ ratios: ['1:1', '16:9'], max_references: 4 }),
    model({ free_size: free, max_references: 1, seed: false, max_prompt_characters: 500 }),
  ])
  assert.deepEqual(
    both.shapes.map(({ value }) => value),
    ['1:1', '16:9'],
  )
  assert.deepEqual([both.isFree, both.maxReferences, both.takesSeed, both.maxPromptCharacters], [false, 1, false, 500])
  assert.deepEqual(choicesOf([model({ ratios: ['1:1'] }), model({ sizes: ['1024x1024'] })]).shapes, [])
})

test('what the models do not take is not sent, even where it was chosen before', () => {
  const sizes = choicesOf([model({ sizes: ['1024x1024'], seed: false, max_references: 0 })])
  const reference = { id: '1', name: 'x.png', url: 'data:,' }
  const filled = { ...form, shape: '16:9', resolution: '720p', seed: '5', references: [reference] }
  assert.deepEqual(wishOf(filled, 'a', sizes), { kind: 'image', model: 'a', prompt: 'a cat', references: [] })
  const any = choicesOf([model({ free_size: free })])
  assert.equal(wishOf({ ...form, shape: '640x480' }, 'a', any).size, '640x480')
  assert.equal(wishOf({ ...form, shape: '16:9' }, 'a', any).aspect_ratio, '16:9')
  const video = choicesOf([model({ kind: 'video', free_size: free })])
  const asked = wishOf({ ...form, kind: 'video', shape: '16:9', resolution: '720p', count: 3 }, 'a', video)
  assert.deepEqual([asked.aspect_ratio, asked.size, asked.n], ['16:9', '720p', undefined])
})

test('only what every chosen model takes is offered and sent, and comes back from a request', () => {
  const takes = { ...NOTHING, seconds: { from: 2, to: 8 }, audio: true, quality: ['low', 'high'], strength: true }
  const one = model({ kind: 'video', takes })
  const both = choicesOf([one, model({ takes: { ...NOTHING, seconds: [4, 8, 12], quality: ['high'] } })])
  assert.deepEqual([both.settings.seconds, both.settings.quality, both.settings.audio], [[4, 8], ['high'], false])
  const settings = { seconds: '4', audio: 'off', quality: 'low', strength: '0.3', style: 'gone', negative_prompt: ' ' }
  const { references: _, kind, prompt, model: name, ...sent } = wishOf({ ...form, settings }, 'a', choicesOf([one]))
  assert.deepEqual([kind, prompt, name], ['image', 'a cat', 'a'])
  // Strength goes with a picture, and there is none.
  assert.deepEqual(sent, { seconds: 4, audio: false, quality: 'low' })
  assert.deepEqual(settingTextsOf(sent), { seconds: '4', audio: 'off', quality: 'low' })
  assert.equal(wishOf({ ...form, settings }, 'a', both).quality, undefined)
})

test('a seed that was left open is the same for all models of a click, and one that was given stays', () => {
  const choices = choicesOf([model({ ratios: ['1:1'] })])
  const open = withSeed([wishOf(form, 'a', choices), wishOf(form, 'b', choices)], choices)
  assert.equal(typeof open[0]?.seed, 'number')
  assert.equal(open[0]?.seed, open[1]?.seed)
  assert.equal(withSeed([wishOf({ ...form, seed: '9' }, 'a', choices)], choices)[0]?.seed, 9)
})

const picture = (id: string): Reference => ({ id, name: `${id}.png`, url: `data:,${id}` })

test('the last role serves all further pictures', () => {
  const choices = choicesOf([model({ reference_roles: ['first_frame', 'last_frame', 'reference'] })])
  assert.deepEqual(rolesOf([], choices, 4), ['first_frame', 'last_frame', 'reference', 'reference'])
})

test('a role is sent only where order does not say it, and no other picture keeps a role that there is once', () => {
  const roles = ['first_frame', 'last_frame']
  const choices = choicesOf([model({ reference_roles: roles, takes: { ...NOTHING, roles } })])
  const both = [picture('a'), picture('b')]
  const sent = (references: readonly Reference[]) => sentReferences(references, choices).map(({ role }) => role)
  assert.deepEqual(sent(both), [undefined, undefined])
  assert.deepEqual(sent(withRole(both, 'b', 'first_frame', choices)), ['last_frame', 'first_frame'])
  const alone = withRole([picture('a')], 'a', 'last_frame', choices)
  assert.deepEqual(sent(alone), ['last_frame'])
  // The place that is left is the one for the first frame.
  assert.deepEqual(rolesOf(alone, choices, 2), ['last_frame', 'first_frame'])
  // Chosen for another model, which has other roles.
  assert.deepEqual(sentReferences(alone, choicesOf([model({})])), [picture('a')])
})

test('a mask makes its picture the one to edit, there is one, and it goes only where masks are taken', () => {
  const choices = choicesOf([model({ takes: { ...NOTHING, roles: ['reference', 'mask', 'source'] } })])
  assert.deepEqual([choices.namedRoles, choices.takesMask], [['reference', 'source'], true])
  const masked = withMask([picture('a'), picture('b')], 'b', 'data:,m', choices)
  const ofOther = withMask(masked, 'a', 'data:,n', choices)
  assert.deepEqual(sentReferences(masked, choices), [
    { ...picture('b'), role: 'source', mask: 'data:,m' },
    { ...picture('a'), role: 'reference' },
  ])
  assert.deepEqual(
    ofOther.map(({ role, mask }) => [role, mask]),
    [
      ['source', 'data:,n'],
      ['reference', undefined],
    ],
  )
  const { mask, image } = paramsOf(wishOf({ ...form, references: ofOther.slice(0, 1) }, 'a', choices))
  assert.deepEqual([mask, image], ['data:,n', [{ url: 'data:,a', role: 'source' }]])
  assert.deepEqual(sentReferences(masked, choicesOf([model({})])), [picture('a'), picture('b')])
})

test('options of a model are offered in its own form, sent as what they are, and come back from a request', () => {
  const options = {
    steps: { type: 'integer', minimum: 1, maximum: 50 },
    hires: { type: 'boolean' },
    sampler: { type: 'string', enum: ['euler', 'dpm'] },
  }
  const one = model({ takes: { ...NOTHING, options } })
  const other = model({ takes: { ...NOTHING, options: { ...options, steps: { type: 'integer' } } } })
  // With another form it is another option.
  assert.deepEqual(Object.keys(choicesOf([one, other]).options), ['hires', 'sampler'])
  const typed = { steps: '12', hires: 'off', sampler: ' ', gone: '1' }
  const wish = wishOf({ ...form, options: typed }, 'a', choicesOf([one]))
  assert.deepEqual(wish.options, { steps: 12, hires: false })
  assert.deepEqual(optionTextsOf(wish.options ?? {}), { steps: '12', hires: 'off' })
  assert.equal('options' in wishOf(form, 'a', choicesOf([one])), false)
})

test('a variation has another seed wherever the wish had one, also before the models are known', () => {
  const wish = { kind: 'image' as const, model: 'a', prompt: 'a fox', references: [] }
  const seeded = { ...wish, seed: 7 }
  for (const models of [[], [model({})]]) {
    assert.equal(canVary(models, seeded), true)
    const { seed, ...rest } = varied(models, seeded)
    assert.ok(typeof seed === 'number' && seed !== 7)
    assert.deepEqual(rest, wish)
  }
  assert.equal(typeof varied([model({})], wish).seed, 'number')
  // A model without seeds, one of another kind, and one that is not known yet.
  for (const models of [[model({ seed: false })], [model({ kind: 'video' })], []]) {
    assert.equal(canVary(models, wish), false)
    assert.deepEqual(varied(models, wish), wish)
  }
})
