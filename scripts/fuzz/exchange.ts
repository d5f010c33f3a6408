import { Agent, request as send } from 'node:http'
import type { FuzzRequest } from './requests.ts'

export type Answer = { status: number; type: string | undefined; head: string; body: string }

// Longer than any answer takes here, shorter than a person's patience: who is not answered by then never will be.
const PATIENCE_MS = 60_000
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** Sends one request and takes the whole answer; status 0 where there was none. */
export async function exchange(url: string, { method, target, headers, body }: FuzzRequest): Promise<Answer> {
  return await new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    // Header values may be any bytes: those that this library would refuse are left out before.
    const safe = Object.fromEntries(
      Object.entries(headers).filter(([, value]) => /^[\x20-\x7e\xa0-\xff]*$/.test(value)),
    )
    const failed = (error: Error): void => resolve({ status: 0, type: undefined, head: '', body: error.message })
    const options = { hostname, port, method, path: target, headers: safe, agent, timeout: PATIENCE_MS }
    const request = send(options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', failed)
      response.on('end', () => {
        const { statusCode: status = 0, headers: received, rawHeaders } = response
        const type = received['content-type']
        resolve({ status, type, head: rawHeaders.join('\n'), body: Buffer.concat(chunks).toString() })
      })
    })
    request.on('timeout', () => request.destroy(new Error('no answer in time')))
    request.on('error', failed)
    request.end(body)
  })
}
