import type { ListedDelivery } from '@mediagen/client'
import { State } from '../../parts/words/badge.tsx'
import { useNow } from '../../parts/words/now.ts'
import { Time } from '../../parts/words/time.tsx'

/** How a delivery stands, and when it goes on. */
export function DeliveryBadge({
  of: { status, next_attempt: next, attempts },
}: {
  of: Pick<ListedDelivery, 'status' | 'next_attempt' | 'attempts'>
}) {
  switch (status) {
    case 'delivered':
      return <State kind="good">Delivered</State>
    case 'dead':
      return <State kind="bad">Failed</State>
    case 'pending':
      return (
        <span className="two-lines">
          <span>
            {/* What failed before is no longer on its way without trouble. */}
            <State kind={attempts > 0 ? 'warn' : 'accent'}>Pending</State>
          </span>
          <small>{next === null ? 'under way' : <NextAttempt at={next} />}</small>
        </span>
      )
  }
}

// What is this close is told as now: a number would be wrong before it was read.
const NOW_SECONDS = 5

function NextAttempt({ at }: { at: number }) {
  const now = useNow(15_000)
  if (at - now < NOW_SECONDS) return 'next attempt now'
  return (
    <>
      next attempt <Time at={at} />
    </>
  )
}

/** What the receiver said last, in a few words. */
export function lastAnswer({ last_attempt: last }: ListedDelivery): string {
  if (last === null) return 'not attempted yet'
  return last.status === null ? 'no response' : `${last.status} in ${last.duration_ms} ms`
}
