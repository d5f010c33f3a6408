import { Columns2, Images } from '../../look/icons.ts'
import { useSearchParams } from 'wouter'
import { Button } from '../../parts/controls/button.tsx'
import { EmptyState } from '../../parts/states/empty-state.tsx'
import { ErrorState } from '../../parts/states/error-state.tsx'
import { Page, PageHead } from '../../parts/states/page-head.tsx'
import { BulkBar } from '../../tasks/bulk-bar.tsx'
import { FilterBar } from '../../tasks/filter-bar.tsx'
import { isFiltering, NO_FILTER } from '../../tasks/filter.ts'
import { FirstPicture } from '../../tasks/first-picture.tsx'
import { FreshPill } from '../../tasks/fresh-pill.tsx'
import { useSelection } from '../../tasks/selection.ts'
import { showFreshAtTop, useHold, useKeptPlace, useShownFeed } from '../../tasks/shown-feed.ts'
import { useTaskActions } from '../../tasks/task-actions.ts'
import { isVideo } from '../../tasks/thumb.tsx'
import { useFilter } from '../../tasks/use-filter.ts'
import { Compare } from './compare.tsx'
import { GalleryGrid, GridWaiting } from './gallery-grid.tsx'
import { Lightbox } from './lightbox.tsx'
import './gallery-page.css'

/** Everything that was made, as pictures. */
export function GalleryPage() {
  const { filter, query, change } = useFilter('success')
  const { feed, tasks, fresh, hasMore, isLoaded, problem, error } = useShownFeed(query)
  const selection = useSelection(tasks)
  const actions = useTaskActions()
  const [address, setAddress] = useSearchParams()
  const put = (name: 'view' | 'compare', value: string | undefined): void =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now)
        if (value === undefined) next.delete(name)
        else next.set(name, value)
        return next
      },
      // Opening is a step that can be gone back; going on inside is none.
      { replace: value === undefined || address.has(name) },
    )
  useHold(feed, selection.ids.size > 0 || address.has('view'))
  useKeptPlace(`gallery ${JSON.stringify(query)}`)
  const chosen = selection.ids.size === 0 ? [] : tasks.filter(({ id }) => selection.ids.has(id))
  const compared = (address.get('compare') ?? '').split(',')
  const pictures = chosen.filter(({ first_output: output }) => output !== null && !isVideo(output))
  const view = address.get('view')
  return (
    <Page>
      <PageHead title="Gallery" about="All results, newest first." />
      <FilterBar filter={filter} onChange={change} />
      <FreshPill count={fresh} onShow={() => showFreshAtTop(feed)} />
      {isLoaded ? (
        tasks.length === 0 && !hasMore ? (
          <Nothing isFiltered={isFiltering(filter)} onClear={() => change(NO_FILTER)} />
        ) : (
          <GalleryGrid
            tasks={tasks}
            more={{ hasMore, problem, load: () => void feed.loadMore() }}
            selection={selection}
            onOpen={(id) => put('view', id)}
          />
        )
      ) : error === null ? (
        <GridWaiting />
      ) : (
        <ErrorState error={error} title="The gallery could not be loaded" onRetry={() => void feed.refresh()} />
      )}
      <BulkBar chosen={chosen} actions={actions} onClear={() => selection.set([])}>
        <Button
          size="small"
          kind="quiet"
          disabled={pictures.length !== 2 || chosen.length !== 2}
          title={pictures.length === 2 ? undefined : 'Choose two pictures to compare them'}
          onClick={() => put('compare', pictures.map(({ id }) => id).join(','))}
        >
          <Columns2 />
          Compare
        </Button>
      </BulkBar>
      {view !== null && (
        <Lightbox
          id={view}
          tasks={tasks}
          actions={actions}
          onGo={(id) => put('view', id)}
          onNearEnd={() => void feed.loadMore()}
          onClose={() => put('view', undefined)}
        />
      )}
      {compared.length === 2 && (
        <Compare ids={[compared[0] ?? '', compared[1] ?? '']} onClose={() => put('compare', undefined)} />
      )}
    </Page>
  )
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered)
    return (
      <EmptyState
        icon={<Images aria-hidden />}
        title="No result matches this filter"
        actions={<Button onClick={onClear}>Clear filters</Button>}
      >
        Results of another time, model or kind may exist.
      </EmptyState>
    )
  return (
    <EmptyState icon={<Images aria-hidden />} title="No results yet" actions={<FirstPicture />}>
      Every image and video made with this key appears here.
    </EmptyState>
  )
}
