import {
  hasRole,
  readInput,
  ROLE_FIELDS,
  type ImageInput,
  type ImageSet,
  type ImageWithRole,
  type RoleField,
} from './image-input.ts'
import { randomWord } from './runtime.ts'
import type { Call, CallOptions, Transport } from './transport.ts'

// The service answers an image after two minutes at the latest, unless it was told to be more patient; uploads come on top.
const GENERATION_TIMEOUT_MS = 600_000

export type GenerationOptions = CallOptions & {
  /** Makes the call repeatable beyond this process: the same key and request give the same task for 24 hours. */
  idempotencyKey?: string
}

type Params = Readonly<Record<string, unknown>> & {
  image?: ImageSet
} & { [Name in RoleField]?: ImageInput }

/** One picture as it is sent, and the field that it goes into. */
type Sent = { field: 'image' | RoleField; content: string | Blob; role?: ImageWithRole['role'] }

/**
 * The call that asks for a generation. Its key is made here, once, before anything is sent: however often the call is
 * repeated, the service makes one task.
 */
export async function generationCall(
  { runtime }: Transport,
  path: string,
  params: Params,
  { idempotencyKey, signal }: GenerationOptions = {},
): Promise<Call> {
  const fields = ['image', ...ROLE_FIELDS] as const
  const sent = (await Promise.all(fields.map((field) => picturesIn(field, params[field], signal)))).flat()
  const given = Object.entries(params).filter(
    ([name, value]) => value !== undefined && !fields.some((field) => field === name),
  )
  const call = {
    method: 'POST',
    path,
    headers: { 'idempotency-key': idempotencyKey ?? `client-${randomWord(runtime)}` },
    repeatable: 'always',
    timeoutMs: GENERATION_TIMEOUT_MS,
  } as const
  // In a form nothing names the role of a picture in `image`.
  if (sent.every(({ content }) => typeof content === 'string') || sent.some(({ role }) => role !== undefined))
    return { ...call, json: { ...Object.fromEntries(given), ...(await addressesIn(sent)) } }
  return {
    ...call,
    form: () => {
      const form = new FormData()
      for (const [name, value] of given) form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
      for (const { field, content } of sent) {
        if (typeof content === 'string') form.append(field, content)
        else form.append(field, content, content instanceof File ? content.name : 'image')
      }
      return form
    },
  }
}

async function picturesIn(
  field: Sent['field'],
  inputs: ImageSet | undefined,
  signal: AbortSignal | undefined,
): Promise<Sent[]> {
  const all = inputs === undefined ? [] : [inputs].flat()
  const read = await Promise.all(
    all.map(async (input): Promise<Sent[]> => {
      const [content, role] = hasRole(input) ? [input.url, { role: input.role }] : [input, {}]
      return (await readInput(content, signal)).map((each) => ({ field, content: each, ...role }))
    }),
  )
  return read.flat()
}

async function addressesIn(sent: readonly Sent[]): Promise<Record<string, unknown>> {
  const all = await Promise.all(sent.map(async (each) => ({ ...each, url: await addressOf(each.content) })))
  const image = all
    .filter(({ field }) => field === 'image')
    .map(({ url, role }) => (role === undefined ? url : { url, role }))
  const roles = all.filter(({ field }) => field !== 'image').map(({ field, url }) => [field, url])
  return { ...Object.fromEntries(roles), ...(image.length > 0 && { image }) }
}

async function addressOf(content: string | Blob): Promise<string> {
  if (typeof content === 'string') return content
  let binary = ''
  for (const byte of new Uint8Array(await content.arrayBuffer())) binary += String.fromCharCode(byte)
  return `data:${content.type === '' ? 'application/octet-stream' : content.type};base64,${btoa(binary)}`
}
