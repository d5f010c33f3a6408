import { setTimeout as pause } from 'node:timers/promises'
import { PICTURE } from '../reliability/house.ts'
import type { Answered, Asked, History } from './history.ts'
import type { OutsideAddresses } from './outside.ts'
import { PROVIDERS, type Wanted } from './provider.ts'
import type { Seeded } from './seeded-random.ts'

export type ClientOptions = {
  /** Where to send the next request, once there is a process again. */
  url: () => Promise<string>
  apiKey: string
  history: History
  outside: OutsideAddresses
  random: Seeded
  /** The longest that a start takes at the provider. */
  startMs: number
  /** How long an answer is waited for. */
  patienceMs: number
}

type Submission = Extract<Asked, { what: 'submit' }>
type Form = { path: string; body: string | FormData; headers: Record<string, string> }

const RETRIES = 60
const RETRY_PAUSE_MS = 150
// Well beyond any start of a provider; the answer of a killed or frozen process never comes.
export const PATIENCE_MS = 15_000

/** Callers as they are out there: they submit, repeat what got no answer, poll, cancel and upload. */
export function clients(options: ClientOptions) {
  const { history, random, outside } = options
  const accepted = new Set<string>()
  const stopping = new AbortController()
  let counter = 0

  const send = async (asked: Asked, form: Omit<Form, 'body'> & { body?: Form['body'] }): Promise<Answered> => {
    const answered = history.invoke(asked)
    const answer = await exchange(options, asked, form)
    answered(answer)
    if (asked.what === 'submit' && answer.event === 'ok') accepted.add(answer.id)
    return answer
  }

  const submit = async (asked: Submission, form: Form): Promise<string | undefined> => {
    const first = await send(asked, form)
    if (first.event === 'ok' && !(asked.key !== null && random.chance(0.5))) return first.id
    // A key makes repeating safe: also after an answer that did come.
    for (let tries = 0; asked.key !== null && tries < RETRIES && !stopping.signal.aborted; tries++) {
      const again = await send(asked, form)
      if (again.event === 'ok') return again.id
      await pause(RETRY_PAUSE_MS)
    }
    return first.event === 'ok' ? first.id : undefined
  }

  const story = async (): Promise<void> => {
    const plan = planOf(random, ++counter)
    const form = formOf(plan, { startMs: options.startMs, random, outside })
    const { references: _references, cancels, ...asked } = plan
    const id = await submit({ what: 'submit', ...asked }, form)
    if (id === undefined) return
    if (cancels) await send({ what: 'cancel', id }, { path: `/api/ai/tasks/${id}/cancel`, headers: {} })
    const known = [...accepted]
    const other = known[random.between(0, known.length - 1)] ?? id
    for (const each of [id, other])
      await send({ what: 'poll', id: each }, { path: `/api/ai/tasks/${each}`, headers: {} })
  }

  return {
    accepted,
    /** Keeps `inFlight` stories going at once, none faster than the pause allows, until told to stop. */
    async run(inFlight: number, pauseMs: () => number): Promise<void> {
      const line = async (): Promise<void> => {
        while (!stopping.signal.aborted) {
          await story()
          await pause(pauseMs())
        }
      }
      await Promise.all(Array.from({ length: inFlight }, line))
    },
    stop: () => stopping.abort(),
  }
}

type Plan = Omit<Submission, 'what'> & { references: 'none' | 'url' | 'upload'; cancels: boolean }

function planOf(random: Seeded, number: number): Plan {
  const kind = random.chance(0.2) ? 'image' : 'video'
  const [first, ...others] = PROVIDERS.map(({ id }) => id)
  return {
    kind,
    model: kind === 'image' && random.chance(0.5) ? 'local' : random.pick([first ?? '', ...others]),
    key: random.chance(0.4) ? `key-${number}-${random.between(0, 1e9)}` : null,
    webhook: kind === 'video' && random.chance(0.6),
    references: random.chance(0.8) ? 'none' : random.pick(['url', 'upload']),
    cancels: kind === 'video' && random.chance(0.06),
  }
}

function formOf(
  plan: Plan,
  { startMs, random, outside }: { startMs: number; random: Seeded; outside: OutsideAddresses },
): Form {
  const wanted: Wanted = {
    startMs: random.between(0, startMs),
    polls: random.between(0, 2),
    pollMs: random.between(1, 400),
  }
  const fields = {
    prompt: JSON.stringify(wanted),
    model: plan.model,
    ...(plan.webhook ? { webhookUrl: outside.hook } : {}),
  }
  const path = plan.kind === 'image' ? '/api/ai/images/generations' : '/api/ai/videos'
  const headers: Record<string, string> = plan.key === null ? {} : { 'idempotency-key': plan.key }
  if (plan.references !== 'upload') {
    const body = JSON.stringify(plan.references === 'url' ? { ...fields, image: outside.picture } : fields)
    return { path, body, headers: { ...headers, 'content-type': 'application/json' } }
  }
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  body.set('image', new Blob([PICTURE]), 'reference.png')
  return { path, body, headers }
}

async function exchange(
  { url, apiKey, patienceMs }: ClientOptions,
  asked: Asked,
  { path, body, headers }: Omit<Form, 'body'> & { body?: Form['body'] },
): Promise<Answered> {
  try {
    const reply = await fetch(new URL(path, await url()), {
      method: asked.what === 'poll' ? 'GET' : 'POST',
      headers: { ...headers, authorization: `Bearer ${apiKey}` },
      body: body ?? null,
      signal: AbortSignal.timeout(patienceMs),
    })
    const answer = (await reply.json()) as Record<string, unknown>
    const id = reply.headers.get('x-task-id') ?? String(answer['id'])
    // An image whose task failed is no 2xx, but the task was accepted: the answer names it.
    if (asked.what === 'submit' && /^\d+$/.test(id)) return { event: 'ok', id }
    if (!reply.ok) return { event: 'refused', http: reply.status }
    return { event: 'ok', id, status: String(answer['status']), result: resultOf(answer) }
  } catch {
    return { event: 'unknown' }
  }
}

/** What must stay the same once a task has ended. */
function resultOf(answer: Record<string, unknown>): string {
  const { status, error, files, data } = answer
  return JSON.stringify({ status, error, files, data }).replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, '')
}
