import type { Receipt } from '@mediagen/client'
import { useTaskPreview } from '../data/task-preview.ts'
import { durationText } from '../parts/words/amounts.tsx'
import { useNow } from '../parts/words/now.ts'
import { ProgressBar } from '../parts/words/progress-bar.tsx'
import './task-progress.css'

type TaskProgressProps = {
  task: Receipt
  /** When the service said so, in seconds since 1970. */
  seenAt: number
}

/** How far a task is: in words, as a bar where the model tells, and how long it takes. */
export function TaskProgress({ task, seenAt }: TaskProgressProps) {
  const words = stepWords(task)
  const preview = useTaskPreview(task)
  return (
    <div className={`task-progress ${preview === undefined ? '' : 'previewed'}`}>
      {preview !== undefined && <img src={preview} alt={`Preview: ${task.prompt}`} />}
      <p aria-live="polite">{words}</p>
      <ProgressBar label="Progress" percent={knownProgress(task)} />
      <p className="task-time">
        <Expectation task={task} seenAt={seenAt} />
      </p>
    </div>
  )
}

/** How much is done, in percent; undefined where the engine has not told. */
export function knownProgress({ status, progress }: Pick<Receipt, 'status' | 'progress'>): number | undefined {
  return status === 'processing' && progress > 0 ? progress : undefined
}

function stepWords({ status, step, progress, queue_position: position, waits_for: waitsFor }: Receipt): string {
  if (status === 'pending') {
    if (waitsFor !== null)
      return `Queued: this ${waitsFor === 'key' ? 'key' : 'end user'} has reached its concurrency limit`
    return position === null || position <= 1 ? 'Queued: next' : `Queued: position ${position}`
  }
  if (step === 'saving') return 'Saving'
  // An engine that reports progress works, whatever its last step was called.
  if (progress > 0) return `Running, ${progress}%`
  return step === 'starting' ? 'Starting' : 'Running'
}

/** How long it has taken, and how long it will probably still take, where others of its model tell. */
function Expectation({ task: { created, eta }, seenAt }: TaskProgressProps) {
  const now = useNow(1_000)
  const taken = durationText(Math.max(0, Math.round(now - created)))
  if (eta === null) return <>{taken}</>
  // What was true when the service said it; the clock went on since.
  const passed = Math.max(0, now - seenAt)
  return <>{`${taken} · ${leftText(eta.low - passed, eta.high - passed)}`}</>
}

function leftText(low: number, high: number): string {
  const [least, most] = [Math.round(low), Math.round(high)]
  if (most <= 0) return 'taking longer than usual'
  if (least <= 0) return `up to ${durationText(most)} left`
  return least === most ? `about ${durationText(most)} left` : `${durationText(least)} to ${durationText(most)} left`
}
