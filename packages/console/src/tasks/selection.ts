import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

export type Selection = {
  ids: ReadonlySet<string>
  /** Takes one in or out; with `isRange`, all between it and the one before too. */
  toggle: (id: string, isRange: boolean) => void
  set: (ids: readonly string[]) => void
}

/** Some of the things that are shown, in the order of `shown`. What is no longer shown is no longer chosen. */
export function useSelection(shown: readonly { id: string }[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const anchor = useRef<string>(undefined)
  const latest = useRef(shown)
  useEffect(() => void (latest.current = shown))
  const ids = useMemo(() => {
    if (chosen.size === 0) return chosen
    return new Set(shown.flatMap(({ id }) => (chosen.has(id) ? [id] : [])))
  }, [chosen, shown])
  const toggle = useCallback((id: string, isRange: boolean) => {
    const from = anchor.current
    anchor.current = id
    setChosen((before) => {
      const next = new Set(before)
      const isIn = !before.has(id)
      const range = isRange && from !== undefined ? between(latest.current, from, id) : [id]
      for (const each of range) {
        if (isIn) next.add(each)
        else next.delete(each)
      }
      return next
    })
  }, [])
  const set = useCallback((next: readonly string[]) => setChosen(new Set(next)), [])
  return { ids, toggle, set }
}

function between(shown: readonly { id: string }[], from: string, to: string): string[] {
  const ends = [from, to].map((id) => shown.findIndex((each) => each.id === id)).sort((a, b) => a - b)
  const [first = -1, last = -1] = ends
  return first === -1 ? [to] : shown.slice(first, last + 1).map(({ id }) => id)
}
