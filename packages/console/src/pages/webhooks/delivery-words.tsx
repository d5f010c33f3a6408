import type { Delivery, ListedDelivery } from '@mediagen/client'
import { Badge } from '../../parts/words/badge.tsx'
import { Time } from '../../parts/words/time.tsx'

/** How a delivery stands, and when it goes on. */
export function DeliveryBadge({
  of: { status, next_attempt: next },
}: {
  of: Pick<Delivery, 'status' | 'next_attempt'>
}) {
  switch (status) {
    case 'delivered':
      return <Badge kind="good">Delivered</Badge>
    case 'dead':
      return <Badge kind="bad">Failed</Badge>
    case 'pending':
      return (
        <span className="two-lines">
          <span>
            <Badge kind="accent">Pending</Badge>
          </span>
          <small>{next === null ? 'under way' : <Time at={next} />}</small>
        </span>
      )
  }
}

/** What the receiver said last, in a few words. */
export function lastAnswer({ last_attempt: last }: ListedDelivery): string {
  if (last === null) return 'not tried yet'
  return last.status === null ? 'no answer' : `${last.status} in ${last.duration_ms} ms`
}
