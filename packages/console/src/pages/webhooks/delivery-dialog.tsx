import type { Delivery, ListedDelivery } from '@mediagen/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import { Send } from '../../look/icons.ts'
import { Button } from '../../parts/controls/button.tsx'
import { Dialog } from '../../parts/overlays/dialog.tsx'
import { toast } from '../../parts/overlays/toast.tsx'
import { Facts } from '../../parts/panels/panel.tsx'
import { ErrorState, errorText } from '../../parts/states/error-state.tsx'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import { Badge } from '../../parts/words/badge.tsx'
import { Breakable } from '../../parts/words/breakable.tsx'
import { CodeBlock } from '../../parts/words/code-block.tsx'
import { Time } from '../../parts/words/time.tsx'
import { queryKeys } from '../../data/query-keys.ts'
import { useClient } from '../../data/session.tsx'
import { DeliveryBadge } from './delivery-words.tsx'

type DeliveryDialogProps = { of: ListedDelivery; mayWrite: boolean; onClose: () => void }

/** One delivery with every attempt: what went out, and what came back. */
export function DeliveryDialog({ of, mayWrite, onClose }: DeliveryDialogProps) {
  const client = useClient()
  const queries = useQueryClient()
  const resend = useMutation({
    mutationFn: () => client.webhooks.redeliver(of.task_id, of.number),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: queryKeys.webhooks })
      toast('Resending. The attempts start over.')
    },
    onError: (error) => toast(errorText(error), 'bad'),
  })
  return (
    <Dialog
      open
      wide="widest"
      title="Delivery"
      about="Every attempt sends the same bytes, with the event id in the webhook-id header."
      onClose={onClose}
      foot={
        mayWrite && (
          <Button kind="primary" disabled={resend.isPending} onClick={() => resend.mutate()}>
            <Send />
            Resend
          </Button>
        )
      }
    >
      <div className="delivery">
        <Facts
          facts={[
            { name: 'Status', value: <DeliveryBadge of={of} /> },
            { name: 'To', value: <Breakable text={of.url} /> },
            { name: 'Event id', value: <code>{of.webhook_id}</code> },
            {
              name: 'Task',
              value: (
                <Link className="quiet-link" href={`/tasks/${of.task_id}`}>
                  {of.task_id}
                </Link>
              ),
            },
          ]}
        />
        <Exchanges of={of} />
      </div>
    </Dialog>
  )
}

/** What went out, and what came back each time; looked at again when the list has heard of another attempt. */
function Exchanges({ of: { webhook_id: id, attempts } }: { of: ListedDelivery }) {
  const client = useClient()
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKeys.webhooks, 'one', id, attempts],
    queryFn: ({ signal }) => client.webhooks.get(id, { signal }),
    placeholderData: (before) => before,
  })
  if (data === undefined)
    return error === null ? <Skeleton height={240} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <h3>Attempts</h3>
      {data.attempts.length === 0 ? <p className="faint">None yet.</p> : <Attempts of={data.attempts} />}
      <h3>Request</h3>
      <CodeBlock label="the request" code={readable(data.body)} />
    </>
  )
}

/** The same JSON over several lines. */
function readable(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2)
}

function Attempts({ of }: { of: Delivery['attempts'] }) {
  return (
    <ol className="attempts">
      {of.toReversed().map((attempt, index, newestFirst) => (
        <li key={attempt.number}>
          <div className="attempt-head">
            <strong>Attempt {attempt.number}</strong>
            <Badge kind={attempt.error === null ? 'good' : 'bad'}>{attempt.status ?? 'no response'}</Badge>
            <span>{attempt.duration_ms} ms</span>
            <Time at={attempt.at} form="clock" after={newestFirst[index - 1]?.at} />
          </div>
          {attempt.error !== null && <p>{attempt.error}</p>}
          {attempt.answer !== '' && (
            <CodeBlock label={`the response to attempt ${attempt.number}`} code={attempt.answer} />
          )}
        </li>
      ))}
    </ol>
  )
}
