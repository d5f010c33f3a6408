import type { GetLimitsAnswer } from '@mediagen/client'
import { useQuery } from '@tanstack/react-query'
import { Meter } from '../../parts/panels/meter.tsx'
import { Panel } from '../../parts/panels/panel.tsx'
import { ErrorState } from '../../parts/states/error-state.tsx'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import { moneyText } from '../../parts/words/amounts.tsx'
import { nowSeconds } from '../../parts/words/now.ts'
import { Time } from '../../parts/words/time.tsx'
import { queryKeys } from '../../data/query-keys.ts'
import { useClient } from '../../data/session.tsx'

// What runs changes by the second; a look this often costs nothing.
const LOOK_EVERY_MS = 5_000

const LONGEST_MONTH_DAYS = 31

/** What ended tasks of the own key cost: the service keeps an account of a key only where it has a budget. */
function useSpent(): { today: number; month: number } {
  const client = useClient()
  const { data = [] } = useQuery({
    queryKey: [...queryKeys.usage(LONGEST_MONTH_DAYS, false), 'own'],
    queryFn: async ({ signal }) => (await client.usage({ days: LONGEST_MONTH_DAYS, of: 'key' }, { signal })).data,
    refetchInterval: 30_000,
  })
  const today = new Date(nowSeconds() * 1000).toISOString().slice(0, 10)
  const sum = (start: string): number =>
    data.filter(({ day }) => day.startsWith(start)).reduce((total, { usd }) => total + (usd ?? 0), 0)
  return { today: sum(today), month: sum(today.slice(0, 7)) }
}

/** What the own key and its project may use, and what is taken of it now. */
export function Budgets() {
  const client = useClient()
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.limits,
    queryFn: ({ signal }) => client.limits({ signal }),
    refetchInterval: LOOK_EVERY_MS,
  })
  const spent = useSpent()
  if (data === undefined)
    return error === null ? <Skeleton height={172} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const { day_ends: dayEnds, month_ends: monthEnds, project } = data
  return (
    <>
      <Account title="Your key" limits={data.key} spent={spent} dayEnds={dayEnds} monthEnds={monthEnds} />
      {project !== null && <Account title="Your project" limits={project} dayEnds={dayEnds} monthEnds={monthEnds} />}
    </>
  )
}

type AccountProps = {
  title: string
  limits: GetLimitsAnswer['key']
  /** What is shown where no budget is counted; without it, only budgets are. */
  spent?: { today: number; month: number }
  dayEnds: number
  monthEnds: number
}

/** What is taken of the limits of one key, or of the project of all of them. */
function Account({ title, limits, spent, dayEnds, monthEnds }: AccountProps) {
  const { usd_today: today, usd_this_month: month, in_work: inWork, waiting } = limits
  const hasBudget = today.limit !== null || month.limit !== null
  // Without a limit the service counts nothing; of the own key, what ended tasks cost is known all the same.
  const rows = [
    { label: 'Today', ...today, known: spent?.today, shown: moneyText },
    { label: 'This month', ...month, known: spent?.month, shown: moneyText },
    { label: 'Concurrent tasks', ...inWork, known: undefined, shown: String },
    { label: 'Queued tasks', ...waiting, known: undefined, shown: String },
  ].filter(({ limit, known }) => limit !== null || known !== undefined)
  if (rows.length === 0) return null
  return (
    <Panel
      title={title}
      about={
        hasBudget && (
          <>
            Includes reservations for running tasks. Resets <Time at={dayEnds} /> (daily) and <Time at={monthEnds} />{' '}
            (monthly), UTC.
          </>
        )
      }
    >
      <div className="budgets">
        {rows.map(({ label, limit, used, known = used, shown }) => (
          <Meter key={label} label={label} used={limit === null ? known : used} limit={limit} shown={shown} />
        ))}
      </div>
    </Panel>
  )
}
