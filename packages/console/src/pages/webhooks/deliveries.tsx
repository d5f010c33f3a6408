import type { ListedDelivery } from '@mediagen/client'
import { RotateCcw, Webhook } from '../../look/icons.ts'
import { useState } from 'react'
import { Link } from 'wouter'
import { Button } from '../../parts/controls/button.tsx'
import { Field } from '../../parts/controls/field.tsx'
import { Segments } from '../../parts/controls/segments.tsx'
import { Select } from '../../parts/controls/select.tsx'
import { LoadMore } from '../../parts/lists/load-more.tsx'
import { Table, type Column } from '../../parts/lists/table.tsx'
import { EmptyState } from '../../parts/states/empty-state.tsx'
import { ErrorState } from '../../parts/states/error-state.tsx'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import { Time } from '../../parts/words/time.tsx'
import { usePages } from '../../data/all-pages.ts'
import { queryKeys } from '../../data/query-keys.ts'
import { useClient } from '../../data/session.tsx'
import { DeliveryBadge, lastAnswer } from './delivery-words.tsx'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { RecoverDialog } from './recover-dialog.tsx'
import { SINCE, sinceText, type Since } from './since.ts'

type Wanted = 'all' | ListedDelivery['status']

// Deliveries that wait change by themselves.
const LOOK_EVERY_MS = 5_000

export function Deliveries({ mayWrite }: { mayWrite: boolean }) {
  const client = useClient()
  const [status, setStatus] = useState<Wanted>('all')
  const [since, setSince] = useState<Since>('week')
  const [opened, setOpened] = useState<string>()
  const [isRecovering, setRecovering] = useState(false)
  const list = usePages<ListedDelivery>({
    key: [...queryKeys.webhooks, 'list', status, since],
    ask: (signal) => {
      const after = sinceText(since)
      const filter = {
        ...(status === 'all' ? {} : { status }),
        ...(after === undefined ? {} : { from: after }),
      }
      return client.webhooks.list({ limit: 50, ...filter }, { signal })
    },
    refetchEveryMs: LOOK_EVERY_MS,
  })
  const found = list.rows?.find((each) => each.webhook_id === opened)
  return (
    <div className="deliveries">
      <div className="filters">
        <Segments
          label="Status"
          value={status}
          onChange={setStatus}
          segments={[
            { value: 'all', label: 'All' },
            { value: 'delivered', label: 'Delivered' },
            { value: 'pending', label: 'Pending' },
            { value: 'dead', label: 'Failed' },
          ]}
        />
        <Field label="Time" labelUnseen>
          {(wired) => (
            <Select {...wired} value={since} onChange={(event) => setSince(event.target.value as Since)}>
              {SINCE.map(({ value, words }) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {mayWrite && (
          <Button className="filters-end" onClick={() => setRecovering(true)}>
            <RotateCcw />
            Resend failed…
          </Button>
        )}
      </div>
      {list.rows === undefined ? (
        list.error === null ? (
          <Skeleton height={320} />
        ) : (
          <ErrorState error={list.error} title="The deliveries could not be loaded" onRetry={list.retry} />
        )
      ) : list.rows.length === 0 ? (
        <EmptyState icon={<Webhook />} title={status === 'all' ? 'No deliveries in this period' : 'None of these'}>
          Add <code>webhookUrl</code> to a video request, or to an image request with <code>Prefer: respond-async</code>
          . The service then sends the result there.
        </EmptyState>
      ) : (
        <>
          <Table
            label="Deliveries"
            rows={list.rows}
            keyOf={({ webhook_id: id }) => id}
            columns={columnsOf((each) => setOpened(each.webhook_id))}
          />
          <LoadMore hasMore={list.hasMore} isBusy={list.isLoadingMore} onMore={list.loadMore} />
        </>
      )}
      {found !== undefined && <DeliveryDialog of={found} mayWrite={mayWrite} onClose={() => setOpened(undefined)} />}
      {isRecovering && <RecoverDialog onClose={() => setRecovering(false)} />}
    </div>
  )
}

function columnsOf(open: (delivery: ListedDelivery) => void): Column<ListedDelivery>[] {
  return [
    { name: 'Status', show: (each) => <DeliveryBadge of={each} /> },
    {
      name: 'To',
      show: ({ url, webhook_id: id }) => (
        <span className="two-lines delivery-to">
          <span>{url}</span>
          <small>
            <code>{id}</code>
          </small>
        </span>
      ),
    },
    {
      name: 'Task',
      show: ({ task_id: id }) => (
        <Link href={`/tasks/${id}`} className="quiet-link">
          …{id.slice(-6)}
        </Link>
      ),
    },
    { name: 'Attempts', numeric: true, show: ({ attempts }) => attempts },
    { name: 'Last answer', show: (each) => lastAnswer(each) },
    { name: 'Sent', show: ({ created }) => <Time at={created} /> },
    {
      name: 'Actions',
      nameUnseen: true,
      numeric: true,
      show: (each) => (
        <Button size="small" aria-label={`Open delivery ${each.webhook_id}`} onClick={() => open(each)}>
          Open
        </Button>
      ),
    },
  ]
}
