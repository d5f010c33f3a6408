import type { ManagedKey } from '@mediagen/client'
import { useQuery } from '@tanstack/react-query'
import { moneyText } from '../../parts/words/amounts.tsx'
import { nowSeconds } from '../../parts/words/now.ts'
import { queryKeys } from '../../data/query-keys.ts'
import { useCaller } from '../../data/caller.ts'
import { useClient } from '../../data/session.tsx'

/** What each key spent on ended tasks since the first of the month, in UTC, by its id; undefined until that is known. */
export type Spending = ReadonlyMap<string, number> | undefined

export function useSpending(): Spending {
  const client = useClient()
  const isOperator = useCaller().may('admin')
  const { data } = useQuery({
    queryKey: [...queryKeys.keys, 'spending'],
    enabled: isOperator,
    queryFn: async ({ signal }) => {
      const today = new Date(nowSeconds() * 1000).toISOString()
      const month = today.slice(0, 7)
      const { data: lines } = await client.admin.usage({ days: Number(today.slice(8, 10)) }, { signal })
      const spent = new Map<string, number>()
      for (const { day, key_id: id, usd } of lines)
        if (day.startsWith(month)) spent.set(id, (spent.get(id) ?? 0) + (usd ?? 0))
      return spent
    },
  })
  return data
}

export function Spent({ of: { id, limits }, spending }: { of: ManagedKey; spending: Spending }) {
  if (spending === undefined) return <span className="faint">…</span>
  return (
    <span className="two-lines">
      <span>{moneyText(spending.get(id) ?? 0)}</span>
      {limits.perMonthUsd !== null && <small>of {moneyText(limits.perMonthUsd)}</small>}
    </span>
  )
}
