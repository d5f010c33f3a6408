import type { ServiceEvent } from '@mediagen/client'
import { usePages } from '../../data/all-pages.ts'
import { queryKeys } from '../../data/query-keys.ts'
import { useClient } from '../../data/session.tsx'
import { LoadMore } from '../../parts/lists/load-more.tsx'
import { Table, type Column } from '../../parts/lists/table.tsx'
import { Panel } from '../../parts/panels/panel.tsx'
import { ErrorState } from '../../parts/states/error-state.tsx'
import { Badge, type BadgeKind } from '../../parts/words/badge.tsx'
import { Time } from '../../parts/words/time.tsx'

// They come seldom, and are sent within seconds.
const LOOK_EVERY_MS = 10_000
const FIRST = 5

/** What operators are told of, newest first. Nothing is shown until there is something. */
export function Events() {
  const client = useClient()
  const list = usePages<ServiceEvent>({
    key: queryKeys.events,
    ask: (signal) => client.admin.events({ limit: FIRST }, { signal }),
    refetchEveryMs: LOOK_EVERY_MS,
  })
  if (list.rows === undefined && list.error !== null)
    return <ErrorState error={list.error} title="The events could not be loaded" onRetry={list.retry} />
  if (list.rows === undefined || list.rows.length === 0) return null
  return (
    <Panel title="Events" about="Budgets, engines, models, webhooks and keys that need attention.">
      <Table label="Events" rows={list.rows} keyOf={({ id }) => id} columns={COLUMNS} compact />
      <LoadMore hasMore={list.hasMore} isBusy={list.isLoadingMore} onMore={list.loadMore} />
    </Panel>
  )
}

const COLUMNS: Column<ServiceEvent>[] = [
  {
    name: 'Event',
    show: (event) => (
      <span className="two-lines">
        <span>{event.summary}</span>
        <small>
          <Time at={event.at} />
          {event.delivery !== null && ` · ${DELIVERIES[event.delivery]}`}
        </small>
      </span>
    ),
  },
  { name: 'Type', show: (event) => <Badge kind={kindOf(event)}>{WORDS[event.type]}</Badge> },
]

const DELIVERIES = { pending: 'webhook not delivered yet', delivered: 'webhook delivered', dead: 'webhook failed' }

const WORDS: Readonly<Record<ServiceEvent['type'], string>> = {
  'budget.reached': 'Budget',
  'engine.down': 'Engine down',
  'engine.up': 'Engine up',
  'model.retiring': 'Model retiring',
  'webhook.failing': 'Webhook failing',
  'key.expiring': 'Key expiring',
}

/** Red is what stops work now, amber what soon will. */
function kindOf({ type, data }: ServiceEvent): BadgeKind {
  if (type === 'engine.up') return 'good'
  if (type === 'engine.down') return 'bad'
  if (type === 'budget.reached') return data.percent === 100 ? 'bad' : 'warn'
  return type === 'webhook.failing' && data.isGivenUp === true ? 'bad' : 'warn'
}
