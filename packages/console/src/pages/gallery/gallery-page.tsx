import type { ListedTask, ListTasksQuery } from '@mediagen/client'
import { Columns2, Folder, FolderMinus, Images, Star } from '../../look/icons.ts'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useSearchParams } from 'wouter'
import { oldestOf, uncollect, useCollections, useFavourites, type Kept } from '../../data/collections.ts'
import { Button } from '../../parts/controls/button.tsx'
import { EmptyState } from '../../parts/states/empty-state.tsx'
import { ErrorState } from '../../parts/states/error-state.tsx'
import { Page, PageHead } from '../../parts/states/page-head.tsx'
import { BulkBar } from '../../tasks/bulk-bar.tsx'
import { FilterBar } from '../../tasks/filter-bar.tsx'
import { isFiltering, NO_FILTER, offersFilter, type Filter } from '../../tasks/filter.ts'
import { FirstPicture } from '../../tasks/first-picture.tsx'
import { FreshPill } from '../../tasks/fresh-pill.tsx'
import { useSelection } from '../../tasks/selection.ts'
import { showFreshAtTop, useHold, useKeptPlace, useShownFeed } from '../../tasks/shown-feed.ts'
import { useTaskActions, type TaskActions } from '../../tasks/task-actions.ts'
import { isVideo } from '../../tasks/thumb.tsx'
import { useFilter } from '../../tasks/use-filter.ts'
import { CollectButton } from './collect-button.tsx'
import { CollectionHead } from './collection-head.tsx'
import { GalleryGrid, GridWaiting } from './gallery-grid.tsx'
import './gallery-page.css'

const Compare = lazy(async () => ({ default: (await import('./compare.tsx')).Compare }))
const Lightbox = lazy(async () => ({ default: (await import('./lightbox.tsx')).Lightbox }))

/** Everything that was made, as pictures. */
export function GalleryPage() {
  const { filter, query: asked, change } = useFilter({ only: 'success' })
  const [address, setAddress] = useSearchParams()
  const view = address.get('view')
  const { feed, tasks, all, favourites, fresh, hasMore, isEmpty, isLoaded, problem, error } = useGalleryFeed(
    asked,
    filter,
    view,
  )
  const { collection } = filter
  const [isChoosing, setChoosing] = useState(false)
  const selection = useSelection(tasks)
  const actions = useTaskActions()
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
  useKeptPlace(`gallery ${JSON.stringify([asked, filter.isStarred, collection])}`)
  const chosen = selection.ids.size === 0 ? [] : tasks.filter(({ id }) => selection.ids.has(id))
  const compared = (address.get('compare') ?? '').split(',')
  return (
    <Page>
      <PageHead
        title="Gallery"
        about="All results, newest first."
        actions={
          <Button className="gallery-select" aria-pressed={isChoosing} onClick={() => setChoosing(!isChoosing)}>
            Select
          </Button>
        }
      />
      {offersFilter(filter, { isLoaded, isEmpty }) && <FilterBar filter={filter} onChange={change} withKept />}
      {collection !== undefined && (
        <CollectionHead
          name={collection}
          onRemoved={() => change({ collection: undefined })}
          onBack={() => change({ collection })}
        />
      )}
      <FreshPill count={fresh} onShow={() => showFreshAtTop(feed)} />
      {isLoaded ? (
        isEmpty ? (
          <Nothing filter={filter} onClear={() => change(NO_FILTER)} />
        ) : (
          <GalleryGrid
            tasks={tasks}
            loaded={all.length}
            favourites={favourites}
            more={{ hasMore, problem, load: () => void feed.loadMore() }}
            selection={selection}
            isChoosing={isChoosing}
            onOpen={(id) => put('view', id)}
          />
        )
      ) : error === null ? (
        <GridWaiting />
      ) : (
        <ErrorState error={error} title="The gallery could not be loaded" onRetry={() => void feed.refresh()} />
      )}
      <SelectionBar
        chosen={chosen}
        actions={actions}
        collection={collection}
        onCompare={(ids) => put('compare', ids.join(','))}
        onClear={() => selection.set([])}
      />
      <Suspense>
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
      </Suspense>
    </Page>
  )
}

type SelectionBarProps = {
  chosen: readonly ListedTask[]
  actions: TaskActions
  collection: string | undefined
  onCompare: (ids: string[]) => void
  onClear: () => void
}

/** What can be done with all that are selected. */
function SelectionBar({ chosen, actions, collection, onCompare, onClear }: SelectionBarProps) {
  const ids = chosen.map(({ id }) => id)
  const pictures = chosen.filter(({ first_output: output }) => output !== null && !isVideo(output))
  const isPair = chosen.length === 2 && pictures.length === 2
  return (
    <BulkBar chosen={chosen} actions={actions} onClear={onClear}>
      <Button
        size="small"
        kind="quiet"
        disabled={!isPair}
        title={isPair ? undefined : 'Choose two pictures to compare them'}
        onClick={() => onCompare(ids)}
      >
        <Columns2 />
        Compare
      </Button>
      <CollectButton tasks={chosen} onDone={onClear} size="small">
        Collect
      </CollectButton>
      {collection !== undefined && (
        <Button
          size="small"
          kind="quiet"
          onClick={() => {
            uncollect(collection, ids)
            onClear()
          }}
        >
          <FolderMinus />
          Remove from collection
        </Button>
      )}
    </BulkBar>
  )
}

/** All results, or those of a collection. What is looked at stays where it is, also when it is taken out. */
function useGalleryFeed(asked: ListTasksQuery, { isStarred, collection }: Filter, view: string | null) {
  const favourites = useFavourites()
  const collections = useCollections()
  const kept = isStarred ? favourites : collection === undefined ? undefined : (collections.get(collection) ?? NONE)
  const { tasks: all, hasMore, ...rest } = useShownFeed(useKeptSince(asked, collection ?? '', kept))
  const tasks = useMemo(
    () => (kept === undefined ? all : all.filter(({ id }) => kept.has(id) || id === view)),
    [all, kept, view],
  )
  const hasFurther = hasMore && kept?.size !== 0
  return { ...rest, all, tasks, favourites, hasMore: hasFurther, isEmpty: tasks.length === 0 && !hasFurther }
}

const NONE: Kept = new Map()

/** Asks for nothing older than the oldest that is kept: the service does not know which they are. */
function useKeptSince(asked: ListTasksQuery, name: string, kept: Kept | undefined): ListTasksQuery {
  const oldest = kept === undefined ? undefined : oldestOf(kept)
  // Only ever earlier: when the oldest is taken out in the large view, its picture must stay in the list.
  const [bound, setBound] = useState({ name, since: oldest })
  const since = bound.name === name ? bound.since : undefined
  if (bound.name !== name || (oldest !== undefined && (since === undefined || oldest < since)))
    setBound({ name, since: oldest })
  return useMemo(() => {
    if (kept === undefined || since === undefined) return asked
    const from = new Date(Math.floor(since) * 1000).toISOString()
    return { ...asked, from: asked.from !== undefined && asked.from > from ? asked.from : from }
    // What is in it changes with each that is added; only whether it is one, and its oldest, change the question.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [asked, kept === undefined, since])
}

function Nothing({ filter, onClear }: { filter: Filter; onClear: () => void }) {
  if (filter.isStarred)
    return (
      <EmptyState
        icon={<Star aria-hidden />}
        title="No favorites here"
        actions={<Button onClick={onClear}>Show all results</Button>}
      >
        To add a picture, select its star or press F. Favorites are saved only in this browser, not on the service.
      </EmptyState>
    )
  if (filter.collection !== undefined)
    return (
      <EmptyState
        icon={<Folder aria-hidden />}
        title="Nothing in this collection"
        actions={<Button onClick={onClear}>Show all results</Button>}
      >
        Select results in the gallery and choose Collect.
      </EmptyState>
    )
  if (isFiltering(filter))
    return (
      <EmptyState
        icon={<Images aria-hidden />}
        title="No results match these filters"
        actions={<Button onClick={onClear}>Clear filters</Button>}
      >
        Try a different time, model or kind.
      </EmptyState>
    )
  return (
    <EmptyState icon={<Images aria-hidden />} title="No results yet" actions={<FirstPicture />}>
      Every image and video created with this key appears here.
    </EmptyState>
  )
}
