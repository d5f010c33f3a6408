import { USER_AGENT } from '../core/user-agent.ts'
import type { GuardedFetch } from '../ports/runtime.ts'

// Documents and key sets of the large providers have some kilobytes.
const MAX_ANSWER_BYTES = 512 * 1024
const DEADLINE_MS = 10_000

/** The provider did not answer, or not with what it should. */
export class ProviderTrouble extends Error {}

type Asked = { method?: string; headers?: Record<string, string>; body?: unknown; signal?: AbortSignal | undefined }

/** A `fetch` by way of the guard, for libraries that ask for one. No redirect is followed. */
export function providerFetch(guarded: GuardedFetch): (url: string, asked: Asked) => Promise<Response> {
  return async (url, { method = 'GET', headers = {}, body, signal }) => {
    const sent = body === undefined || body === null ? {} : { body: bodyText(body) }
    const answer = await guarded.request({
      url,
      method: method === 'POST' ? 'POST' : 'GET',
      headers: { ...headers, 'user-agent': USER_AGENT },
      ...sent,
      maxRedirects: 0,
      deadlineMs: DEADLINE_MS,
      maxBytes: MAX_ANSWER_BYTES,
      excess: 'fail',
      ...(signal === undefined ? {} : { signal }),
    })
    if (!answer.ok) throw new ProviderTrouble(answer.detail)
    const chunks: Uint8Array[] = []
    for await (const chunk of answer.body) chunks.push(chunk)
    const hasNoBody = answer.status === 204 || answer.status === 304
    return new Response(hasNoBody ? null : Buffer.concat(chunks), { status: answer.status, headers: answer.headers })
  }
}

function bodyText(body: unknown): string | Uint8Array {
  if (typeof body === 'string' || body instanceof Uint8Array) return body
  if (body instanceof URLSearchParams) return body.toString()
  throw new TypeError('a request to the provider has a body of text')
}
