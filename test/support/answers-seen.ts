import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'

type Operation = {
  parameters?: unknown[]
  requestBody?: unknown
  responses: Record<string, { content?: Record<string, unknown> }>
}

/** As much of an OpenAPI document as answers are compared with. */
export type DescribedApi = {
  paths: Record<string, Record<string, Operation>>
}
/** What went out: to which request, with which status, as what. */
export type AnswerSeen = { method: string; path: string; status: number; type: string | undefined }

// Node itself tells of every answer, however it was asked for and written.
const FINISHED = 'http.server.response.finish'

/** Notes every answer of the server at this port, raw and broken requests included, until it is asked for them. */
export function recordAnswers(port: number): () => AnswerSeen[] {
  const seen = new Map<string, AnswerSeen>()
  const note = (message: unknown): void => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    if (request.socket.localPort !== port) return
    const type = response.getHeader('content-type') ?? hijackedType(response)
    const { method = '', url = '' } = request
    const path = url.split('?', 1)[0] ?? ''
    const answer = { method, path, status: response.statusCode, type: type === undefined ? undefined : String(type) }
    seen.set(JSON.stringify(answer), answer)
  }
  subscribe(FINISHED, note)
  return () => {
    unsubscribe(FINISHED, note)
    return [...seen.values()]
  }
}

/** Headers that were written together with the status are known to nothing but the text that went out. */
function hijackedType(response: ServerResponse): string | undefined {
  const { _header: head } = response as unknown as { _header: string | null }
  return /\r\ncontent-type: ([^\r]*)/i.exec(head ?? '')?.[1]
}

/** Which of these answers the document does not describe, in words. */
export function undescribed(api: DescribedApi, answers: readonly AnswerSeen[]): string[] {
  return answers.flatMap((answer) => {
    const path = describedPath(api, answer)
    const fault = path === undefined ? undefined : faultOf(api, path, answer)
    return fault === undefined ? [] : [`${answer.method} ${path}: ${fault}`]
  })
}

type Pattern = { path: string; form: RegExp }

const patterns = new WeakMap<DescribedApi, Pattern[]>()

/**
 * The path of the document to which a request belongs. Of several that fit its address, one that takes its method, and one
 * that names it in so many words before a pattern.
 */
export function describedPath(
  api: DescribedApi,
  { path: address, method }: Pick<AnswerSeen, 'path' | 'method'>,
): string | undefined {
  const known = patterns.get(api) ?? Object.keys(api.paths).map(patternOf)
  patterns.set(api, known)
  const fitting = known.filter(({ form }) => form.test(address))
  const taking = fitting.filter(({ path }) => api.paths[path]?.[method.toLowerCase()] !== undefined)
  return (taking.find(({ path }) => path === address) ?? taking[0] ?? fitting[0])?.path
}

function patternOf(path: string): Pattern {
  return { path, form: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`) }
}

// What HTTP itself forbids is refused on every address before anyone looks at it; docs/errors.md tells of it once.
const OF_BROKEN_HEADS: ReadonlySet<number> = new Set([400, 417])

// A name that is not ours is refused in the same way.
const FOR_ANOTHER_NAME = 421

/** An operation that is given anything describes itself how that is refused. */
function isOfBrokenHead({ parameters = [], requestBody }: Operation, status: number): boolean {
  return OF_BROKEN_HEADS.has(status) && requestBody === undefined && parameters.length === 0
}

/** A browser asks before it sends what a page wants sent, where pages may call; no document describes that. */
function ofNoMethod(method: string): number[] {
  return method === 'OPTIONS' ? [204, 404, 405, FOR_ANOTHER_NAME] : [404, 405, FOR_ANOTHER_NAME]
}

function faultOf(api: DescribedApi, path: string, { method, status, type }: AnswerSeen): string | undefined {
  const methods = api.paths[path] ?? {}
  const own = methods[method.toLowerCase()]
  // What has no HEAD of its own may answer as to a GET, or not at all.
  const operation = own ?? (method === 'HEAD' && status !== 405 ? methods['get'] : undefined)
  if (operation === undefined)
    return ofNoMethod(method).includes(status) ? undefined : `${status} to a method that is none`
  const described = operation.responses[String(status)]
  if (status === FOR_ANOTHER_NAME) return undefined
  if (described === undefined)
    return isOfBrokenHead(operation, status) ? undefined : `status ${status} is not described`
  // Without a body, the type is that of what would have been sent.
  const isBare = method === 'HEAD' || status === 304 || type === undefined
  return isBare ? undefined : faultOfType(Object.keys(described.content ?? {}), status, type)
}

function faultOfType(types: readonly string[], status: number, type: string): string | undefined {
  const plain = type.split(';', 1)[0]?.trim() ?? ''
  return types.includes(plain) ? undefined : `${status} as ${plain}, described is: ${types.join(', ') || 'nothing'}`
}
