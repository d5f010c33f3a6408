import type { JSONObject, SharedV4Warning } from '@ai-sdk/provider'
import type { CallOptions } from '@mediagen/client'

type SdkOptions = {
  abortSignal?: AbortSignal
  headers?: Record<string, string | undefined>
  providerOptions?: Record<string, JSONObject>
}

/** What every call of the AI SDK carries, as the client takes it. */
export function callOptionsOf({ abortSignal, headers = {} }: SdkOptions): CallOptions {
  const given = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return { headers: Object.fromEntries(given) as Record<string, string>, ...(abortSignal && { signal: abortSignal }) }
}

/** Parameters of the service beyond those of the AI SDK; it refuses what it does not know. */
export function ownParameters({ providerOptions }: SdkOptions): JSONObject {
  return providerOptions?.['mediagen'] ?? {}
}

/** A warning for each of these that was asked for: the service has no such parameter. */
export function unsupported(asked: Readonly<Record<string, unknown>>): SharedV4Warning[] {
  return Object.entries(asked).flatMap(([feature, value]) =>
    value === undefined ? [] : [{ type: 'unsupported' as const, feature }],
  )
}
