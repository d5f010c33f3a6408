import type { Delivery, Receipt } from '@mediagen/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Send } from '../../look/icons.ts'
import type { ReactNode } from 'react'
import { useCaller } from '../../data/caller.ts'
import { queryKeys } from '../../data/query-keys.ts'
import { useClient } from '../../data/session.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { toast } from '../../parts/overlays/toast.tsx'
import { errorText } from '../../parts/states/error-state.tsx'
import { Badge, State } from '../../parts/words/badge.tsx'
import { Breakable } from '../../parts/words/breakable.tsx'
import { Time } from '../../parts/words/time.tsx'

const STATUS = {
  pending: { kind: 'accent', word: 'Pending' },
  delivered: { kind: 'good', word: 'Delivered' },
  dead: { kind: 'bad', word: 'Failed' },
} as const

// What failed before is no longer on its way without trouble.
const TRIED = { kind: 'warn', word: 'Pending' } as const

/** What was sent to the receiver of this task, attempt by attempt. */
export function Deliveries({ receipt, ofAll }: { receipt: Receipt; ofAll: boolean }) {
  if (receipt.webhook_url === null) return null
  return (
    <section className="card" aria-labelledby="deliveries">
      <h2 id="deliveries">Webhook</h2>
      {receipt.deliveries.length === 0 && (
        <p className="soft">
          Sent to{' '}
          <code>
            <Breakable text={receipt.webhook_url} />
          </code>{' '}
          when the task ends.
        </p>
      )}
      {receipt.deliveries.map((delivery) => (
        <DeliveryCard key={delivery.webhook_id} delivery={delivery} created={receipt.created}>
          {!ofAll && <Redeliver taskId={receipt.id} delivery={delivery} />}
        </DeliveryCard>
      ))}
    </section>
  )
}

type DeliveryCardProps = {
  delivery: Delivery
  /** Of the task; times of the same day are told without the day. */
  created: number
  children: ReactNode
}

function DeliveryCard({ delivery, created, children }: DeliveryCardProps) {
  const isTried = delivery.status === 'pending' && delivery.attempts.length > 0
  const { kind, word } = isTried ? TRIED : STATUS[delivery.status]
  return (
    <article className="task-delivery" aria-label={`Delivery ${delivery.number}`}>
      <div className="delivery-head">
        <State kind={kind}>{word}</State>
        <code>
          <Breakable text={delivery.url} />
        </code>
        {children}
      </div>
      {delivery.next_attempt !== null && (
        <p className="soft">
          Next attempt <Time at={delivery.next_attempt} form="clock" after={created} />
        </p>
      )}
      {delivery.attempts.length > 0 && (
        <ol className="task-attempts">
          {delivery.attempts.map(({ number, at, status, error, duration_ms: ms, answer }) => (
            <li key={number}>
              <span>
                <Badge kind={error === null ? 'good' : 'bad'}>{status ?? 'no response'}</Badge>
              </span>
              <span className="attempt-words">
                {error ?? 'Accepted'}
                {answer !== '' && (
                  <details>
                    <summary>Response</summary>
                    <pre>{answer}</pre>
                  </details>
                )}
              </span>
              <span className="soft">{ms} ms</span>
              <span className="soft">
                <Time at={at} form="clock" after={created} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </article>
  )
}

function Redeliver({ taskId, delivery }: { taskId: string; delivery: Delivery }) {
  const client = useClient()
  const queries = useQueryClient()
  const { may } = useCaller()
  const again = useMutation({
    mutationFn: () => client.webhooks.redeliver(taskId, delivery.number),
    onSuccess: () => toast('Resending the webhook.'),
    onError: (error) => toast(`Not resent: ${errorText(error)}`, 'bad'),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.task(taskId) }),
  })
  if (!may('tasks:write') || delivery.status === 'pending') return null
  return (
    <Button size="small" disabled={again.isPending} onClick={() => again.mutate()}>
      <Send />
      Resend
    </Button>
  )
}
