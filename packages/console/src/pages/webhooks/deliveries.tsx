import type { ListedDelivery } from '@mediagen/client'
import { RotateCcw, Webhook } from '../../look/icons.ts'
import { useState, type ReactNode } from 'react'
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
import { Breakable } from '../../parts/words/breakable.tsx'
import { CodeBlock } from '../../parts/words/code-block.tsx'
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

export function Deliveries({ mayWrite, onSample }: { mayWrite: boolean; onSample: () => void }) {
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
  // Nothing to choose from where nothing was chosen and nothing is there.
  const isFirst = status === 'all' && since === 'week' && (list.rows?.length ?? 0) === 0
  const found = list.rows?.find((each) => each.webhook_id === opened)
  return (
    <div className="deliveries">
      {!isFirst && (
        <DeliveryFilters
          status={status}
          since={since}
          onStatus={setStatus}
          onSince={setSince}
          onResend={mayWrite ? () => setRecovering(true) : undefined}
        />
      )}
      <Listed list={list} onOpen={setOpened}>
        {isFirst ? (
          <NoDeliveries onSample={mayWrite ? onSample : undefined} onOlder={() => setSince('all')} />
        ) : (
          <EmptyState icon={<Webhook />} title="No match">
            No deliveries in this period have this status.
          </EmptyState>
        )}
      </Listed>
      {found !== undefined && <DeliveryDialog of={found} mayWrite={mayWrite} onClose={() => setOpened(undefined)} />}
      {isRecovering && <RecoverDialog onClose={() => setRecovering(false)} />}
    </div>
  )
}

type ListedProps = {
  list: ReturnType<typeof usePages<ListedDelivery>>
  onOpen: (id: string) => void
  /** Where there are none. */
  children: ReactNode
}

function Listed({ list, onOpen, children }: ListedProps) {
  if (list.rows === undefined) {
    if (list.error === null) return <Skeleton height={320} />
    return <ErrorState error={list.error} title="The deliveries could not be loaded" onRetry={list.retry} />
  }
  if (list.rows.length === 0) return children
  return (
    <>
      <Table
        label="Deliveries"
        rows={list.rows}
        keyOf={({ webhook_id: id }) => id}
        columns={columnsOf((each) => onOpen(each.webhook_id))}
        compact
      />
      <LoadMore hasMore={list.hasMore} isBusy={list.isLoadingMore} onMore={list.loadMore} />
    </>
  )
}

type DeliveryFiltersProps = {
  status: Wanted
  since: Since
  onStatus: (status: Wanted) => void
  onSince: (since: Since) => void
  onResend: (() => void) | undefined
}

function DeliveryFilters({ status, since, onStatus, onSince, onResend }: DeliveryFiltersProps) {
  return (
    <div className="filters">
      <Segments
        label="Status"
        value={status}
        onChange={onStatus}
        segments={[
          { value: 'all', label: 'All' },
          { value: 'delivered', label: 'Delivered' },
          { value: 'pending', label: 'Pending' },
          { value: 'dead', label: 'Failed' },
        ]}
      />
      <Field label="Time" labelUnseen>
        {(wired) => (
          <Select {...wired} value={since} onChange={(event) => onSince(event.target.value as Since)}>
            {SINCE.map(({ value, words }) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {onResend !== undefined && (
        <Button className="filters-end" onClick={onResend}>
          <RotateCcw />
          Resend failed…
        </Button>
      )}
    </div>
  )
}

type NoDeliveriesProps = { onSample: (() => void) | undefined; onOlder: () => void }

/** How the first one comes about: a request to paste. */
function NoDeliveries({ onSample, onOlder }: NoDeliveriesProps) {
  return (
    <div className="no-deliveries">
      <EmptyState
        icon={<Webhook />}
        title="No deliveries in the last 7 days"
        actions={
          <>
            {onSample !== undefined && (
              <Button kind="primary" onClick={onSample}>
                Send a sample
              </Button>
            )}
            <Button onClick={onOlder}>Show older</Button>
          </>
        }
      >
        Add <code>webhookUrl</code> to a request, and the service sends the result there when the task ends.
      </EmptyState>
      <CodeBlock label="the command" code={exampleOf(location.origin)} />
    </div>
  )
}

function exampleOf(origin: string): string {
  return [
    `curl ${origin}/api/ai/videos \\`,
    '  -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\',
    `  -d '{"model": "sandbox", "prompt": "a sailing boat", "webhookUrl": "https://example.com/hook"}'`,
  ].join('\n')
}

function columnsOf(open: (delivery: ListedDelivery) => void): Column<ListedDelivery>[] {
  return [
    {
      name: 'To',
      show: ({ url, webhook_id: id }) => (
        <span className="two-lines delivery-to">
          <span>
            <Breakable text={url} />
          </span>
          <small>
            <code>{id}</code>
          </small>
        </span>
      ),
    },
    { name: 'Status', show: (each) => <DeliveryBadge of={each} /> },
    {
      name: 'Task',
      show: ({ task_id: id }) => (
        <Link href={`/tasks/${id}`} className="quiet-link">
          …{id.slice(-6)}
        </Link>
      ),
    },
    { name: 'Attempts', numeric: true, show: ({ attempts }) => attempts },
    { name: 'Last response', show: (each) => lastAnswer(each) },
    { name: 'Created', show: ({ created }) => <Time at={created} /> },
    {
      name: 'Actions',
      nameUnseen: true,
      numeric: true,
      show: (each) => (
        <span className="row-actions">
          <Button kind="quiet" size="small" aria-label={`Open delivery ${each.webhook_id}`} onClick={() => open(each)}>
            Open
          </Button>
        </span>
      ),
    },
  ]
}
