import { spawn, type ChildProcess } from 'node:child_process'
import { BodyError } from '../core/body-error.ts'
import type { OperatorHook } from '../core/operator-hook.ts'
import { USER_AGENT } from '../core/user-agent.ts'
import type { GuardedFetch } from '../ports/runtime.ts'

// Nothing of our settings is any business of a command: one that needs more is wrapped in a script.
const COMMAND_ENVIRONMENT = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' }

export type HookCall = {
  body: Uint8Array
  mediaType: string
  maxBytes: number
  /** What a command is started with behind its own words. */
  args?: readonly string[]
  signal?: AbortSignal | undefined
}

/** What the hook gave back, or why it gave nothing; the words fit behind "because". */
export type HookAnswer = { bytes: Buffer; isEmpty: boolean } | { trouble: string }

/** Calls an address with a POST, or starts a command with the body as its input: what it writes is the answer. */
export async function callHook(fetch: GuardedFetch, hook: OperatorHook, call: HookCall): Promise<HookAnswer> {
  return 'url' in hook ? post(fetch, hook, call) : start(hook, call)
}

async function post(
  fetch: GuardedFetch,
  { url, token, timeoutMs }: Extract<OperatorHook, { url: string }>,
  { body, mediaType, maxBytes, signal }: HookCall,
): Promise<HookAnswer> {
  const answer = await fetch.request({
    url,
    method: 'POST',
    headers: {
      'content-type': mediaType,
      'user-agent': USER_AGENT,
      ...(token === undefined ? {} : { authorization: `Bearer ${token.reveal()}` }),
    },
    body,
    maxRedirects: 0,
    deadlineMs: timeoutMs,
    maxBytes,
    excess: 'fail',
    ...(signal === undefined ? {} : { signal }),
  })
  if (!answer.ok) return { trouble: 'it is not responding' }
  if (answer.status !== 200 && answer.status !== 204) {
    answer.discard()
    return { trouble: `it responded with status ${answer.status}` }
  }
  try {
    const bytes = Buffer.concat(await Array.fromAsync(answer.body))
    return { bytes, isEmpty: bytes.length === 0 }
  } catch (error) {
    if (error instanceof BodyError) return { trouble: 'its response is incomplete or too large' }
    throw error
  }
}

async function start(
  { command, timeoutMs }: Extract<OperatorHook, { command: readonly string[] }>,
  { body, args = [], maxBytes, signal }: HookCall,
): Promise<HookAnswer> {
  const [program = '', ...words] = command
  const { promise, resolve } = Promise.withResolvers<HookAnswer>()
  // A group of its own, so that what a script has started ends with it.
  const child = spawn(program, [...words, ...args], {
    env: COMMAND_ENVIRONMENT,
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  })
  child.on('error', () => resolve({ trouble: 'its command cannot be started' }))
  // Where descriptors or processes have run out, it has no pipes either.
  if (child.pid === undefined) return promise
  let trouble: string | undefined
  const end = (why: string): void => {
    trouble ??= why
    killGroup(child)
    // Something that left the group may hold the pipe open for longer than anybody waits.
    child.stdout.destroy()
  }
  const timer = setTimeout(end, timeoutMs, `its command took longer than ${timeoutMs / 1000} seconds`)
  const aborted = (): void => end('its command was stopped')
  if (signal?.aborted === true) aborted()
  else signal?.addEventListener('abort', aborted)
  const answered = (answer: HookAnswer): void => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', aborted)
    resolve(answer)
  }
  const chunks: Buffer[] = []
  let length = 0
  child.stdout.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length <= maxBytes) chunks.push(chunk)
    else end('its output is too large')
  })
  // A command that reads nothing of its input is in its rights.
  child.stdin.on('error', () => undefined)
  child.stdin.end(body)
  child.once('close', (code) => {
    if (trouble !== undefined) answered({ trouble })
    else if (code === null) answered({ trouble: 'its command was ended' })
    else if (code !== 0) answered({ trouble: `its command ended with ${code}` })
    else answered({ bytes: Buffer.concat(chunks), isEmpty: length === 0 })
  })
  return promise
}

function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It is gone, or the system knows no groups.
    child.kill('SIGKILL')
  }
}
