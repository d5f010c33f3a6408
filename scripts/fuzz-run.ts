import { request as send } from 'node:http'
import { connect } from 'node:net'
import { undescribed, type DescribedApi } from '../test/support/answers-seen.ts'
import { RAW_REQUESTS, requestFor, type Api, type FuzzRequest } from './fuzz-requests.ts'
import { diceOf } from './fuzz-values.ts'

/** How the answers were, and what was wrong with any. */
export type FuzzResult = { statuses: Map<number, number>; faults: string[] }

// What waits for its task must not hold up the rest.
const TOGETHER = 16

type Answer = { status: number; type: string | undefined; body: string }

/** Sends `count` requests that are made from the service's own document, and judges every answer. */
export async function fuzz(
  url: string,
  key: string,
  { count, seed }: { count: number; seed: number },
): Promise<FuzzResult> {
  const api = (await (await fetch(`${url}/openapi.json`)).json()) as Api & DescribedApi
  const dice = diceOf(seed)
  const result: FuzzResult = { statuses: new Map(), faults: [] }
  const judge = (what: string, answer: Answer, known: readonly string[]): void => {
    result.statuses.set(answer.status, (result.statuses.get(answer.status) ?? 0) + 1)
    const faults = [...known, ...faultsOf(answer)]
    if (faults.length > 0) result.faults.push(`${faults.join('; ')}\n  ${what}\n  ${answer.body.slice(0, 300)}`)
  }
  const one = async (made: FuzzRequest): Promise<void> => {
    const answer = await exchange(url, made)
    const path = made.target.split('?', 1)[0] ?? ''
    const seen = { method: made.method, path, status: answer.status, type: answer.type }
    judge(describe(made), answer, undescribed(api, [seen]))
  }
  for (let sent = 0; sent < count; sent += TOGETHER) {
    const some = Array.from({ length: Math.min(TOGETHER, count - sent) }, () => requestFor(api, dice, key))
    await Promise.all(some.map(one))
  }
  for (const text of RAW_REQUESTS) judge(JSON.stringify(text), await rawExchange(url, text), [])
  return result
}

function describe({ method, target, headers, body }: FuzzRequest): string {
  return `${method} ${target.slice(0, 300)} ${JSON.stringify(headers)} ${body?.toString().slice(0, 300) ?? ''}`
}

/** The models of the sandbox fail only when told to, so any 5xx is a fault of ours. */
function faultsOf({ status, type, body }: Answer): string[] {
  if (status >= 500) return [`status ${status}`]
  if (status < 400 || body === '') return []
  const isOurs = type === 'application/json; charset=utf-8' && /^\{"error":\{"code":"\w+","message":/.test(body)
  return isOurs ? [] : [`${status} is not in the form of our errors`]
}

async function exchange(url: string, { method, target, headers, body }: FuzzRequest): Promise<Answer> {
  return await new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    // Header values may be any bytes: those that this library would refuse are left out before.
    const safe = Object.fromEntries(
      Object.entries(headers).filter(([, value]) => /^[\x20-\x7e\xa0-\xff]*$/.test(value)),
    )
    const request = send({ hostname, port, method, path: target, headers: safe }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const { statusCode: status = 0, headers: received } = response
        resolve({ status, type: received['content-type'], body: Buffer.concat(chunks).toString() })
      })
    })
    request.on('error', reject)
    request.end(body)
  })
}

async function rawExchange(url: string, text: string): Promise<Answer> {
  const { hostname, port } = new URL(url)
  return await new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(text, 'latin1'))
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      // The answer is there; whether the connection stays open is not the question.
      socket.end()
    })
    socket.on('error', reject)
    socket.on('close', () => {
      const [head = '', body = ''] = Buffer.concat(chunks).toString('latin1').split('\r\n\r\n')
      const type = /\r\ncontent-type: ([^\r]*)/i.exec(head)?.[1]
      resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0), type, body })
    })
  })
}
