import { request } from 'node:http'

export type Answer = { status: number; json: Readonly<Record<string, unknown>> }

// None of its answers takes long: pictures are made in the background.
const TIMEOUT_MS = 30_000

/** Calls the server that we started ourselves, on loopback; status 0 if it does not respond. */
export async function askServer(port: number, method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
  return await new Promise((resolve) => {
    const none = (): void => resolve({ status: 0, json: {} })
    const text = body === undefined ? '' : JSON.stringify(body)
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
    const asked = request({ host: '127.0.0.1', port, method, path, headers, timeout: TIMEOUT_MS }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('error', none)
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, json: recordIn(Buffer.concat(parts).toString()) }),
      )
    })
    asked.on('timeout', () => asked.destroy())
    asked.on('error', none)
    asked.end(text)
  })
}

function recordIn(text: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {}
  } catch {
    return { message: text.slice(0, 300) }
  }
}
