import type { ListAllTasksQuery } from '@mediagen/client'
import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { nowSeconds } from '../parts/words/now.ts'
import { queryOf, readFilter, writeFilter, type Filter, type Status } from './filter.ts'

export type UsedFilter = {
  filter: Filter
  query: ListAllTasksQuery
  change: (change: Partial<Filter>) => void
}

/** The filter that the address says, and the question that follows from it. `only` narrows it further, unseen. */
export function useFilter({ only, ofAll = false }: { only?: Status; ofAll?: boolean }): UsedFilter {
  const [address, setAddress] = useSearchParams()
  const text = writeFilter(readFilter(address, ofAll), new URLSearchParams()).toString()
  const filter = useMemo(() => readFilter(new URLSearchParams(text), ofAll), [text, ofAll])
  const query = useMemo(() => {
    const asked = only === undefined ? filter : { ...filter, statuses: [only] }
    return queryOf(asked, nowSeconds())
  }, [filter, only])
  return {
    filter,
    query,
    change: (change) =>
      setAddress((now) => writeFilter({ ...readFilter(now, ofAll), ...change }, now), { replace: true }),
  }
}
