import { aiSdkEngine } from '../../../src/engines/ai-sdk/engine.ts'
import { PROVIDERS, type ProviderId } from '../../../src/engines/ai-sdk/providers.ts'
import { CLIP, PICTURE, quiet, type Subject } from '../support/contract.ts'
import type { FakeProvider, Protocol, Reply, Seen } from '../support/fake-provider.ts'

const post = (pattern: RegExp) => (request: Seen) => request.method === 'POST' && pattern.test(request.path)
const get = (pattern: RegExp) => (request: Seen) => request.method === 'GET' && pattern.test(request.path)
const never = (): boolean => false
const base64 = Buffer.from(PICTURE).toString('base64')

type Draft = Omit<Subject, 'engine' | 'name'> & { settings?: Record<string, string>; base?: string }

function subject(id: ProviderId, draft: Draft): Subject {
  const { settings, base, ...rest } = draft
  return {
    ...rest,
    name: `${id} ${draft.kind}`,
    engine: (url, clock) =>
      aiSdkEngine({
        id,
        row: PROVIDERS[id],
        settings: { apiKey: 'a-secret-key', ...settings, baseURL: url + (base ?? '') },
        concurrency: 4,
        clock,
        log: quiet,
        modelSettings: () => ({ options: {}, inputs: {} }),
      }),
  }
}

const openAiError = (status: number, code: string, message: string): Reply => ({
  status,
  json: { error: { message, type: 'invalid_request_error', code, param: null } },
})

/** fal's queue: https://docs.fal.ai/model-endpoints/queue. Addresses in its answers are fal's own. */
const falQueue = (result: (fake: FakeProvider) => unknown): Protocol => ({
  isStart: post(/^\/fal-ai\/[^?]*$/),
  isStatus: get(/\/requests\/r-1$/),
  started: () => ({
    json: {
      status: 'IN_QUEUE',
      request_id: 'r-1',
      response_url: 'https://queue.fal.run/fal-ai/some/requests/r-1',
      status_url: 'https://queue.fal.run/fal-ai/some/requests/r-1/status',
    },
  }),
  pending: () => ({ status: 400, json: { detail: 'Request is still in progress' } }),
  done: (fake) => ({ json: result(fake) }),
  failed: () => ({
    status: 422,
    json: {
      error: { message: 'the model crashed', code: 422 },
      detail: [{ loc: ['body', 'prompt'], msg: 'the model crashed', type: 'x' }],
    },
  }),
  refused: () => ({
    at: 'status',
    reply: {
      status: 422,
      json: { detail: [{ loc: ['body', 'prompt'], msg: 'flagged', type: 'content_policy_violation' }] },
    },
  }),
})

const replicate = (output: (fake: FakeProvider) => unknown): Protocol => {
  const prediction = (fake: FakeProvider, status: string, more: object = {}): Reply => ({
    status: status === 'starting' ? 201 : 200,
    json: { id: 'p1', status, output: null, error: null, urls: { get: `${fake.url}/v1/predictions/p1` }, ...more },
  })
  return {
    isStart: post(/\/predictions$/),
    isStatus: get(/\/predictions\/p1$/),
    started: (fake) => prediction(fake, 'starting'),
    pending: (fake) => prediction(fake, 'processing'),
    done: (fake) => prediction(fake, 'succeeded', { output: output(fake) }),
    failed: (fake) => prediction(fake, 'failed', { error: 'CUDA out of memory' }),
    refused: (fake) => ({
      at: 'status',
      reply: prediction(fake, 'failed', { error: 'NSFW content detected. Try running it again.' }),
    }),
  }
}

const gemini: Protocol = {
  isStart: post(/:generateContent$/),
  isStatus: never,
  started: () => ({
    json: {
      candidates: [
        {
          content: { role: 'model', parts: [{ inlineData: { mimeType: 'image/png', data: base64 } }] },
          finishReason: 'STOP',
        },
      ],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    },
  }),
  failed: () => ({ status: 400, json: { error: { code: 400, message: 'bad', status: 'INVALID_ARGUMENT' } } }),
  refused: () => ({
    at: 'start',
    reply: { json: { candidates: [{ content: { parts: [] }, finishReason: 'IMAGE_SAFETY' }] } },
  }),
}

const veo: Protocol = {
  isStart: post(/:predictLongRunning$/),
  isStatus: get(/\/operations\/o1$/),
  started: () => ({ json: { name: 'models/veo/operations/o1' } }),
  pending: () => ({ json: { name: 'models/veo/operations/o1', done: false } }),
  done: (fake) => ({
    json: {
      name: 'models/veo/operations/o1',
      done: true,
      response: { generateVideoResponse: { generatedSamples: [{ video: { uri: fake.resultUrl } }] } },
    },
  }),
  failed: () => ({ json: { name: 'o1', done: true, error: { code: 13, message: 'internal', status: 'INTERNAL' } } }),
  refused: () => ({
    at: 'status',
    reply: {
      json: {
        name: 'o1',
        done: true,
        response: { generateVideoResponse: { raiMediaFilteredCount: 1, raiMediaFilteredReasons: ['no'] } },
      },
    },
  }),
}

const images = (start: RegExp): Protocol => ({
  isStart: post(start),
  isStatus: never,
  started: () => ({ json: { created: 1, data: [{ b64_json: base64 }] } }),
  failed: () => openAiError(400, 'invalid_value', 'the size is wrong'),
  refused: () => ({ at: 'start', reply: openAiError(400, 'moderation_blocked', 'Your request was rejected') }),
})

const xaiVideo: Protocol = {
  isStart: post(/\/videos\/generations$/),
  isStatus: get(/\/videos\/x1$/),
  started: () => ({ json: { request_id: 'x1' } }),
  pending: () => ({ status: 202, json: { status: 'pending', progress: 40 } }),
  done: (fake) => ({ json: { status: 'done', video: { url: fake.resultUrl, duration: 6, respect_moderation: true } } }),
  failed: () => ({ json: { status: 'failed', error: { code: 'internal', message: 'no' } } }),
  refused: (fake) => ({
    at: 'status',
    reply: { json: { status: 'done', video: { url: fake.resultUrl, respect_moderation: false } } },
  }),
}

const dashScope = (task_status: string, more: object = {}): Reply => ({
  json: { request_id: 'q', output: { task_id: 't1', task_status, ...more } },
})
const alibaba: Protocol = {
  isStart: post(/\/video-synthesis$/),
  isStatus: get(/\/api\/v1\/tasks\/t1$/),
  started: () => dashScope('PENDING'),
  pending: () => dashScope('RUNNING'),
  done: (fake) => dashScope('SUCCEEDED', { video_url: fake.resultUrl }),
  failed: () => dashScope('FAILED', { code: 'InternalError', message: 'it broke' }),
  refused: () => ({
    at: 'status',
    reply: dashScope('FAILED', {
      code: 'DataInspectionFailed',
      message: 'Output data may contain inappropriate content.',
    }),
  }),
}

const flux = (start: RegExp): Protocol => ({
  isStart: post(start),
  isStatus: get(/\/get_result/),
  started: (fake) => ({ json: { id: 'f1', polling_url: `${fake.url}/v1/get_result?id=f1` } }),
  pending: () => ({ json: { id: 'f1', status: 'Pending', result: null } }),
  done: (fake) => ({ json: { id: 'f1', status: 'Ready', result: { sample: fake.resultUrl, seed: 1 } } }),
  failed: () => ({ json: { id: 'f1', status: 'Error', result: null, details: { message: 'it broke' } } }),
  refused: () => ({ at: 'status', reply: { json: { id: 'f1', status: 'Content Moderated', result: null } } }),
})

const byteDanceVideo: Protocol = {
  isStart: post(/\/contents\/generations\/tasks$/),
  isStatus: get(/\/contents\/generations\/tasks\/b1$/),
  started: () => ({ json: { id: 'b1' } }),
  pending: () => ({ json: { id: 'b1', status: 'running' } }),
  done: (fake) => ({ json: { id: 'b1', status: 'succeeded', content: { video_url: fake.resultUrl } } }),
  failed: () => ({
    json: { id: 'b1', status: 'failed', error: { code: 'InternalServiceError', message: 'it broke' } },
  }),
  refused: () => ({
    at: 'status',
    reply: {
      json: { id: 'b1', status: 'failed', error: { code: 'OutputVideoSensitiveContentDetected', message: 'no' } },
    },
  }),
}

const luma: Protocol = {
  isStart: post(/\/generations\/image$/),
  isStatus: get(/\/generations\/l1$/),
  started: () => ({
    json: { id: 'l1', generation_type: 'image', state: 'queued', created_at: 'now', model: 'photon-1', request: {} },
  }),
  pending: () => ({
    json: { id: 'l1', generation_type: 'image', state: 'dreaming', created_at: 'now', model: 'photon-1', request: {} },
  }),
  done: (fake) => ({
    json: {
      id: 'l1',
      generation_type: 'image',
      state: 'completed',
      created_at: 'now',
      model: 'photon-1',
      request: {},
      assets: { image: fake.resultUrl },
    },
  }),
  failed: () => ({ json: { id: 'l1', state: 'failed', failure_reason: 'it broke' } }),
  refused: () => ({
    at: 'status',
    reply: { json: { id: 'l1', state: 'failed', failure_reason: 'Content moderation failed' } },
  }),
}

/** Fireworks answers with the picture's bytes, or promises them and is asked by POST. */
const fireworks: Protocol = {
  ...images(/\/text_to_image$/),
  started: () => ({ headers: { 'content-type': 'image/png' }, body: PICTURE }),
}
const fireworksPromise: Protocol = {
  ...flux(/\/flux-kontext-pro$/),
  isStatus: post(/\/get_result$/),
  started: () => ({ json: { request_id: 'f1' } }),
}

const deepInfra: Protocol = {
  ...images(/\/(?:inference\/.+|images\/edits)$/),
  started: (fake) =>
    fake.seen.at(-1)?.path.endsWith('/edits') === true
      ? { json: { data: [{ b64_json: base64 }] } }
      : { json: { images: [`data:image/png;base64,${base64}`] } },
}

const gatewayImage: Protocol = { ...images(/\/image-model$/), started: () => ({ json: { images: [base64] } }) }
const gatewayVideo: Protocol = {
  isStart: post(/\/video-model\/start$/),
  isStatus: post(/\/video-model\/status$/),
  started: () => ({ json: { operation: { id: 'g1' } } }),
  pending: () => ({ json: { status: 'pending' } }),
  done: (fake) => ({
    json: { status: 'completed', videos: [{ type: 'url', url: fake.resultUrl, mediaType: 'video/mp4' }] },
  }),
  failed: () => ({ json: { status: 'error', error: 'it broke' } }),
  refused: () => ({ at: 'status', reply: { json: { status: 'error', error: 'content_policy_violation' } } }),
}

/** Vertex is asked after an operation by POST, and hands the clip over inside of the answer. */
const vertexVeo: Protocol = {
  ...veo,
  isStatus: post(/:fetchPredictOperation$/),
  done: () => ({
    json: {
      name: 'o1',
      done: true,
      response: { videos: [{ bytesBase64Encoded: Buffer.from(CLIP).toString('base64'), mimeType: 'video/mp4' }] },
    },
  }),
  refused: () => ({
    at: 'status',
    reply: {
      json: { name: 'o1', done: true, response: { raiMediaFilteredCount: 1, raiMediaFilteredReasons: ['no'] } },
    },
  }),
}

const bedrock: Protocol = { ...images(/\/invoke$/), started: () => ({ json: { images: [base64] } }) }

const address = { result: 'address' } as const
const inline = { result: 'inline' } as const

/** Every provider whose protocol we speak in tests, with the real package in between. */
export const AI_SDK_SUBJECTS: Subject[] = [
  subject('fal', {
    ...address,
    kind: 'image',
    engineModel: 'fal-ai/flux/dev',
    protocol: falQueue((fake) => ({
      images: [{ url: fake.resultUrl, width: 64, height: 36, content_type: 'image/png' }],
      seed: 1,
    })),
  }),
  subject('fal', {
    ...address,
    kind: 'video',
    engineModel: 'veo3.1/image-to-video',
    protocol: falQueue((fake) => ({
      video: { url: fake.resultUrl, content_type: 'video/mp4', width: 64, height: 36, duration: 1 },
    })),
  }),
  subject('replicate', {
    ...address,
    kind: 'image',
    settings: { apiToken: 'a-secret-key' },
    base: '/v1',
    engineModel: 'black-forest-labs/flux-schnell',
    protocol: replicate((fake) => [fake.resultUrl]),
  }),
  subject('replicate', {
    ...address,
    kind: 'video',
    settings: { apiToken: 'a-secret-key' },
    base: '/v1',
    engineModel: 'minimax/video-01',
    protocol: replicate((fake) => fake.resultUrl),
  }),
  subject('google', {
    ...inline,
    kind: 'image',
    base: '/v1beta',
    engineModel: 'gemini-2.5-flash-image',
    protocol: gemini,
  }),
  subject('google', {
    ...address,
    kind: 'video',
    base: '/v1beta',
    engineModel: 'veo-3.1-generate-preview',
    protocol: veo,
  }),
  subject('openai', {
    ...inline,
    kind: 'image',
    base: '/v1',
    engineModel: 'gpt-image-1',
    protocol: images(/\/images\/(?:generations|edits)$/),
  }),
  subject('openai-compatible-images', {
    ...inline,
    kind: 'image',
    base: '/v1',
    engineModel: 'some-model',
    protocol: images(/\/images\/(?:generations|edits)$/),
  }),
  subject('xai', {
    ...inline,
    kind: 'image',
    base: '/v1',
    engineModel: 'grok-imagine-image',
    protocol: images(/\/images\/(?:generations|edits)$/),
  }),
  subject('xai', { ...address, kind: 'video', base: '/v1', engineModel: 'grok-imagine-video', protocol: xaiVideo }),
  subject('alibaba', { ...address, kind: 'video', engineModel: 'wan2.6-i2v', protocol: alibaba }),
  subject('bytedance', {
    ...inline,
    kind: 'image',
    base: '/api/v3',
    engineModel: 'seedream-4-0',
    protocol: images(/\/images\/generations$/),
  }),
  subject('bytedance', {
    ...address,
    kind: 'video',
    base: '/api/v3',
    engineModel: 'seedance-1-0-pro',
    protocol: byteDanceVideo,
  }),
  subject('black-forest-labs', {
    ...address,
    kind: 'image',
    base: '/v1',
    engineModel: 'flux-kontext-pro',
    protocol: flux(/\/flux-kontext-pro$/),
  }),
  subject('black-forest-labs', {
    ...address,
    kind: 'video',
    base: '/v1',
    engineModel: 'flux-3-video',
    protocol: flux(/\/flux-3-video$/),
  }),
]

/** Providers that speak in much the same way; kept to the contract too, so that a new version of a package shows itself. */
export const FURTHER_SUBJECTS: Subject[] = [
  subject('azure', {
    ...inline,
    kind: 'image',
    engineModel: 'my-deployment',
    protocol: images(/\/images\/(?:generations|edits)/),
  }),
  subject('togetherai', {
    ...inline,
    kind: 'image',
    base: '/v1',
    engineModel: 'flux',
    protocol: images(/\/images\/generations$/),
  }),
  subject('deepinfra', { ...inline, kind: 'image', base: '/v1', engineModel: 'flux', protocol: deepInfra }),
  subject('fireworks', {
    ...inline,
    kind: 'image',
    engineModel: 'accounts/fireworks/models/flux-1-schnell-fp8',
    protocol: fireworks,
  }),
  {
    ...subject('fireworks', {
      ...address,
      kind: 'image',
      engineModel: 'accounts/fireworks/models/flux-kontext-pro',
      protocol: fireworksPromise,
    }),
    name: 'fireworks image that is promised',
  },
  subject('google-vertex', {
    ...inline,
    kind: 'image',
    settings: { project: 'p', location: 'l' },
    base: '/v1/projects/p/locations/l/publishers/google',
    engineModel: 'gemini-2.5-flash-image',
    protocol: gemini,
  }),
  subject('google-vertex', {
    ...inline,
    kind: 'video',
    settings: { project: 'p', location: 'l' },
    base: '/v1/projects/p/locations/l/publishers/google',
    engineModel: 'veo-3.1-generate-001',
    protocol: vertexVeo,
  }),
  subject('amazon-bedrock', {
    ...inline,
    kind: 'image',
    settings: { region: 'us-east-1' },
    engineModel: 'amazon.nova-canvas-v1:0',
    protocol: bedrock,
  }),
  subject('gateway', { ...inline, kind: 'image', engineModel: 'bfl/flux', protocol: gatewayImage }),
  subject('gateway', { ...address, kind: 'video', engineModel: 'google/veo', protocol: gatewayVideo }),
]

/** Luma takes no pictures of ours, so it does not keep the whole contract; its polling is the same trick as the others'. */
export const LUMA = subject('luma', { ...address, kind: 'image', engineModel: 'photon-1', protocol: luma })

/** What no subject speaks to, and why: the only providers of which a new package may break something unseen. */
export const UNSPOKEN: Readonly<Record<string, string>> = {
  'prodia image': 'it answers in parts of a form, which the stand-in for providers does not write',
  'prodia video': 'it answers in parts of a form, which the stand-in for providers does not write',
}
