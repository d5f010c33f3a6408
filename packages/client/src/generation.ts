import { readInputs, ROLE_FIELDS, type ImageInput, type RoleField } from './image-input.ts'
import { randomWord } from './runtime.ts'
import type { Call, CallOptions, Transport } from './transport.ts'

// The service answers an image after two minutes at the latest, unless it was told to be more patient; uploads come on top.
const GENERATION_TIMEOUT_MS = 600_000

export type GenerationOptions = CallOptions & {
  /** Makes the call repeatable beyond this process: the same key and request give the same task for 24 hours. */
  idempotencyKey?: string
}

type Params = Readonly<Record<string, unknown>> & {
  image?: ImageInput | readonly ImageInput[]
} & { [Name in RoleField]?: ImageInput }

/** One picture as it is sent, and the field that it goes into. */
type Sent = { field: 'image' | RoleField; content: string | Blob }

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
  const sent = (
    await Promise.all(
      fields.map(async (field): Promise<Sent[]> =>
        (await readInputs(params[field], signal)).map((content) => ({ field, content })),
      ),
    )
  ).flat()
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

function addressesIn(sent: readonly Sent[]): Record<string, unknown> {
  const image = sent.filter(({ field }) => field === 'image').map(({ content }) => content)
  const roles = sent.filter(({ field }) => field !== 'image').map(({ field, content }) => [field, content])
  return { ...Object.fromEntries(roles), ...(image.length > 0 && { image }) }
}
