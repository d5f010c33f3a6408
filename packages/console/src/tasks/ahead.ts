import { useEffect, useRef } from 'react'
import type { More } from './list-end.tsx'

/** Asks for the next page while the end is near; not again by itself where that went wrong. */
export function useAhead(isNear: boolean, count: number, { hasMore, problem, load }: More): void {
  const latest = useRef(load)
  useEffect(() => void (latest.current = load))
  useEffect(() => {
    if (isNear && hasMore && problem === undefined) latest.current()
  }, [isNear, count, hasMore, problem])
}
