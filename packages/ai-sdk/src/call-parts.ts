import type { JSONObject, SharedV4Warning } from '@ai-sdk/provider'
import type { CallOptions } from '@mediagen/client'

type SdkOptions = {
  abortSignal?: AbortSignal
  headers?: Record<string, string | undefined>
  providerOptions?: Record<string, JSONObject>
}

/** The options of every AI SDK call, in the form that the client expects. */
export function callOptionsOf({ abortSignal, headers = {} }: SdkOptions): CallOptions {
  const given = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return { headers: Object.fromEntries(given) as Record<string, string>, ...(abortSignal && { signal: abortSignal }) }
}

/** Service parameters beyond those of the AI SDK; the service refuses unknown ones. */
export function ownParameters({ providerOptions }: SdkOptions): JSONObject {
  return providerOptions?.['mediagen'] ?? {}
}

/** A warning for each requested parameter that the service does not have. */
export function unsupported(asked: Readonly<Record<string, unknown>>): SharedV4Warning[] {
  return Object.entries(asked).flatMap(([feature, value]) =>
    value === undefined ? [] : [{ type: 'unsupported' as const, feature }],
  )
}
