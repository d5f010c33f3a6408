import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { MAX_PROMPT_CHARACTERS, PARAMETERS } from '../../src/core/tasks/generation-request.ts'
import type { Model, TaskKind } from '../../src/core/tasks/model.ts'
import { rolesTaken, type PictureRole } from '../../src/core/tasks/roles.ts'
import { SETTING_NAMES, SETTINGS, type Settings } from '../../src/core/tasks/settings.ts'
import { hasChoice } from '../../src/core/tasks/takes.ts'
import { builtInModels } from '../../src/engines/built-in-models.ts'
import { NATIVE_FORMS } from '../../src/http/api/native-forms.ts'
import { PICTURE_FORM, TEXT_FORM } from '../../src/http/automatic1111/generation-forms.ts'
import type { GenerationForm } from '../../src/http/body/generation-form.ts'
import { GENERATION_FORMS } from '../../src/http/mcp/arguments.ts'
import { EDIT_FORM } from '../../src/http/openai/images/image-forms.ts'
import { VIDEO_FORM } from '../../src/http/openai/videos/video-form.ts'
import { CLIP } from '../engines/support/contract.ts'
import { connect } from '../mcp/client.ts'
import { openService, type TestService } from '../support/service.ts'
import { formOf, pngOf } from '../support/uploads.ts'

/** What became of a request: a task, with what was said beside it, or a refusal. */
type Answer = { id: string; warnings: string } | { refused: string }

type Door = {
  name: string
  forms: Partial<Record<TaskKind, GenerationForm>>
  /** What a model has no choice of, and names that nobody knows: refused, or told in a warning. */
  without: 'refused' | 'warned'
  unknown: 'refused' | 'warned'
  send: (kind: TaskKind, fields: Record<string, unknown>) => Promise<Answer>
}

const URLS = { image: '/api/ai/images/generations', video: '/api/ai/videos' } as const

async function answerOf(response: Response): Promise<Answer> {
  const body = (await response.json()) as { id?: string; error?: { param: string; message: string } | null }
  if (body.error !== undefined && body.error !== null) return { refused: `${body.error.param}: ${body.error.message}` }
  const warnings = response.headers.get('x-mediagen-warnings') ?? ''
  return { id: response.headers.get('x-task-id') ?? body.id ?? '', warnings }
}

async function openDoors(t: TestContext): Promise<{ service: TestService; doors: Door[]; models: Model[] }> {
  const timeouts = { queueTimeoutMs: 60_000, runTimeoutMs: 60_000 }
  const rich = builtInModels(timeouts).filter(({ id }) => id === 'sandbox')
  const plain = rich.map(({ takes: _takes, ...model }): Model => ({
    ...model,
    id: 'plain',
    maxPromptCharacters: LONG,
    referenceRoles: ['reference'],
    maxReferences: 1,
  }))
  const service = await openService(t, {
    env: { MEDIAGEN_AUTOMATIC1111: 'on', MEDIAGEN_FFMPEG: 'off' },
    replacements: { extraModels: plain },
  })
  const client = await connect(t, service.url, service.key)
  const post = async (path: string, json: object): Promise<Answer> => answerOf(await service.call(path, { json }))
  const asText = (value: unknown): unknown => (typeof value === 'object' ? JSON.stringify(value) : value)
  const doors: Door[] = [
    {
      name: 'native JSON',
      forms: NATIVE_FORMS,
      without: 'refused',
      unknown: 'refused',
      send: (kind, fields) => post(URLS[kind], fields),
    },
    {
      name: 'native form',
      forms: NATIVE_FORMS,
      without: 'refused',
      unknown: 'refused',
      send: async (kind, fields) => {
        const texts = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, asText(value)]))
        return answerOf(await service.call(URLS[kind], { method: 'POST', body: formOf(texts) }))
      },
    },
    {
      name: '/v1',
      forms: { image: EDIT_FORM, video: VIDEO_FORM },
      without: 'warned',
      unknown: 'refused',
      send: (kind, { image, ...fields }) =>
        kind === 'video'
          ? post('/v1/videos', fields)
          : post('/v1/images/edits', { image: image ?? PICTURE, ...fields }),
    },
    {
      name: '/sdapi',
      forms: { image: TEXT_FORM },
      without: 'warned',
      unknown: 'warned',
      send: (_kind, fields) => post('/sdapi/v1/txt2img', fields),
    },
    {
      name: '/sdapi with a picture',
      forms: { image: PICTURE_FORM },
      without: 'warned',
      unknown: 'warned',
      send: (_kind, fields) => post('/sdapi/v1/img2img', { init_images: [PICTURE], ...fields }),
    },
    {
      name: '/mcp',
      forms: GENERATION_FORMS,
      without: 'refused',
      unknown: 'refused',
      send: async (kind, fields) => {
        const given = { name: `generate_${kind}`, arguments: { ...fields, wait_seconds: 0 } }
        const { isError, content, structuredContent } = await client.callTool(given)
        const { task_id: id = '', warnings = [] } = (structuredContent ?? {}) as {
          task_id?: string
          warnings?: string[]
        }
        return isError === true ? { refused: JSON.stringify(content) } : { id, warnings: warnings.join(' | ') }
      },
    },
  ]
  return { service, doors, models: [...rich, ...plain] }
}

/** What the plain model takes of a prompt, where that is up to it; the other one says nothing. */
const LONG = 5_000

const PICTURE = `data:image/png;base64,${(await pngOf()).toString('base64')}`
const VIDEO = `data:video/mp4;base64,${Buffer.from(CLIP).toString('base64')}`

/** A value of each that the sandbox takes and that is nobody's default. */
const ASKED = {
  seconds: 3,
  audio: true,
  negative_prompt: 'no hats',
  quality: 'high',
  background: 'opaque',
  output_format: 'webp',
  strength: 0.5,
  style: 'bright',
  options: { steps: 7 },
} as const satisfies Required<Settings>

const nameIn = ({ fields }: GenerationForm, means: string): string | undefined =>
  Object.entries(fields).find(([, field]) => field.means === means)?.[0]

/** What happened to one field: it is in the task, a warning names it, or the refusal does. */
function verdict(answer: Answer, field: string, isInTask: boolean): string {
  if ('refused' in answer)
    return answer.refused.includes(field) ? 'refused' : `refused without its name: ${answer.refused}`
  const isWarned = answer.warnings.split(' | ').some((text) => text.startsWith(field))
  if (isInTask) return isWarned ? 'sent and warned of' : 'sent'
  return isWarned ? 'warned' : 'SILENT'
}

test('at every door each parameter is obeyed, told in a warning or refused by its name; nothing is silent', async (t) => {
  const { service, doors, models } = await openDoors(t)
  let cells = 0
  for (const { name: door, forms, without, unknown, send } of doors) {
    for (const model of models) {
      const form = forms[model.kind]
      if (form === undefined) continue
      const tried = SETTING_NAMES.map(async (setting) => {
        const field = nameIn(form, setting)
        const given = field ?? setting
        const answer = await send(model.kind, { prompt: 'a cat', model: model.id, [given]: ASKED[setting] })
        const task = 'id' in answer ? await service.store.tasks.find(answer.id) : undefined
        const isInTask = JSON.stringify(task?.settings?.[setting]) === JSON.stringify(ASKED[setting])
        const expected = field === undefined ? unknown : hasChoice(model, setting) ? 'sent' : without
        const where = `${door}, ${model.kind} by ${model.id}: ${given}`
        assert.equal(verdict(answer, given, isInTask), expected, `${where}: ${JSON.stringify(answer)}`)
        cells++
      })
      await Promise.all(tried)
    }
  }
  assert.ok(cells >= 20 * SETTING_NAMES.length)
  assert.deepEqual(Object.keys(ASKED), Object.keys(SETTINGS))
  assert.ok(SETTING_NAMES.every((name) => name in PARAMETERS))
})

test('at every door a field for a picture or a clip of some role reaches the task, or is refused by a model without it', async (t) => {
  const { service, doors, models } = await openDoors(t)
  for (const { name: door, forms, send } of doors) {
    for (const model of models) {
      const fields = Object.entries(forms[model.kind]?.fields ?? {})
      const roles = fields.flatMap(([field, each]): [string, PictureRole][] =>
        each.means === 'image' && each.role !== undefined && !field.includes('[') ? [[field, each.role]] : [],
      )
      for (const [field, role] of roles) {
        const more = role === 'mask' && !door.startsWith('/sdapi') ? { image: PICTURE } : {}
        const content = role === 'video' ? VIDEO : PICTURE
        const answer = await send(model.kind, { prompt: 'a cat', model: model.id, ...more, [field]: content })
        const task = 'id' in answer ? await service.store.tasks.find(answer.id) : undefined
        const isInTask = task?.references.some((each) => each.role === role) === true
        const expected = rolesTaken(model).includes(role) ? 'sent' : 'refused'
        const words = `${door}, ${model.kind} by ${model.id}: ${field}: ${JSON.stringify(answer)}`
        const named = 'refused' in answer && /first_frame|last_frame/.test(field) ? role : field
        assert.equal(verdict(answer, named, isInTask), expected, words)
      }
    }
  }
})

test('a prompt may be as long as the model takes, but under /api no longer than 3,000 characters', async (t) => {
  const { service, doors, models } = await openDoors(t)
  for (const { name: door, forms, send } of doors) {
    for (const { id: model, kind, maxPromptCharacters = MAX_PROMPT_CHARACTERS } of models) {
      if (forms[kind] === undefined) continue
      const longest = door.startsWith('native') ? MAX_PROMPT_CHARACTERS : maxPromptCharacters
      const where = `${door}, ${kind} by ${model}`
      // A character of four bytes, or of twelve where it is written out, counts as one.
      const prompt = '😀'.repeat(longest)
      const accepted = await send(kind, { prompt, model })
      assert.ok('id' in accepted, `${where}: ${JSON.stringify(accepted)}`)
      assert.equal((await service.store.tasks.find(accepted.id))?.prompt, prompt, where)
      const refused = await send(kind, { prompt: `${prompt}x`, model })
      assert.match('refused' in refused ? refused.refused : where, new RegExp(`prompt.*${longest}`, 's'))
    }
  }
})
