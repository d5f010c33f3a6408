import type { AdminKeys, Project } from '@mediagen/client'
import { useQuery } from '@tanstack/react-query'
import { useCaller } from './caller.ts'
import { queryKeys } from './query-keys.ts'
import { useClient } from './session.tsx'

/** All projects, newest first, for operators; none for others, and until they are known. */
export function useProjects(): Project[] {
  const client = useClient()
  const isOperator = useCaller().may('admin')
  const { data = [] } = useQuery({
    queryKey: [...queryKeys.projects, 'all'],
    queryFn: ({ signal }) => Array.fromAsync(client.admin.projects.list({ limit: 100 }, { signal })),
    enabled: isOperator,
    staleTime: 10_000,
  })
  return data
}

/** The keys that the caller manages: all of them for operators, those of its project for an owner. */
export function useManagedKeys(): AdminKeys {
  const client = useClient()
  return useCaller().may('admin') ? client.admin.keys : client.projectKeys
}
