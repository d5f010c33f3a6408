import http from 'node:http'
import https from 'node:https'

const WITHIN_MS = 10_000

/** Posts a message of OTLP to a collector; throws when it is not taken. Connections are kept for the next one. */
export function spanPoster(url: string, headers: Readonly<Record<string, string>>) {
  const { Agent, request } = url.startsWith('https:') ? https : http
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const post = async (body: readonly Buffer[]): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const bytes = body.reduce((sum, piece) => sum + piece.length, 0)
    const asked = request(url, {
      method: 'POST',
      agent,
      timeout: WITHIN_MS,
      headers: { ...headers, 'content-type': 'application/x-protobuf', 'content-length': bytes },
    })
    asked.once('timeout', () => asked.destroy(new Error(`no answer within ${WITHIN_MS} ms`)))
    asked.once('error', reject)
    asked.once('response', (answer) => {
      answer.resume()
      const { statusCode: status = 0 } = answer
      answer.once('close', () => {
        const isTaken = status >= 200 && status < 300
        // One that answers before it has heard everything has not taken it, and the bytes are still on their way.
        if (isTaken && asked.writableFinished) resolve()
        else reject(new Error(`the collector answered with status ${status}${isTaken ? ' too early' : ''}`))
      })
    })
    // Sent together: else the first few bytes would travel alone.
    asked.cork()
    for (const piece of body) asked.write(piece)
    asked.end()
    return promise
  }
  return { post, close: () => agent.destroy() }
}
