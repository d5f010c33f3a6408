import { readInputs, type ImageInput } from './image-input.ts'
import { randomWord } from './runtime.ts'
import type { Call, CallOptions, Transport } from './transport.ts'

// The service answers an image after two minutes at the latest, unless it was told to be more patient; uploads come on top.
const GENERATION_TIMEOUT_MS = 600_000

export type GenerationOptions = CallOptions & {
  /** Makes the call repeatable beyond this process: the same key and request give the same task for 24 hours. */
  idempotencyKey?: string
}

type Params = Readonly<Record<string, unknown>> & { image?: ImageInput | readonly ImageInput[] }

/**
 * The call that asks for a generation. Its key is made here, once, before anything is sent: however often the call is
 * repeated, the service makes one task.
 */
export async function generationCall(
  { runtime }: Transport,
  path: string,
  { image, ...params }: Params,
  { idempotencyKey, signal }: GenerationOptions = {},
): Promise<Call> {
  const inputs = await readInputs(image, signal)
  const given = Object.entries(params).filter(([, value]) => value !== undefined)
  const call = {
    method: 'POST',
    path,
    headers: { 'idempotency-key': idempotencyKey ?? `client-${randomWord(runtime)}` },
    repeatable: 'always',
    timeoutMs: GENERATION_TIMEOUT_MS,
  } as const
  const addresses = inputs.filter((each) => typeof each === 'string')
  if (addresses.length === inputs.length)
    return { ...call, json: { ...Object.fromEntries(given), ...(inputs.length > 0 && { image: addresses }) } }
  return {
    ...call,
    form: () => {
      const form = new FormData()
      for (const [name, value] of given) form.append(name, String(value))
      for (const each of inputs) {
        if (typeof each === 'string') form.append('image', each)
        else form.append('image', each, each instanceof File ? each.name : 'image')
      }
      return form
    },
  }
}
