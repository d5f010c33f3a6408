import { comfyUiEngine } from '../../../src/engines/comfyui/engine.ts'
import { promptIdOf } from '../../../src/engines/comfyui/queue-view.ts'
import { openAiCompatibleEngine } from '../../../src/engines/openai-compatible/engine.ts'
import { PICTURE, quiet, START_KEY, type Subject } from '../support/contract.ts'
import type { Act, FakeProvider, Protocol, Seen } from '../support/fake-provider.ts'

const base64 = Buffer.from(PICTURE).toString('base64')
const noSettings = { options: {}, inputs: {} }

const compatible = (kind: 'image' | 'video'): Pick<Subject, 'kind' | 'engineModel' | 'engine'> => ({
  kind,
  engineModel: 'some-model',
  engine: (url, clock) =>
    openAiCompatibleEngine({
      id: 'my server',
      baseURL: `${url}/v1`,
      key: 'a-secret-key',
      concurrency: 4,
      clock,
      modelSettings: () => noSettings,
    }),
})

const pictures = (item: (fake: FakeProvider) => object): Protocol => ({
  isStart: ({ method, path }) => method === 'POST' && /^\/v1\/images\/(?:generations|edits)$/.test(path),
  isStatus: () => false,
  started: (fake) => ({ json: { created: 1, data: [item(fake)] } }),
  failed: () => ({ status: 422, json: { detail: [{ loc: ['body', 'size'], msg: 'bad size', type: 'value_error' }] } }),
  refused: () => ({
    at: 'start',
    reply: { status: 400, json: { error: { message: 'no', code: 'content_policy_violation' } } },
  }),
})

const video = (status: string, more: object = {}): { json: object } => ({
  json: { id: 'video_1', object: 'video', status, progress: 0, model: 'some-model', ...more },
})

/** `/v1/videos` as vLLM-Omni, SGLang and LiteLLM speak it. */
const videos: Protocol = {
  isStart: ({ method, path }) => method === 'POST' && path === '/v1/videos',
  isStatus: ({ method, path }) => method === 'GET' && path === '/v1/videos/video_1',
  started: () => video('queued'),
  pending: () => video('in_progress', { progress: 30 }),
  done: () => video('completed', { progress: 100 }),
  failed: () => video('failed', { error: { code: 'internal', message: 'CUDA out of memory' } }),
  refused: () => ({
    at: 'status',
    reply: video('failed', { error: { code: 'content_policy_violation', message: 'no' } }),
  }),
  other: ({ path, headers }, fake) =>
    path === '/v1/videos/video_1/content' && headers.authorization === 'Bearer a-secret-key'
      ? { status: fake.resultStatus, body: fake.resultBytes }
      : undefined,
}

type ComfyState = { failed: boolean; /** What the next look at the queue finds. */ queue: Act | undefined }
const comfyStates = new WeakMap<FakeProvider, ComfyState>()

function stateOf(fake: FakeProvider): ComfyState {
  const state = comfyStates.get(fake) ?? { failed: false, queue: undefined }
  comfyStates.set(fake, state)
  return state
}

function lastPrompt(fake: FakeProvider): string {
  const start = fake.seen.findLast(({ path, method }) => path === '/prompt' && method === 'POST')
  return start === undefined ? '' : (JSON.parse(start.body.toString()) as { prompt_id: string }).prompt_id
}

const emptyQueue = { json: { queue_running: [], queue_pending: [] } }

/** ComfyUI: a job is in the queue, then in the history, and `/history` says `{}` both before and for unknown ids. */
export const comfy = (kind: 'image' | 'video'): Protocol => ({
  isStart: ({ method, path }) => method === 'POST' && path === '/prompt',
  // The first look belongs to the start, so questions are answered below.
  isStatus: () => false,
  started: (fake) => ({ json: { prompt_id: lastPrompt(fake), number: 1, node_errors: {} } }),
  pending: () => ({ json: { queue_running: [], queue_pending: [[1, promptIdOf(START_KEY), {}, {}, []]] } }),
  done: () => emptyQueue,
  failed(fake) {
    stateOf(fake).failed = true
    return emptyQueue
  },
  refused: (_fake) => ({
    at: 'start',
    reply: { status: 400, json: { error: { type: 'invalid_prompt', message: 'content_policy: blocked by a node' } } },
  }),
  other: (request, fake) => comfyOther(request, fake, kind),
})

function isQueue(act: Act | undefined): boolean {
  return typeof act === 'object' && typeof act.json === 'object' && act.json !== null && 'queue_running' in act.json
}

function comfyOther({ method, path }: Seen, fake: FakeProvider, kind: 'image' | 'video'): Act | undefined {
  const state = stateOf(fake)
  if (method === 'GET' && path === '/queue') {
    const queue = state.queue ?? (isQueue(fake.onStatus[0]) ? fake.onStatus.shift() : undefined)
    state.queue = undefined
    return queue ?? emptyQueue
  }
  if (path === '/upload/image') return { json: { name: 'up.png', subfolder: 'mediagen', type: 'input' } }
  if (path.startsWith('/view?')) return { status: fake.resultStatus, body: fake.resultBytes }
  if (!path.startsWith('/history/')) return undefined
  return comfyHistory(path.slice('/history/'.length), fake, kind)
}

function comfyHistory(id: string, fake: FakeProvider, kind: 'image' | 'video'): Act {
  if (fake.starts === 0) return { json: {} }
  // A scripted queue is what the job is in now, so the history does not have it yet.
  const act = fake.onStatus.shift()
  if (isQueue(act)) {
    stateOf(fake).queue = act
    return { json: {} }
  }
  if (act !== undefined) return act
  if (id !== lastPrompt(fake)) return { json: {} }
  const failed = stateOf(fake).failed
  const messages = [['execution_error', { node_id: '3', node_type: 'KSampler', exception_message: 'out of memory' }]]
  const file = { filename: kind === 'image' ? 'a.png' : 'a.mp4', subfolder: 'mediagen', type: 'output' }
  const outputs = { 9: { images: [file], animated: [kind === 'video'] } }
  return {
    json: {
      [id]: failed
        ? { outputs: {}, status: { status_str: 'error', completed: false, messages } }
        : { outputs, status: { status_str: 'success', completed: true, messages: [] } },
    },
  }
}

export const WORKFLOWS = `${import.meta.dirname}/../workflows`

const comfySubject = (kind: 'image' | 'video'): Subject => ({
  name: `comfyui ${kind}`,
  kind,
  result: 'own',
  engineModel: 'everything.json',
  safeToRestart: true,
  protocol: comfy(kind),
  engine: (url, clock) =>
    comfyUiEngine({
      listenMs: 0,
      id: 'comfyui',
      baseURL: url,
      workflows: WORKFLOWS,
      key: undefined,
      concurrency: 4,
      clock,
      log: quiet,
      modelSettings: () => ({ options: { reference: 'none', first_frame: 'none' }, inputs: {} }),
    }),
})

/** Servers that a team runs itself. */
export const SERVER_SUBJECTS: Subject[] = [
  {
    ...compatible('image'),
    name: 'openai-compatible image in base64',
    result: 'inline',
    protocol: pictures(() => ({ b64_json: base64 })),
  },
  {
    ...compatible('image'),
    name: 'openai-compatible image by address',
    result: 'address',
    protocol: pictures((fake) => ({ url: fake.resultUrl })),
  },
  { ...compatible('video'), name: 'openai-compatible video', result: 'own', protocol: videos },
  comfySubject('image'),
  comfySubject('video'),
]
