import { CircleSlash, ListVideo } from '../../look/icons.ts'
import { lazy, Suspense, useState } from 'react'
import { useTaskCounts } from '../../data/task-counts.ts'
import { Button } from '../../parts/controls/button.tsx'
import { Segments } from '../../parts/controls/segments.tsx'
import { EmptyState } from '../../parts/states/empty-state.tsx'
import { ErrorState } from '../../parts/states/error-state.tsx'
import { Page, PageHead } from '../../parts/states/page-head.tsx'
import { plural } from '../../parts/words/amounts.tsx'
import { BulkBar } from '../../tasks/bulk-bar.tsx'
import { FilterBar } from '../../tasks/filter-bar.tsx'
import { isFiltering, NO_FILTER, offersFilter } from '../../tasks/filter.ts'
import { FirstPicture } from '../../tasks/first-picture.tsx'
import { FreshPill } from '../../tasks/fresh-pill.tsx'
import { useSelection } from '../../tasks/selection.ts'
import { showFreshAtTop, useHold, useKeptPlace, useShownFeed } from '../../tasks/shown-feed.ts'
import { useTaskActions, type TaskActions } from '../../tasks/task-actions.ts'
import { useFilter } from '../../tasks/use-filter.ts'
import { useWhose } from '../../tasks/whose.ts'
import { RowsWaiting, TaskList } from './task-list.tsx'
import './tasks-page.css'

const Confirm = lazy(async () => ({ default: (await import('../../parts/overlays/confirm.tsx')).Confirm }))

/** Everything that was asked for: what runs, what waits, and what has ended, in one list that never moves its place. */
export function TasksPage() {
  const { ofAll, mayChoose, choose } = useWhose()
  const { filter, query, change } = useFilter({ ofAll })
  const counts = useTaskCounts()
  const { feed, tasks, fresh, hasMore, isLoaded, problem, error } = useShownFeed(query, ofAll)
  const selection = useSelection(tasks)
  const actions = useTaskActions(ofAll)
  useHold(feed, selection.ids.size > 0)
  useKeptPlace(`tasks ${JSON.stringify({ query, ofAll })}`)
  const chosen = selection.ids.size === 0 ? [] : tasks.filter(({ id }) => selection.ids.has(id))
  const isEmpty = tasks.length === 0 && !hasMore
  return (
    <Page>
      <PageHead
        title="Tasks"
        about={mayChoose && !ofAll ? 'Newest first.' : 'All requests, newest first.'}
        actions={
          <>
            <CancelWaiting waiting={counts?.pending ?? 0} actions={actions} />
            {mayChoose && (
              <Segments
                label="Keys"
                value={ofAll ? 'all' : 'own'}
                onChange={choose}
                segments={[
                  { value: 'own', label: 'Your key' },
                  { value: 'all', label: 'All keys' },
                ]}
              />
            )}
          </>
        }
      />
      {offersFilter(filter, { isLoaded, isEmpty }) && (
        <FilterBar
          filter={filter}
          onChange={change}
          counts={ofAll ? undefined : counts}
          withStatus
          withProject={ofAll}
        />
      )}
      <FreshPill count={fresh} onShow={() => showFreshAtTop(feed)} />
      {isLoaded ? (
        isEmpty ? (
          <Nothing isFiltered={isFiltering(filter)} ofAll={ofAll} onClear={() => change(NO_FILTER)} />
        ) : (
          <TaskList
            tasks={tasks}
            more={{ hasMore, problem, load: () => void feed.loadMore() }}
            selection={selection}
            actions={actions}
          />
        )
      ) : error === null ? (
        <RowsWaiting />
      ) : (
        <ErrorState error={error} title="The tasks could not be loaded" onRetry={() => void feed.refresh()} />
      )}
      <BulkBar chosen={chosen} actions={actions} onClear={() => selection.set([])} />
    </Page>
  )
}

type NothingProps = { isFiltered: boolean; ofAll: boolean; onClear: () => void }

function Nothing({ isFiltered, ofAll, onClear }: NothingProps) {
  if (isFiltered)
    return (
      <EmptyState
        icon={<ListVideo aria-hidden />}
        title="No tasks match these filters"
        actions={<Button onClick={onClear}>Clear filters</Button>}
      >
        Try a different time, model or status.
      </EmptyState>
    )
  return (
    <EmptyState icon={<ListVideo aria-hidden />} title="No tasks yet" actions={<FirstPicture />}>
      Requests made with {ofAll ? 'any key' : 'this key'} appear here, from the console and the API.
    </EmptyState>
  )
}

function CancelWaiting({ waiting, actions }: { waiting: number; actions: TaskActions }) {
  const [isAsking, setAsking] = useState(false)
  // The question stays, so that it can give the focus back.
  const [hasAsked, setHasAsked] = useState(false)
  const ask = (): void => {
    setAsking(true)
    setHasAsked(true)
  }
  if (!actions.mayChange || (waiting === 0 && !isAsking)) return null
  return (
    <>
      <Button size="small" onClick={ask}>
        <CircleSlash />
        Cancel all queued
      </Button>
      {hasAsked && (
        <Suspense>
          <Confirm
            open={isAsking}
            onClose={() => setAsking(false)}
            title={`Cancel ${plural(waiting, 'queued task')}?`}
            about="They end as cancelled, cost nothing, and send their webhooks. Running tasks continue."
            action={`Cancel ${plural(waiting, 'task')}`}
            onConfirm={() => {
              setAsking(false)
              void actions.cancelWaiting()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
