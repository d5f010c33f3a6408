import type { ListedTask } from '@mediagen/client'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { toggleFavourite, type Kept } from '../../data/collections.ts'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import { ListEnd, type More } from '../../tasks/list-end.tsx'
import type { Selection } from '../../tasks/selection.ts'
import { useAhead } from '../../tasks/ahead.ts'
import { justifiedRows, nearestIn } from './justified-rows.ts'
import { useRushing } from './rushing.ts'
import { Tile } from './tile.tsx'

const ROW_PX = 220
const NARROW_ROW_PX = 132
const NARROW_PX = 560
const GAP_PX = 8
const SPARE_ROWS = 2
// How close to the end the next page is asked for.
const AHEAD_ROWS = 12

type GalleryGridProps = {
  tasks: readonly ListedTask[]
  /** How many were looked through to find these. */
  loaded: number
  favourites: Kept
  more: More
  selection: Selection
  /** Whether the boxes to select are there also where nothing points at them. */
  isChoosing: boolean
  onOpen: (id: string) => void
}

/** A wall of pictures; only those in sight are there. Arrow keys go from one to the next; one of them takes part in Tab. */
export function GalleryGrid({ tasks, loaded, favourites, more, selection, isChoosing, onOpen }: GalleryGridProps) {
  const wall = useRef<HTMLUListElement>(null)
  const { top, width } = usePlace(wall)
  const [activeId, setActiveId] = useState<string>()
  const [focusedId, setFocusedId] = useState<string>()
  const isRushing = useRushing()
  const layout = useMemo(() => {
    const shapes = tasks.map(({ first_output: output }) => output ?? { width: null, height: null })
    const rowHeight = width < NARROW_PX ? NARROW_ROW_PX : ROW_PX
    return justifiedRows(shapes, { width, rowHeight, gap: GAP_PX, isWhole: !more.hasMore })
  }, [tasks, width, more.hasMore])
  const rows = useWindowVirtualizer({
    count: layout.rows.length,
    estimateSize: (index) => (layout.rows[index]?.height ?? ROW_PX) + GAP_PX,
    overscan: SPARE_ROWS,
    scrollMargin: top,
  })
  useLayoutEffect(() => rows.measure(), [rows, layout])
  const seen = rows.getVirtualItems()
  useAhead((seen.at(-1)?.index ?? 0) + AHEAD_ROWS >= layout.rows.length, loaded, more)

  const activeAt = useMemo(
    () =>
      Math.max(
        0,
        tasks.findIndex(({ id }) => id === activeId),
      ),
    [tasks, activeId],
  )
  const activeRow = layout.rows.findIndex(({ items }) => items.some(({ index }) => index === activeAt))
  const shown = new Set([...(activeRow === -1 ? [] : [activeRow]), ...seen.map(({ index }) => index)])
  const go = (index: number | undefined): void => {
    const task = index === undefined ? undefined : tasks[index]
    const row = layout.rows.findIndex(({ items }) => items.some((item) => item.index === index))
    if (task === undefined || row === -1) return
    setActiveId(task.id)
    setFocusedId(task.id)
    rows.scrollToIndex(row)
  }
  const marked = ({ key, shiftKey }: KeyboardEvent, task: ListedTask | undefined): boolean => {
    if (task === undefined || !['x', 'f'].includes(key)) return false
    if (key === 'x') selection.toggle(task.id, shiftKey)
    else toggleFavourite(task)
    return true
  }
  const pressed = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const to = { ArrowLeft: activeAt - 1, ArrowRight: activeAt + 1, Home: 0, End: tasks.length - 1 }[event.key]
    const rowStep = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (to !== undefined) go(to)
    else if (rowStep !== undefined) {
      const from = layout.rows[activeRow]?.items.find(({ index }) => index === activeAt)
      go(nearestIn(layout.rows[activeRow + rowStep], (from?.left ?? 0) + (from?.width ?? 0) / 2))
    } else if (!marked(event, tasks[activeAt])) return
    event.preventDefault()
  }
  const openLatest = useRef(onOpen)
  useEffect(() => void (openLatest.current = onOpen))
  const open = useCallback((id: string) => openLatest.current(id), [])
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the pictures inside come up here */}
      <ul
        ref={wall}
        className={`wall ${isChoosing || selection.ids.size > 0 ? 'choosing' : ''} ${rows.isScrolling ? 'rushing' : ''}`}
        aria-label="Results"
        style={{ height: layout.height }}
        onKeyDown={pressed}
        onFocus={({ target }) => {
          setActiveId(target.closest<HTMLElement>('[data-id]')?.dataset['id'])
          setFocusedId(undefined)
        }}
      >
        {[...shown].sort(ascending).flatMap((at) => {
          const row = layout.rows[at]
          return (row?.items ?? []).map(({ index, left, width: wide }) => {
            const task = tasks[index]
            if (task === undefined || row === undefined) return null
            return (
              <Tile
                key={task.id}
                task={task}
                left={left}
                top={row.top}
                width={wide}
                height={row.height}
                isRushing={isRushing}
                isActive={index === activeAt}
                takesFocus={focusedId === task.id}
                isChosen={selection.ids.has(task.id)}
                isStarred={favourites.has(task.id)}
                onToggle={selection.toggle}
                onOpen={open}
              />
            )
          })
        })}
      </ul>
      <ListEnd more={more} count={tasks.length} word="result" />
    </>
  )
}

function ascending(a: number, b: number): number {
  return a - b
}

/** Where an element begins on the page, and how wide it is. */
function usePlace(element: { current: HTMLElement | null }): { top: number; width: number } {
  const [place, setPlace] = useState({ top: 0, width: 0 })
  useLayoutEffect(() => {
    const measure = (): void => {
      const { offsetTop: top = 0, clientWidth: width = 0 } = element.current ?? {}
      setPlace((before) => (before.top === top && before.width === width ? before : { top, width }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [element])
  return place
}

/** Keeps the place of pictures that are on their way. */
export function GridWaiting() {
  return (
    <div className="wall-waiting" role="status" aria-busy="true" aria-label="Loading results">
      {[3, 2, 4, 2, 3, 3, 4, 2].map((grow, index) => (
        <div key={index} style={{ flexGrow: grow }}>
          <Skeleton height={ROW_PX} />
        </div>
      ))}
    </div>
  )
}
