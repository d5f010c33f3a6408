import {
  asDataUrl,
  type ImageInput,
  type ImageItem,
  isNamed,
  readInputs,
  readVideo,
  ROLE_FIELDS,
  type RoleField,
  type VideoInput,
} from './image-input.ts'
import { randomWord } from './runtime.ts'
import type { Call, CallOptions, Transport } from './transport.ts'

// The service answers an image request within two minutes, unless configured otherwise; uploads take additional time.
const GENERATION_TIMEOUT_MS = 600_000

export type GenerationOptions = CallOptions & {
  /** Makes the call repeatable across processes: the same key and request return the same task for 24 hours. */
  idempotencyKey?: string
}

type Params = Readonly<Record<string, unknown>> & {
  image?: ImageItem | readonly ImageItem[]
  video?: VideoInput
} & { [Name in RoleField]?: ImageInput }

/** One picture as it is sent, its field, and its role if the field does not determine it. */
type Sent = { field: 'image' | 'video' | RoleField; content: string | Blob; role?: string }

const FIELDS = ['image', 'video', ...ROLE_FIELDS] as const

/**
 * The call for a generation. Its idempotency key is created once, before anything is sent, so the service creates one task
 * however often the call is repeated.
 */
export async function generationCall(
  { runtime }: Transport,
  path: string,
  params: Params,
  { idempotencyKey, signal }: GenerationOptions = {},
): Promise<Call> {
  const sent = await inTextWhereNamed(await gatherInputs(params, signal))
  const given = Object.entries(params).filter(
    ([name, value]) => value !== undefined && !FIELDS.some((field) => field === name),
  )
  const call = {
    method: 'POST',
    path,
    headers: { 'idempotency-key': idempotencyKey ?? `client-${randomWord(runtime)}` },
    repeatable: 'always',
    timeoutMs: GENERATION_TIMEOUT_MS,
  } as const
  if (sent.every(({ content }) => typeof content === 'string'))
    return { ...call, json: { ...Object.fromEntries(given), ...addressesIn(sent) } }
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

async function gatherInputs(params: Params, signal: AbortSignal | undefined): Promise<Sent[]> {
  const items = params.image === undefined ? [] : [params.image].flat()
  const images = items.map(async (item): Promise<Sent[]> => {
    const contents = await readInputs(isNamed(item) ? item.url : item, signal)
    if (!isNamed(item)) return contents.map((content) => ({ field: 'image', content }))
    const own = ROLE_FIELDS.find((field) => field === item.role)
    return contents.map((content) => (own ? { field: own, content } : { field: 'image', content, role: item.role }))
  })
  const roles = ROLE_FIELDS.map(async (field): Promise<Sent[]> =>
    (await readInputs(params[field], signal)).map((content) => ({ field, content })),
  )
  const video = readVideo(params.video, signal).then((read) =>
    read.map((content): Sent => ({ field: 'video', content })),
  )
  return (await Promise.all([...images, video, ...roles])).flat()
}

/** A form cannot contain a role for a file, so such a request is sent as JSON, with its files as text. */
async function inTextWhereNamed(sent: Sent[]): Promise<Sent[]> {
  if (sent.every(({ role }) => role === undefined)) return sent
  return Promise.all(sent.map(async (each) => ({ ...each, content: await asDataUrl(each.content) })))
}

function addressesIn(sent: readonly Sent[]): Record<string, unknown> {
  const image = sent
    .filter(({ field }) => field === 'image')
    .map(({ content, role }) => (role === undefined ? content : { url: content, role }))
  const roles = sent.filter(({ field }) => field !== 'image').map(({ field, content }) => [field, content])
  return { ...Object.fromEntries(roles), ...(image.length > 0 && { image }) }
}
