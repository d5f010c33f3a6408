import type { Page, PagePromise } from '@mediagen/client'
import { useInfiniteQuery } from '@tanstack/react-query'

type Listed<T> = {
  rows: readonly T[] | undefined
  error: Error | null
  hasMore: boolean
  isLoadingMore: boolean
  loadMore: () => void
  retry: () => void
}

type Options<T> = {
  key: readonly unknown[]
  /** Asks for the first page. */
  ask: (signal: AbortSignal) => PagePromise<T>
  refetchEveryMs?: number
  enabled?: boolean
}

// What was the last page when it was asked for may be behind the end by now.
const EMPTY = { data: [], hasMore: false, next: async () => undefined, async *[Symbol.asyncIterator]() {} }

/** A list of the service, page after page, as far as somebody looked. */
export function usePages<T>({ key, ask, refetchEveryMs, enabled = true }: Options<T>): Listed<T> {
  const answer = useInfiniteQuery({
    queryKey: key,
    enabled,
    initialPageParam: null as Page<T> | null,
    queryFn: async ({ pageParam, signal }): Promise<Page<T>> =>
      (pageParam === null ? await ask(signal) : await pageParam.next()) ?? EMPTY,
    getNextPageParam: (last) => (last.hasMore ? last : undefined),
    ...(refetchEveryMs === undefined ? {} : { refetchInterval: refetchEveryMs }),
  })
  return {
    rows: answer.data?.pages.flatMap(({ data }) => data),
    error: answer.error,
    hasMore: answer.hasNextPage,
    isLoadingMore: answer.isFetchingNextPage,
    loadMore: () => void answer.fetchNextPage(),
    retry: () => void answer.refetch(),
  }
}
