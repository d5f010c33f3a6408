import type { Receipt } from '@mediagen/client'
import { durationText } from '../../../parts/words/amounts.tsx'
import { useNow } from '../../../parts/words/now.ts'

/** How far a task is: in words, as a bar where the model tells, and how long it has taken. */
export function TaskProgress({ task }: { task: Receipt }) {
  const words = stepWords(task)
  return (
    <div className="task-progress">
      <p aria-live="polite">{words}</p>
      <progress
        max={100}
        aria-label="Progress"
        {...(task.status === 'processing' && task.progress > 0 && { value: task.progress })}
      />
      <p className="task-time">
        <Expectation task={task} />
      </p>
    </div>
  )
}

function stepWords({ status, step, progress, queue_position: position, waits_for: waitsFor }: Receipt): string {
  if (status === 'pending') {
    if (waitsFor !== null) return 'Waiting: as much is in work as your limit allows'
    return position === null || position <= 1 ? 'Next in line' : `Number ${position} in line`
  }
  if (step === 'saving') return 'Saving'
  if (step === 'starting') return 'Starting'
  return progress > 0 ? `Making it, ${progress} %` : 'Making it'
}

/** How long it has taken, and how long it may still take where that is known. */
function Expectation({ task: { created } }: { task: Receipt }) {
  const now = useNow(1_000)
  return <>{durationText(Math.max(0, Math.round(now - created)))}</>
}
