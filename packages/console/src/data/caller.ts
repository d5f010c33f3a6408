import type { GetMeAnswer } from '@mediagen/client'
import { useQuery } from '@tanstack/react-query'
import { queryKeys } from './query-keys.ts'
import { useClient } from './session.tsx'

/** A scope, or the role of an owner in the project of the key. */
export type Scope = GetMeAnswer['scopes'][number] | 'owner'

export type Caller = {
  /** Undefined until the service has said so. */
  me: GetMeAnswer | undefined
  error: Error | null
  /** Whether the key has this scope; false until the service has said so. */
  may: (scope: Scope) => boolean
}

/** What the key may do, by the word of the service. */
export function useCaller(): Caller {
  const client = useClient()
  const { data, error } = useQuery({
    queryKey: queryKeys.me,
    queryFn: ({ signal }) => client.me({ signal }),
    staleTime: 60_000,
  })
  const may = (scope: Scope): boolean =>
    scope === 'owner' ? data?.project?.role === 'owner' : data?.scopes.includes(scope) === true
  return { me: data, error, may }
}
