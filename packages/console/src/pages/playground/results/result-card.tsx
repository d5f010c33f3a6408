import type { Receipt, ReceiptFile } from '@mediagen/client'
import { Badge, StatusBadge } from '../../../parts/words/badge.tsx'
import { durationText, moneyText } from '../../../parts/words/amounts.tsx'
import { nothingText } from '../../../parts/words/nothing-text.ts'
import { ErrorState } from '../../../parts/states/error-state.tsx'
import { fileAddressHere } from '../../../data/file-address.ts'
import { useLiveTask } from '../../../data/live-task.ts'
import { CredentialsMark } from '../../../tasks/credentials-mark.tsx'
import { TaskProgress } from '../../../tasks/task-progress.tsx'
import { shapeOf } from '../form/choices.ts'
import { dragResult } from '../references/dragged-result.ts'
import { TaskFailure } from './failure.tsx'
import { ResultActions } from './result-actions.tsx'
import type { Ask } from './runs.ts'

type ResultCardProps = { ask: Ask; taskId: string }

/** One task of a run: on its way, made, or failed. */
export function ResultCard({ ask, taskId }: ResultCardProps) {
  const { data: task, error, refetch, dataUpdatedAt } = useLiveTask(taskId)
  const { wish } = ask
  if (task === undefined)
    return (
      <article className="result" aria-label={`${wish.model}: ${wish.prompt}`}>
        <div className="result-picture waiting" style={{ aspectRatio: ratioOf(wish.aspect_ratio ?? wish.size) }}>
          {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
        </div>
      </article>
    )
  const output = task.files.find(({ role }) => role === 'output')
  return (
    <article className="result" aria-label={`${task.model}: ${task.prompt}`}>
      <div
        className={`result-picture ${output === undefined ? 'waiting' : ''}`}
        style={{
          aspectRatio: output?.width
            ? `${output.width} / ${output.height}`
            : ratioOf(task.effective?.aspect_ratio ?? wish.aspect_ratio ?? wish.size),
        }}
      >
        <Shown task={task} output={output} ask={ask} seenAt={dataUpdatedAt / 1000} />
      </div>
      <footer className="result-foot">
        <div className="result-facts">
          <Badge>{task.model}</Badge>
          {task.status === 'failed' && <StatusBadge task={task} />}
          {factsOf(task, output).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
          {output !== undefined && <CredentialsMark of={output.credentials} />}
        </div>
        <ResultActions task={task} output={output} ask={ask} />
        {task.warnings.length > 0 && (
          <ul className="result-warnings" aria-label="Warnings">
            {task.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        )}
      </footer>
    </article>
  )
}

type ShownProps = { task: Receipt; output: ReceiptFile | undefined; ask: Ask; seenAt: number }

function Shown({ task, output, ask, seenAt }: ShownProps) {
  if (task.status === 'failed') return <TaskFailure task={task} ask={ask} />
  if (task.status !== 'success') return <TaskProgress task={task} seenAt={seenAt} />
  const address = output?.url
  if (address === undefined || address === null) return <p className="task-progress">The file was removed.</p>
  if (task.kind === 'image')
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- by keyboard, Edit does the same
      <img src={fileAddressHere(address)} alt={task.prompt} onDragStart={(event) => dragResult(event, address)} />
    )
  const cover = task.files.find(({ role }) => role === 'cover')?.url
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- clips have no words to be read; what is seen is what was asked for
    <video
      src={fileAddressHere(address)}
      aria-label={task.prompt}
      controls
      loop
      muted
      autoPlay={!prefersStillness()}
      playsInline
      {...(typeof cover === 'string' && { poster: fileAddressHere(cover) })}
    />
  )
}

/** Whether somebody has asked for a screen on which nothing moves by itself. */
function prefersStillness(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

function factsOf(task: Receipt, output: ReceiptFile | undefined): string[] {
  const { effective, cost, run_seconds: seconds } = task
  return [
    output?.width ? `${output.width}×${output.height}` : '',
    typeof effective?.seed === 'number' ? `seed ${effective.seed}` : '',
    task.status === 'success' && seconds !== null ? durationText(seconds) : '',
    cost === null ? '' : cost.usd === null ? 'cost unknown' : cost.usd === 0 ? nothingText(cost) : moneyText(cost.usd),
  ].filter((fact) => fact !== '')
}

/** The shape that the result will have, so that nothing jumps when it comes; 16:9 where only the model knows. */
export function ratioOf(asked: string | undefined): string {
  if (asked === undefined || !/^\d+[:x]\d+$/.test(asked)) return '16 / 9'
  const { width, height } = shapeOf(asked)
  return `${width} / ${height}`
}
