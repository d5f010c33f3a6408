import { Ellipsis, KeyRound } from '../../look/icons.ts'
import { memo, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import type { ShownTask } from '../../data/task-source.ts'
import { IconButton } from '../../parts/controls/button.tsx'
import { CostOf } from '../../parts/words/amounts.tsx'
import { StatusBadge } from '../../parts/words/badge.tsx'
import { ProgressBar } from '../../parts/words/progress-bar.tsx'
import { Time } from '../../parts/words/time.tsx'
import { SelectBox } from '../../tasks/bulk-bar.tsx'
import { factsOf } from '../../tasks/facts.ts'
import { knownProgress } from '../../tasks/task-progress.tsx'
import { Thumb } from '../../tasks/thumb.tsx'
import { pathOf } from '../../tasks/whose.ts'

type TaskRowProps = {
  task: ShownTask
  top: number
  /** Whether it is the row that takes part in Tab. */
  isActive: boolean
  /** Whether it takes the focus as soon as it is there. */
  takesFocus: boolean
  isChosen: boolean
  onToggle: (id: string, isRange: boolean) => void
  onMenu: (task: ShownTask, anchor: HTMLElement) => void
}

export const TaskRow = memo(function TaskRow(props: TaskRowProps) {
  const { task, top, isActive, takesFocus, isChosen, onToggle, onMenu } = props
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (takesFocus) link.current?.focus({ preventScroll: true })
  }, [takesFocus])
  const tabIndex = isActive ? 0 : -1
  const reason = reasonOf(task)
  const progress = knownProgress(task)
  return (
    <li className={`task-row ${isChosen ? 'chosen' : ''}`} style={{ translate: `0 ${top}px` }} data-id={task.id}>
      <SelectBox className="task-check" task={task} tabIndex={tabIndex} isChosen={isChosen} onToggle={onToggle} />
      <Thumb task={task} />
      <div className="task-what">
        <Link ref={link} href={pathOf(task)} tabIndex={tabIndex} dir="auto" className="task-prompt">
          {task.prompt}
        </Link>
        <p className="task-facts">
          {task.key !== undefined && (
            <span className="task-key" title="The key that created it">
              <KeyRound aria-hidden />
              <span className="unseen">Key </span>
              {task.key.name}
            </span>
          )}
          <span className="task-made">{factsOf(task)}</span>
          {reason !== undefined && <span className="task-reason">{reason}</span>}
        </p>
      </div>
      <div className="task-status">
        <StatusBadge task={task} />
        {/* On small screens, where the line of facts has no room. */}
        <span className="task-model" aria-hidden>
          {task.model}
        </span>
        {progress !== undefined && <ProgressBar label="Progress" percent={progress} />}
      </div>
      <span className="task-age">
        <Time at={task.created} />
      </span>
      <span className="task-cost">{task.cost === null ? '–' : <CostOf cost={task.cost} />}</span>
      <IconButton
        label={`Actions for ${task.prompt}`}
        className="task-more"
        tabIndex={tabIndex}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => onMenu(task, currentTarget)}
      >
        <Ellipsis />
      </IconButton>
    </li>
  )
})

/** Why it failed, in the words of its own page. */
function reasonOf({ status, error }: ShownTask): string | undefined {
  return status === 'failed' && error?.code !== 'cancelled' ? error?.message : undefined
}
