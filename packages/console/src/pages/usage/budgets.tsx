import { useQuery } from '@tanstack/react-query'
import { Meter } from '../../parts/panels/meter.tsx'
import { Panel } from '../../parts/panels/panel.tsx'
import { ErrorState } from '../../parts/states/error-state.tsx'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import { moneyText } from '../../parts/words/amounts.tsx'
import { Time } from '../../parts/words/time.tsx'
import { queryKeys } from '../../data/query-keys.ts'
import { useClient } from '../../data/session.tsx'

// What runs changes by the second; a look this often costs nothing.
const LOOK_EVERY_MS = 5_000

/** What the own key may use, and what is taken of it now. */
export function Budgets() {
  const client = useClient()
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.limits,
    queryFn: ({ signal }) => client.limits({ signal }),
    refetchInterval: LOOK_EVERY_MS,
  })
  if (data === undefined)
    return error === null ? <Skeleton height={172} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const { usd_today: today, usd_this_month: month, in_work: inWork, waiting } = data.key
  return (
    <Panel
      title="Your key"
      about={
        <>
          Spent, and reserved for what has not ended. The day ends <Time at={data.day_ends} />, the month{' '}
          <Time at={data.month_ends} />, both in UTC.
        </>
      }
    >
      <div className="budgets">
        <Meter label="Today" used={today.used} limit={today.limit} shown={moneyText} />
        <Meter label="This month" used={month.used} limit={month.limit} shown={moneyText} />
        <Meter label="In work" used={inWork.used} limit={inWork.limit} shown={String} />
        <Meter label="Waiting" used={waiting.used} limit={waiting.limit} shown={String} />
      </div>
    </Panel>
  )
}
