import type { Model } from '@mediagen/client'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { queryKeys } from './query-keys.ts'
import { useClient } from './session.tsx'

/** The catalogue, as this key may use it. */
export function useModels(): UseQueryResult<Model[]> {
  const client = useClient()
  return useQuery({
    queryKey: queryKeys.models,
    queryFn: async ({ signal }) => (await client.models.list({}, { signal })).data,
    staleTime: 60_000,
  })
}
