import type { JSONObject, SharedV4Warning } from '@ai-sdk/provider'
import { PermissionError, type CallOptions, type Mediagen, type Receipt } from '@mediagen/client'

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

/** What was not done exactly as asked, from the receipt. */
export function warningsOf(receipts: readonly Receipt[]): SharedV4Warning[] {
  return receipts.flatMap(({ warnings }) => warnings.map((message) => ({ type: 'other' as const, message })))
}

/** The receipts of some tasks; none for a key that may not read them. */
export async function receiptsOf(client: Mediagen, ids: readonly string[], options: CallOptions): Promise<Receipt[]> {
  try {
    return await Promise.all(ids.map((id) => client.tasks.get(id, options)))
  } catch (error) {
    if (error instanceof PermissionError) return []
    throw error
  }
}
