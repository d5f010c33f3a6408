import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { readModels } from '../../src/compose/catalog.ts'
import { ConfigError, readConfig } from '../../src/config.ts'
import { resolveSize } from '../../src/core/tasks/size.ts'
import { readWorkflows } from '../../src/engines/comfyui/read-workflows.ts'
import { planCatalog, type Plan } from '../../src/engines/config/plan-catalog.ts'
import type { ModelConfig } from '../../src/engines/define-config.ts'
import { temporaryFolder } from '../support/at-end.ts'

const SHIPPED = `${import.meta.dirname}/../../workflows`
const BASE = 'http://127.0.0.1:1'
const timeouts = { queueTimeoutMs: 1, runTimeoutMs: 1 }

/** The plan for a ComfyUI that the config names. */
async function planFor(folder: string, models: Record<string, Partial<ModelConfig>>): Promise<Plan> {
  const { workflows, problems } = await readWorkflows([folder])
  const named = Object.entries(models).map(([id, model]) => [id, { kind: 'image', engine: 'mine', ...model }] as const)
  const plan = planCatalog({
    config: {
      curated: false,
      engines: { mine: { type: 'comfyui', baseURL: BASE, workflows: folder } },
      models: Object.fromEntries(named) as Record<string, ModelConfig>,
    },
    variable: () => undefined,
    timeouts,
    comfyui: undefined,
    workflows,
    taken: new Set(),
  })
  return { ...plan, problems: [...problems, ...plan.problems] }
}

async function folderWith(t: TestContext, files: Record<string, object>): Promise<string> {
  const folder = await temporaryFolder(t)
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), JSON.stringify(content))
  return folder
}

const graph = (inputs: Record<string, unknown>): object => ({ 1: { class_type: 'Node', inputs } })
const SIDES = { width: '{{width}}', height: '{{height}}' }

test('the workflow files that come with the project describe models, and each asks for one job at a time', async () => {
  const { workflows, problems } = await readWorkflows([SHIPPED])
  const comfyui = { baseURL: BASE, workflows: SHIPPED }
  const plan = planCatalog({ config: {}, variable: () => undefined, timeouts, comfyui, workflows, taken: new Set() })
  assert.deepEqual([...problems, ...plan.problems], [])
  const models = Object.fromEntries(plan.models.map(({ model }) => [model.id, model]))
  assert.deepEqual(Object.keys(models), ['example-no-weights', 'sdxl', 'wan2.2-ti2v-5b-image', 'wan2.2-ti2v-5b'])
  assert.deepEqual(models['wan2.2-ti2v-5b-image']?.referenceRoles, ['first_frame'])
  assert.equal(models['example-no-weights']?.seed, 'none')
  assert.equal(models['sdxl']?.seed, 'optional')
  assert.deepEqual(
    plan.engines.map(({ id, fleetConcurrency }) => [id, fleetConcurrency]),
    [['comfyui', 1]],
  )
})

test('a model in the config is what a model found in the folder is, but for its name', async () => {
  const { workflows } = await readWorkflows([SHIPPED])
  const comfyui = { baseURL: BASE, workflows: SHIPPED }
  const config = {
    models: {
      mine: { kind: 'video', engine: 'comfyui', model: 'wan2.2-ti2v-5b-image.json' },
      other: { kind: 'image', engine: 'comfyui', model: 'sdxl.json', sizes: ['512x512'], timeoutSeconds: 5 },
    },
  } as const
  const plan = planCatalog({ config, variable: () => undefined, timeouts, comfyui, workflows, taken: new Set() })
  const of = (id: string): object => ({ ...plan.models.find(({ model }) => model.id === id), model: undefined })
  const modelOf = (id: string) => plan.models.find(({ model }) => model.id === id)!.model
  assert.deepEqual(plan.problems, [])
  assert.deepEqual({ ...modelOf('mine'), id: '' }, { ...modelOf('wan2.2-ti2v-5b-image'), id: '' })
  assert.deepEqual(of('mine'), of('wan2.2-ti2v-5b-image'))
  // What the config says itself wins, and takes the head's other rule on sizes with it.
  assert.deepEqual(modelOf('other').sizes, { form: 'sizes', sizes: ['512x512'], defaultSize: '512x512' })
  assert.equal(modelOf('other').runTimeoutMs, 5_000)
})

test('options of the head and of the config are laid over each other', async (t) => {
  const file = {
    mediagen: { kind: 'image', options: { steps: 20, cfg: 7 } },
    ...graph({ s: '{{steps}}', c: '{{cfg}}' }),
  }
  const plan = await planFor(await folderWith(t, { 'a.json': file }), { a: { model: 'a.json', options: { steps: 4 } } })
  assert.deepEqual(plan.problems, [])
  assert.deepEqual(plan.models[0]?.settings.options, { steps: 4, cfg: 7 })
})

test('a graph without width and height makes a fixed size, and a caller who asks for one is told', async (t) => {
  const folder = await folderWith(t, { 'a.json': { mediagen: { kind: 'image' }, ...graph({ text: '{{prompt}}' }) } })
  const plan = await planFor(folder, { a: { model: 'a.json' } })
  const model = plan.models[0]!.model
  assert.deepEqual(plan.problems, [])
  const asked = resolveSize(model.sizes, { aspectRatio: null, size: '1024x768' })
  assert.deepEqual([asked.width, asked.height], [null, null])
  assert.deepEqual(asked.warnings, ['size: this model chooses its own size; 1024x768 was not used'])
  assert.deepEqual(resolveSize(model.sizes, { aspectRatio: null, size: null }).warnings, [])
  assert.deepEqual(resolveSize(model.sizes, { aspectRatio: null, size: 'auto' }, { width: 4, height: 3 }).warnings, [])
  assert.deepEqual([model.seed, model.maxReferences], ['none', 0])
  // Where the one size is told, another is refused at the door.
  const told = await planFor(folder, { a: { model: 'a.json', sizes: ['320x320'] } })
  assert.deepEqual(told.problems, [])
  assert.throws(() => resolveSize(told.models[0]!.model.sizes, { aspectRatio: null, size: '1024x768' }), /320x320/)
})

test('numbered slots are how many pictures a model takes', async (t) => {
  const file = graph({ a: '{{reference}}', b: '{{reference_2}}', c: '{{reference_3}}' })
  const plan = await planFor(await folderWith(t, { 'a.json': file }), { a: { model: 'a.json' } })
  assert.deepEqual(plan.problems, [])
  assert.deepEqual([plan.models[0]?.model.maxReferences, plan.models[0]?.model.referenceRoles], [3, ['reference']])
})

for (const [name, head, inputs, wanted] of [
  ['a misspelt slot', {}, { text: '{{promt}}' }, /nothing fills the slot \{\{promt\}\}/],
  ['a slot in capitals', {}, { text: '{{Prompt}}' }, /'\{\{Prompt\}\}' is not a slot/],
  ['a slot with spaces', {}, { text: 'a {{ prompt }}' }, /'\{\{ prompt \}\}' is not a slot/],
  ['sizes and free together', { sizes: ['64x64'], free: bounds() }, SIDES, /has sizes and free; set only one/],
  ['empty sizes', { sizes: [] }, SIDES, /sizes must not be empty/],
  ['free without slots', { free: bounds() }, {}, /offers sizes, but the graph needs both slots/],
  ['several sizes without slots', { sizes: ['64x64', '32x32'] }, {}, /offers sizes, but the graph needs both slots/],
  ['one side alone', {}, { width: '{{width}}' }, /the graph has only one of the slots/],
  ['ratios without a slot', { ratios: ['1:1'] }, {}, /no slot \{\{ratio\}\}/],
  ['ratios beside sides', { ratios: ['1:1'] }, { ...SIDES, r: '{{ratio}}' }, /need sizes or free/],
  ['a resolution that nobody gives', {}, { r: '{{resolution}}' }, /\{\{resolution\}\} needs ratios/],
  ['a seed without a slot', { seed: true }, {}, /no slot \{\{seed\}\}/],
  ['a picture without a slot', { references: ['last_frame'] }, {}, /takes a last_frame, but the graph has no slot/],
  ['more pictures than slots', { maxReferences: 2 }, { a: '{{reference}}' }, /maxReferences is 2, .* slots for 1/],
  [
    'a picture that nobody may give',
    { references: [] },
    { a: '{{reference}}' },
    /nothing fills the slot \{\{reference/,
  ],
  ['seconds that nobody gives', {}, { length: '{{seconds}}' }, /\{\{seconds\}\} needs seconds/],
  ['an option without a slot', { options: { steps: 4 } }, {}, /options\.steps has no slot/],
  ['an option that the task gives', { options: { width: 4 } }, SIDES, /options\.width: that slot is filled/],
  ['an option that is no value', { options: { x: [1] } }, { x: '{{x}}' }, /options\.x must be text/],
  ['inputs', { inputs: { last_frame: 'x' } }, {}, /inputs has no effect for ComfyUI/],
] as const) {
  test(`${name} is refused before the service starts`, async (t) => {
    const folder = await folderWith(t, { 'a.json': { mediagen: { kind: 'image', ...head }, ...graph(inputs) } })
    const { problems } = await planFor(folder, { a: { model: 'a.json' } })
    assert.match(problems.join('\n'), wanted)
  })
}

test('a workflow that makes the other kind is refused', async (t) => {
  const folder = await folderWith(t, { 'a.json': { mediagen: { kind: 'image' }, ...graph({}) } })
  assert.match((await planFor(folder, { a: { model: 'a.json', kind: 'video' } })).problems.join(), /makes images/)
})

test('a workflow file that is not there stops the start with a sentence', async (t) => {
  const folder = await temporaryFolder(t)
  await mkdir(join(folder, 'w'))
  const path = join(folder, 'mediagen.config.json')
  const engines = { mine: { type: 'comfyui', baseURL: BASE, workflows: join(folder, 'w') } }
  const models = { m: { kind: 'image', engine: 'mine', model: 'nowhere.json' } }
  await writeFile(path, JSON.stringify({ engines, models }))
  await assert.rejects(readModels(readConfig({ MEDIAGEN_CONFIG: path })), (error) => {
    assert.ok(error instanceof ConfigError)
    assert.match(error.message, /models\.m: there is no workflow file 'nowhere\.json' in .*\/w/)
    return true
  })
})

function bounds(): object {
  return { width: 64, height: 64, minSide: 64, maxSide: 64, multipleOf: 1 }
}
