import { objectFor, valueFor, type Dice, type Schema } from './fuzz-values.ts'

type Parameter = { name: string; in: 'path' | 'query' | 'header'; schema: Schema }
export type Operation = {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, unknown> }>
}
export type Api = { paths: Record<string, Record<string, Operation>> }
/** A request as it is sent: whole, so that it can be printed and sent again. */
export type FuzzRequest = { method: string; target: string; headers: Record<string, string>; body: Buffer | undefined }

const BASES = [
  'application/json',
  'multipart/form-data',
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/xml',
  'image/png',
  '*/*',
  'json',
  '/',
  ';',
] as const
const TAILS = [
  '',
  ';',
  '; charset=utf-8',
  '; charset=UTF-16',
  '; charset="utf-8"',
  '; charset=',
  '; boundary=B',
  '; boundary="B"',
  '; boundary=',
  '; boundary=B; boundary=C',
  '; charset=utf-8; charset=latin1',
  ';;;',
  '; q',
  '; =',
  '; a="',
  '; a="\\"',
  ', text/html',
  ' ; BOUNDARY=B',
  '; boundary=' + 'b'.repeat(80),
  '; charset=utf8',
] as const
/** Two hundred and more ways to say what a body is, most of them wrong. */
export const CONTENT_TYPES: readonly string[] = BASES.flatMap((base) => TAILS.map((tail) => base + tail)).concat(
  'APPLICATION/JSON',
  'Application/Json; Charset=UTF-8',
  'application/json+x',
  'application/problem+json',
  'multipart/mixed; boundary=B',
  'é',
  'application/json\u00e9',
  'a/b/c',
  ' application/json ',
)
const ODD_HEADERS: readonly (readonly [string, string])[] = [
  ['accept', 'text/html'],
  ['accept', '*/*;q=0'],
  ['accept', 'application/json;q=2'],
  ['accept', ','],
  ['prefer', 'respond-async'],
  ['prefer', 'wait=0'],
  ['prefer', 'wait=abc'],
  ['prefer', ',;='],
  ['idempotency-key', ''],
  ['idempotency-key', 'a b'],
  ['idempotency-key', 'x'.repeat(256)],
  ['idempotency-key', 'again'],
  ['content-encoding', 'gzip'],
  ['range', 'bytes=0-'],
  ['range', 'bytes=-0'],
  ['range', 'bytes=9-1'],
  ['range', 'lines=1'],
  ['if-none-match', '*'],
  ['last-event-id', '1e9'],
  ['last-event-id', '99999999999999999'],
  ['authorization', 'Bearer'],
  ['authorization', 'Basic a'],
  ['authorization', 'Bearer a b'],
  ['x-http-method-override', 'DELETE'],
  ['x-request-id', 'mine'],
]

/** A request to some operation, with values that fit, nearly fit, or do not. */
export function requestFor(api: Api, dice: Dice, key: string): FuzzRequest {
  const path = dice.pick(Object.keys(api.paths))
  const methods = api.paths[path] ?? {}
  const method =
    dice.next() < 0.05
      ? dice.pick(['PUT', 'PATCH', 'OPTIONS', 'DELETE', 'HEAD', 'GET', 'POST'])
      : dice.pick(Object.keys(methods))
  const operation = methods[method.toLowerCase()]
  const headers: Record<string, string> = dice.next() < 0.97 ? { authorization: `Bearer ${key}` } : {}
  if (dice.next() < 0.2) Object.assign(headers, Object.fromEntries([dice.pick(ODD_HEADERS)]))
  const body = operation?.requestBody === undefined ? undefined : bodyFor(operation.requestBody.content, dice, headers)
  if (operation?.requestBody === undefined && dice.next() < 0.1) headers['content-type'] = dice.pick(CONTENT_TYPES)
  return { method: method.toUpperCase(), target: targetFor(path, operation, dice), headers, body }
}

function targetFor(path: string, operation: Operation | undefined, dice: Dice): string {
  const text = (schema: Schema): string =>
    encodeURIComponent(textOf(valueFor(schema, dice)).replaceAll(/\p{Surrogate}/gu, '?'))
  const parameters = operation?.parameters ?? []
  const filled = path.replaceAll(/\{(\w+)\}/g, () =>
    dice.next() < 0.5
      ? dice.pick(['1', '12345678901234567890', '%00', '%ff', '%', '..', '-1', 'x.png', '9'.repeat(300)])
      : text({}) || '0',
  )
  const query = parameters.filter((each) => each.in === 'query' && dice.next() < 0.4)
  const extra = dice.next() < 0.05 ? ['nope=1'] : []
  const pairs = [...query.map(({ name, schema }) => `${name}=${text(schema)}`), ...extra]
  return pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`
}

function bodyFor(
  forms: Readonly<Record<string, { schema: Schema }>>,
  dice: Dice,
  headers: Record<string, string>,
): Buffer {
  const form = dice.pick(Object.keys(forms))
  const fields = objectFor(forms[form]?.schema ?? {}, dice)
  // A model that is there, so that most requests reach what lies behind the first check.
  if ('model' in fields && dice.next() < 0.6) fields['model'] = 'sandbox'
  headers['content-type'] = form === 'multipart/form-data' ? `${form}; boundary=B` : form
  if (dice.next() < 0.2) headers['content-type'] = dice.pick(CONTENT_TYPES)
  const body = form === 'multipart/form-data' ? formText(fields) : JSON.stringify(fields)
  return Buffer.from(dice.next() < 0.1 ? cut(body, dice) : body)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

function formText(fields: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((each) => {
      return `--B\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${textOf(each)}\r\n`
    }),
  )
  return `${parts.join('')}--B--\r\n`
}

function cut(text: string, dice: Dice): string {
  const at = Math.floor(dice.next() * text.length)
  return dice.pick([text.slice(0, at), text.slice(at), text.slice(0, at) + '\u0000' + text.slice(at), text + text])
}

/** What no HTTP library would send. */
export const RAW_REQUESTS: readonly string[] = [
  'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  'QUERY / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  'TRACE /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  'GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  'GET http://other/healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  'GET * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  'GET /healthz HTTP/1.0\r\n\r\n',
  'GET  /healthz HTTP/1.1\r\nHost: x\r\n\r\n',
  'POST /api/ai/videos HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
  'POST /api/ai/videos HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx',
  'POST /api/ai/videos HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  'POST /api/ai/videos HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n',
  'GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: \u0001\r\n\r\n',
  'GET /healthz HTTP/1.1\r\nHost: x\r\n folded: y\r\n\r\n',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000',
]
