import type { TestContext } from 'node:test'
import { CLIP, PICTURE, type Subject } from './contract.ts'
import { openFakeComfyUi } from './fake-comfyui.ts'
import { openFake, type Act, type Seen } from './fake-provider.ts'

export type ServerStep = 'starting' | 'asking' | 'saving'

/** A server of one protocol with one job at a time, which runs until the server itself has ended or stopped it. */
export type JobServer = {
  url: string
  starts: () => number
  /** By its own count. */
  running: () => number
  /** Lets everyone wait who comes to this step, until it is let go. */
  hold: (step: ServerStep) => { reached: () => boolean; release: () => void }
  /** Lets the job come to its end, of which the next question hears. */
  finish: () => void
  /** Forgets everything. */
  reset: () => void
}

/** How each provider is told to stop its job, as it documents it; where there is none, there is no way. */
const CANCELLATIONS: Readonly<Record<string, (seen: Seen) => boolean>> = {
  fal: asked('PUT', '/fal-ai/some/requests/r-1/cancel'),
  replicate: asked('POST', '/v1/predictions/p1/cancel'),
  alibaba: asked('POST', '/api/v1/tasks/t1/cancel'),
  bytedance: asked('DELETE', '/api/v3/contents/generations/tasks/b1'),
  luma: asked('DELETE', '/dream-machine/v1/generations/l1'),
  'openai-compatible': asked('DELETE', '/v1/videos/video_1'),
}

function asked(method: string, path: string): (seen: Seen) => boolean {
  return (seen) => seen.method === method && seen.path === path
}

const providerOf = ({ name }: Subject): string => name.split(' ')[0] ?? ''

/** Tells whether a job of this protocol can be stopped. */
export function canStop(subject: Subject): boolean {
  return providerOf(subject) === 'comfyui' || providerOf(subject) in CANCELLATIONS
}

/** Starts a server that speaks the protocol of the subject. */
export function openJobServer(t: TestContext, subject: Subject): Promise<JobServer> {
  return providerOf(subject) === 'comfyui' ? comfyJobServer(t, subject) : protocolJobServer(t, subject)
}

/** Where those wait who come to a step that is held. */
function gates() {
  const held = new Map<ServerStep, { open: Promise<void>; release: () => void; reached: boolean }>()
  return {
    hold: (step: ServerStep) => {
      const { promise: open, resolve } = Promise.withResolvers<void>()
      const gate = { open, release: () => (held.delete(step), resolve()), reached: false }
      held.set(step, gate)
      return { reached: () => gate.reached, release: gate.release }
    },
    pass: async (step: ServerStep): Promise<void> => {
      const gate = held.get(step)
      if (gate === undefined) return
      gate.reached = true
      await gate.open
    },
    clear: (): void => {
      for (const { release } of held.values()) release()
    },
  }
}

async function protocolJobServer(t: TestContext, subject: Subject): Promise<JobServer> {
  const { protocol } = subject
  const fake = await openFake(t, protocol, subject.kind === 'image' ? PICTURE : CLIP)
  const { hold, pass, clear } = gates()
  let running = 0
  let finished = false
  const question = async (): Promise<Act | undefined> => {
    await pass('asking')
    if (!finished) return protocol.pending?.(fake)
    running = 0
    return undefined
  }
  const cancellation = async (seen: Seen): Promise<Act | undefined> => {
    if (CANCELLATIONS[providerOf(subject)]?.(seen) !== true) return { status: 404, json: {} }
    running = 0
    return undefined
  }
  fake.onRequest = async (what, seen) => {
    if (what === 'question') return question()
    if (what === 'cancellation') return cancellation(seen)
    // A job begins when it is asked for, not when its answer is heard.
    if (what === 'start') running++
    if (what === 'start') await pass('starting')
    if (what === 'result' || seen.path.endsWith('/content')) await pass('saving')
    return undefined
  }
  return {
    url: fake.url,
    starts: () => fake.starts,
    running: () => running,
    hold,
    finish: () => void (finished = true),
    reset() {
      clear()
      running = 0
      finished = false
      fake.starts = 0
    },
  }
}

async function comfyJobServer(t: TestContext, { kind }: Subject): Promise<JobServer> {
  const fake = await openFakeComfyUi(t)
  const { hold, pass, clear } = gates()
  const file = kind === 'image' ? 'a.png' : 'a.mp4'
  fake.files.set(file, kind === 'image' ? PICTURE : CLIP)
  fake.onRequest = async (name) => {
    if (name === 'POST /prompt') await pass('starting')
    if (name === 'GET /history') await pass('asking')
    if (name === 'GET /view') await pass('saving')
  }
  const images = [{ filename: file, subfolder: '', type: 'output' }]
  return {
    url: fake.url,
    starts: () => fake.sent.length,
    running: () => fake.jobs().length,
    hold,
    finish() {
      fake.run()
      fake.finish({ outputs: { 9: { images, animated: [kind === 'video'] } } })
    },
    reset() {
      clear()
      fake.sent.length = 0
    },
  }
}
