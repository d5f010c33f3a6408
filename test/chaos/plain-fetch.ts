import { request } from 'node:http'
import type { GuardedFetch } from '../../src/ports/runtime.ts'

/** Reaches loopback without a guard: the guard has its own tests, and loading it takes longer than a script here. */
export const plainFetch: GuardedFetch = {
  mayTry: () => true,
  request: ({ url, method, headers, body, signal }) =>
    new Promise((resolve) => {
      const sent = request(url, { method, headers: { ...headers }, ...(signal === undefined ? {} : { signal }) })
      sent.on('error', (error) => resolve({ ok: false, detail: error.message }))
      sent.on('response', (answer) => {
        const discard = (): void => void answer.destroy()
        resolve({ ok: true, status: answer.statusCode ?? 0, headers: {}, body: answer, discard })
      })
      sent.end(body)
    }),
}
