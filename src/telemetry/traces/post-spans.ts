import http from 'node:http'
import https from 'node:https'

const WITHIN_MS = 10_000

/** Posts a message of OTLP to a collector; throws when it is not taken. Connections are kept for the next one. */
export function spanPoster(url: string, headers: Readonly<Record<string, string>>) {
  const { Agent, request } = url.startsWith('https:') ? https : http
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const post = async (body: string): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const bytes = Buffer.from(body)
    const asked = request(url, {
      method: 'POST',
      agent,
      timeout: WITHIN_MS,
      headers: { ...headers, 'content-type': 'application/json', 'content-length': bytes.length },
    })
    asked.once('timeout', () => asked.destroy(new Error(`no response within ${WITHIN_MS} ms`)))
    asked.once('error', reject)
    asked.once('response', (answer) => {
      answer.resume()
      const { statusCode: status = 0 } = answer
      answer.once('close', () => {
        const isTaken = status >= 200 && status < 300
        // One that answers before it has heard everything has not taken it, and the bytes are still on their way.
        if (isTaken && asked.writableFinished) resolve()
        else reject(new Error(`the collector responded with status ${status}${isTaken ? ' too early' : ''}`))
      })
    })
    asked.end(bytes)
    return promise
  }
  return { post, close: () => agent.destroy() }
}
