import { defaultRangeExtractor, useWindowVirtualizer, type Range } from '@tanstack/react-virtual'
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react'
import { useLocation } from 'wouter'
import type { ShownTask } from '../../data/task-source.ts'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import { useMedia } from '../../parts/words/media-query.ts'
import type { Selection } from '../../tasks/selection.ts'
import type { TaskActions } from '../../tasks/task-actions.ts'
import { useAhead } from '../../tasks/ahead.ts'
import { ListEnd, type More } from '../../tasks/list-end.tsx'
import { pathOf } from '../../tasks/whose.ts'
import type { OpenMenu } from './row-menu.tsx'
import { TaskRow } from './task-row.tsx'

const RowMenu = lazy(async () => ({ default: (await import('./row-menu.tsx')).RowMenu }))

const ROW_PX = 76
const NARROW_ROW_PX = 84
// Rows drawn above and below what is seen.
const SPARE_ROWS = 6
// How close to the end the next page is asked for: some screens, so that nobody who scrolls meets the end.
const AHEAD_ROWS = 60

type TaskListProps = {
  tasks: readonly ShownTask[]
  more: More
  selection: Selection
  actions: TaskActions
}

/** The rows in sight of as many as there are. Arrow keys go from row to row; only one of them takes part in Tab. */
export function TaskList({ tasks, more, selection, actions }: TaskListProps) {
  const isNarrow = useMedia('(width < 720px)')
  const rowPx = isNarrow ? NARROW_ROW_PX : ROW_PX
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  const [activeId, setActiveId] = useState<string>()
  const [menu, setMenu] = useState<OpenMenu>()
  // It stays, so that it can give the focus back.
  const [hadMenu, setHadMenu] = useState(false)
  const [focusedId, setFocusedId] = useState<string>()
  const activeAt = useMemo(
    () =>
      Math.max(
        0,
        tasks.findIndex(({ id }) => id === activeId),
      ),
    [tasks, activeId],
  )
  useLayoutEffect(() => {
    // What stands above may grow, such as by a second line of filters.
    const measure = (): void => setTop(list.current?.offsetTop ?? 0)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  const rows = useWindowVirtualizer({
    count: tasks.length,
    estimateSize: () => rowPx,
    getItemKey: (index) => tasks[index]?.id ?? index,
    overscan: SPARE_ROWS,
    scrollMargin: top,
    // The one that takes part in Tab is always there to come back to.
    rangeExtractor: useCallback(
      (range: Range) => [...new Set([activeAt, ...defaultRangeExtractor(range)])].sort((a, b) => a - b),
      [activeAt],
    ),
  })
  useEffect(() => rows.measure(), [rows, rowPx])
  const seen = rows.getVirtualItems()
  useAhead((seen.at(-1)?.index ?? 0) + AHEAD_ROWS >= tasks.length, tasks.length, more)

  const { toggle } = selection
  const openMenu = useCallback((task: ShownTask, anchor: HTMLElement) => {
    setMenu({ task, anchor })
    setHadMenu(true)
  }, [])
  const go = (index: number): void => {
    const to = Math.max(0, Math.min(tasks.length - 1, index))
    setActiveId(tasks[to]?.id)
    setFocusedId(tasks[to]?.id)
    rows.scrollToIndex(to)
  }
  const [, open] = useLocation()
  const pressed = (event: KeyboardEvent): void => {
    const active = tasks[activeAt]
    const step = STEPS[event.key]
    if (event.altKey || event.ctrlKey || event.metaKey || active === undefined) return
    if (step !== undefined) {
      go(activeAt + step)
      if (event.shiftKey) toggle(tasks[activeAt + step]?.id ?? active.id, true)
    } else if (event.key === 'x') toggle(active.id, event.shiftKey)
    else if (event.key === 'Delete' && actions.canDelete(active)) void actions.remove([active.id])
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) open(pathOf(active))
    else return
    event.preventDefault()
  }
  return (
    <>
      <ListHead tasks={tasks} selection={selection} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the rows inside come up here */}
      <ul
        ref={list}
        className="task-list"
        aria-label="Tasks"
        style={{ height: rows.getTotalSize() }}
        onKeyDown={pressed}
        onFocus={({ target }) => {
          setActiveId(target.closest<HTMLElement>('[data-id]')?.dataset['id'])
          setFocusedId(undefined)
        }}
      >
        {seen.map(({ index, start, key }) => {
          const task = tasks[index]
          return (
            task !== undefined && (
              <TaskRow
                key={key}
                task={task}
                top={start - top}
                isActive={index === activeAt}
                takesFocus={focusedId === task.id}
                isChosen={selection.ids.has(task.id)}
                onToggle={toggle}
                onMenu={openMenu}
              />
            )
          )
        })}
      </ul>
      <ListEnd more={more} count={tasks.length} word="task" />
      {hadMenu && (
        <Suspense>
          <RowMenu menu={menu} actions={actions} onClose={() => setMenu(undefined)} />
        </Suspense>
      )}
    </>
  )
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
  Home: -Infinity,
  End: Infinity,
}

function ListHead({ tasks, selection }: Pick<TaskListProps, 'tasks' | 'selection'>) {
  const { size } = selection.ids
  const isAll = size > 0 && size === tasks.length
  return (
    <div className="task-list-head">
      <label>
        <input
          type="checkbox"
          checked={isAll}
          ref={(box) => {
            if (box !== null) box.indeterminate = size > 0 && !isAll
          }}
          onChange={() => selection.set(isAll ? [] : tasks.map(({ id }) => id))}
          aria-label="Select all shown tasks"
        />
      </label>
      <span aria-hidden>Task</span>
      <span aria-hidden>Status</span>
      <span aria-hidden>Created</span>
      <span aria-hidden>Cost</span>
    </div>
  )
}

/** Keeps the place of rows that are on their way. */
export function RowsWaiting() {
  return (
    <div className="task-list-waiting" aria-busy="true" aria-label="Loading tasks" role="status">
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className="task-row-waiting">
          <Skeleton width={56} height={56} />
          <div>
            <Skeleton width="60%" height={14} />
            <Skeleton width="30%" height={12} />
          </div>
        </div>
      ))}
    </div>
  )
}
