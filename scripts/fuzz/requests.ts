import { CONTENT_TYPES } from './content-types.ts'
import { objectFor, valueFor, type Dice, type Schema } from './values.ts'

type Parameter = { name: string; in: 'path' | 'query' | 'header'; schema: Schema }
export type Operation = {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, unknown> }>
}
export type Api = { paths: Record<string, Record<string, Operation>> }
/** A request as it is sent: whole, so that it can be printed and sent again. */
export type FuzzRequest = { method: string; target: string; headers: Record<string, string>; body: Buffer | undefined }

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

/** Ids and names that answers have shown so far: what is made of nothing never gets past the first look. */
export type Seen = { tasks: readonly string[]; files: readonly string[] }

/** A request to some operation, with values that fit, nearly fit, or do not. */
export function requestFor(api: Api, dice: Dice, key: string, seen: Seen): FuzzRequest {
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
  return { method: method.toUpperCase(), target: targetFor({ path, operation, seen }, dice), headers, body }
}

type Place = { path: string; operation: Operation | undefined; seen: Seen }

const ODD_IDS = ['1', '12345678901234567890', '%00', '%ff', '%', '..', '-1', 'x.png', '9'.repeat(300), '%2e%2e%2f', '*']

function targetFor({ path, operation, seen }: Place, dice: Dice): string {
  const text = (schema: Schema): string =>
    encodeURIComponent(textOf(valueFor(schema, dice)).replaceAll(/\p{Surrogate}/gu, '?'))
  const parameters = operation?.parameters ?? []
  const known = path.startsWith('/files/') ? seen.files : seen.tasks
  const filled = path.replaceAll(/\{(\w+)\}/g, () => {
    const chance = dice.next()
    if (chance < 0.6 && known.length > 0) return dice.pick(known)
    return chance < 0.8 ? dice.pick(ODD_IDS) : text({}) || '0'
  })
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
  // A model that is there, so that most requests reach what lies behind the first check, and one that is quick.
  if ('model' in fields && dice.next() < 0.6) fields['model'] = 'sandbox'
  if ('override_settings' in (forms[form]?.schema.properties ?? {}))
    fields['override_settings'] = { sd_model_checkpoint: 'sandbox' }
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
