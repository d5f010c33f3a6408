import type { GuardedAnswer, GuardedRequest } from '../../src/ports/runtime.ts'

/** A guarded request with the limits of a reference image, changed where the test cares. */
export function aRequest(url: string, changes: Partial<GuardedRequest> = {}): GuardedRequest {
  const limits = { maxRedirects: 3, deadlineMs: 15_000, maxBytes: 64 * 1024, excess: 'fail' } as const
  return { url, method: 'GET', headers: {}, ...limits, ...changes }
}

/** The whole body of an answer as text. */
export async function textOf(answer: GuardedAnswer): Promise<string> {
  if (!answer.ok) throw new Error(`no answer: ${answer.detail}`)
  const chunks: Uint8Array[] = []
  for await (const chunk of answer.body) chunks.push(chunk)
  return Buffer.concat(chunks).toString('latin1')
}

/** Status and body in one line, or why there is none. */
export async function outcome(answer: GuardedAnswer): Promise<string> {
  return answer.ok ? `${answer.status} ${await textOf(answer)}` : `refused: ${answer.detail}`
}
