import type { Receipt } from '@mediagen/client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useModels } from './models.ts'
import { queryKeys } from './query-keys.ts'
import { useClient } from './session.tsx'

const LOOK_EVERY_MS = 1_500

/** An address of how far a task has come, where its model shows it. */
export function useTaskPreview({ id, model, kind, status }: Receipt): string | undefined {
  const client = useClient()
  const { data: models } = useModels()
  const isShown = models?.some((each) => each.id === model && each.kind === kind && each.previews) === true
  const { data: picture = null } = useQuery({
    queryKey: queryKeys.taskPreview(id),
    queryFn: async ({ signal }) => (await client.tasks.preview(id, { signal })) ?? null,
    enabled: isShown && status === 'processing',
    refetchInterval: LOOK_EVERY_MS,
    gcTime: 0,
  })
  const address = useMemo(() => (picture === null ? undefined : URL.createObjectURL(picture)), [picture])
  useEffect(() => () => void (address !== undefined && URL.revokeObjectURL(address)), [address])
  return address
}
