import type { ProviderRow } from './provider-row.ts'
import { PROVIDERS_IN_ONE_CALL } from './providers-in-one-call.ts'
import { PROVIDERS_WITH_JOBS } from './providers-with-jobs.ts'

/** Every AI SDK provider that we know: a new one is a new row in one of the two. */
export const PROVIDERS = { ...PROVIDERS_WITH_JOBS, ...PROVIDERS_IN_ONE_CALL } as const satisfies Readonly<
  Record<string, ProviderRow>
>

export type ProviderId = keyof typeof PROVIDERS

/** The row of a provider, by its id. */
export function providerRow(id: string): ProviderRow | undefined {
  return Object.hasOwn(PROVIDERS, id) ? PROVIDERS[id as ProviderId] : undefined
}
