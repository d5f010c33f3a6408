import { CircleSlash, RotateCcw, Trash2, X } from '../look/icons.ts'
import type { ListedTask } from '@mediagen/client'
import type { ReactNode } from 'react'
import { Button, IconButton } from '../parts/controls/button.tsx'
import type { TaskActions } from './task-actions.ts'
import './bulk-bar.css'

type BulkBarProps = {
  chosen: readonly ListedTask[]
  actions: TaskActions
  onClear: () => void
  children?: ReactNode
}

/** What can be done with all that are chosen; each button says with how many. */
export function BulkBar({ chosen, actions, onClear, children }: BulkBarProps) {
  if (chosen.length === 0) return null
  const idsOf = (can: (task: ListedTask) => boolean): string[] => chosen.filter(can).map(({ id }) => id)
  const active = idsOf(actions.canCancel)
  const again = idsOf(actions.canRetry)
  const gone = idsOf(actions.canDelete)
  const run = (work: Promise<unknown>): void => {
    onClear()
    void work
  }
  return (
    <div className="bulk-bar" role="toolbar" aria-label="Selected tasks">
      <strong>{chosen.length} selected</strong>
      {children}
      {active.length > 0 && (
        <Button size="small" kind="quiet" onClick={() => run(actions.cancel(active))}>
          <CircleSlash />
          Cancel {active.length}
        </Button>
      )}
      {again.length > 0 && (
        <Button size="small" kind="quiet" onClick={() => run(actions.retry(again))}>
          <RotateCcw />
          Retry {again.length}
        </Button>
      )}
      {gone.length > 0 && (
        <Button size="small" kind="quiet" className="bulk-delete" onClick={() => run(actions.remove(gone))}>
          <Trash2 />
          Delete {gone.length}
        </Button>
      )}
      <IconButton label="Clear the selection" size="small" onClick={onClear}>
        <X />
      </IconButton>
    </div>
  )
}

type SelectBoxProps = {
  className: string
  task: { id: string; prompt: string }
  tabIndex: number
  isChosen: boolean
  onToggle: (id: string, isRange: boolean) => void
}

/** Selects one task of a list; with Shift, all from the last selected one to it. */
export function SelectBox({ className, task, tabIndex, isChosen, onToggle }: SelectBoxProps) {
  return (
    <label className={className}>
      <input
        type="checkbox"
        tabIndex={tabIndex}
        checked={isChosen}
        aria-label={`Select ${task.prompt}`}
        onChange={({ nativeEvent }) => onToggle(task.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </label>
  )
}
