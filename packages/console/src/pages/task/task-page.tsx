import { NotFoundError, type Receipt } from '@mediagen/client'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, CircleSlash, Download, RotateCcw, SearchX, Trash2 } from '../../look/icons.ts'
import { useLayoutEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { downloadName } from '../../data/download-name.ts'
import { fileAddressHere } from '../../data/file-address.ts'
import { hasEnded } from '../../data/listed-task.ts'
import { useLiveTask } from '../../data/live-task.ts'
import { queryKeys } from '../../data/query-keys.ts'
import { useClient } from '../../data/session.tsx'
import { taskSource, type ShownReceipt } from '../../data/task-source.ts'
import { Button, buttonClass } from '../../parts/controls/button.tsx'
import { EmptyState } from '../../parts/states/empty-state.tsx'
import { ErrorState } from '../../parts/states/error-state.tsx'
import { Page } from '../../parts/states/page-head.tsx'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import { CostOf } from '../../parts/words/amounts.tsx'
import { StatusBadge } from '../../parts/words/badge.tsx'
import { CodeBlock } from '../../parts/words/code-block.tsx'
import { CopyButton } from '../../parts/words/copy-button.tsx'
import { CutText } from '../../parts/words/cut-text.tsx'
import { Time } from '../../parts/words/time.tsx'
import { Fact } from '../../tasks/fact.tsx'
import { recallable, RecallLinks } from '../../tasks/recall.tsx'
import { ResultLinks } from '../../tasks/result-links.tsx'
import { useTaskActions } from '../../tasks/task-actions.ts'
import { taskPath, tasksPath, useWhose } from '../../tasks/whose.ts'
import { AskedEffective } from './asked-effective.tsx'
import { Deliveries } from './deliveries.tsx'
import { Failure } from './failure.tsx'
import { Files } from './files.tsx'
import { Result } from './result.tsx'
import { Timeline } from './timeline.tsx'
import '../../parts/panels/panel.css'
import './task-page.css'

/** All that is known of one task, live while it runs. */
export function TaskPage({ id }: { id: string }) {
  const { ofAll, mayChoose } = useWhose()
  const { data: receipt, error, refetch, dataUpdatedAt } = useLiveTask(id, ofAll)
  usePendingDeliveries(receipt, ofAll)
  useLayoutEffect(() => {
    scrollTo({ top: 0 })
  }, [id])
  if (error instanceof NotFoundError) return <NotHere id={id} mayLookFurther={mayChoose && !ofAll} />
  if (receipt !== undefined) return <Opened receipt={receipt} ofAll={ofAll} seenAt={dataUpdatedAt / 1000} />
  if (error !== null)
    return <ErrorState error={error} title="This task cannot be shown" onRetry={() => void refetch()} />
  return (
    <Page>
      <div className="task-head" aria-busy="true">
        <Skeleton width="50%" height={34} />
        <Skeleton width={160} height={22} />
      </div>
      <div className="task-columns">
        <Skeleton height={420} />
        <Skeleton height={420} />
      </div>
    </Page>
  )
}

// A receiver answers within seconds, or its next attempt is told.
const DELIVERY_MS = 2_000

/** The receipt changes after the end too, while its webhook is on its way. */
function usePendingDeliveries(receipt: Receipt | undefined, ofAll: boolean): void {
  const client = useClient()
  const id = receipt?.id ?? ''
  const isPending = receipt?.deliveries.some(({ status }) => status === 'pending') === true
  useQuery({
    queryKey: queryKeys.task(id, ofAll),
    queryFn: ({ signal }): Promise<ShownReceipt> => taskSource(client, ofAll).get(id, { signal }),
    enabled: isPending,
    refetchInterval: DELIVERY_MS,
  })
}

function NotHere({ id, mayLookFurther }: { id: string; mayLookFurther: boolean }) {
  return (
    <Page>
      <h1 className="unseen">Task</h1>
      <EmptyState
        icon={<SearchX aria-hidden />}
        title="Task not found"
        actions={
          <>
            <Link href="/tasks" className={buttonClass({})}>
              All tasks
            </Link>
            {mayLookFurther && (
              <Link href={taskPath(id, true)} className={buttonClass({})}>
                Search all keys
              </Link>
            )}
          </>
        }
      >
        <code>{id}</code> was deleted, never existed, or belongs to another key. Check the id, and sign in with the key
        that created it.
      </EmptyState>
    </Page>
  )
}

type SeenProps = { receipt: ShownReceipt; ofAll: boolean }

function Opened({ receipt, ofAll, seenAt }: SeenProps & { seenAt: number }) {
  const { id, prompt, error } = receipt
  const { canRecall } = useTaskActions(ofAll)
  return (
    <Page>
      <header className="task-head">
        <Link href={tasksPath(ofAll)} className="task-back">
          <ArrowLeft aria-hidden />
          Tasks
        </Link>
        <CutText key={id} as="h1" text={prompt} />
        <div className="task-bar">
          <StatusBadge task={receipt} />
          <span className="soft">
            {receipt.model} · {receipt.kind === 'video' ? 'Video' : 'Image'} · <Time at={receipt.created} />
          </span>
          <Actions receipt={receipt} ofAll={ofAll} />
        </div>
      </header>
      {error !== null && <Failure error={error} />}
      <div className="task-columns">
        <div className="task-column">
          <Result receipt={receipt} ofAll={ofAll} seenAt={seenAt} />
          {canRecall && <ResultLinks task={receipt} />}
          <Timeline receipt={receipt} />
          <Files receipt={receipt} />
          <Deliveries receipt={receipt} ofAll={ofAll} />
        </div>
        <div className="task-column">
          <AskedEffective receipt={receipt} />
          <Facts receipt={receipt} ofAll={ofAll} />
          {canRecall && (
            <section className="card" aria-labelledby="recall">
              <h2 id="recall">Reuse</h2>
              <RecallLinks id={id} parts={recallable(receipt)} isLabelled={false} />
            </section>
          )}
        </div>
      </div>
      <details className="raw">
        <summary>Raw receipt</summary>
        <CodeBlock code={JSON.stringify(receipt, null, 2)} label="receipt as JSON" />
      </details>
    </Page>
  )
}

function Actions({ receipt, ofAll }: SeenProps) {
  const actions = useTaskActions(ofAll)
  const [, go] = useLocation()
  const [isRetrying, setRetrying] = useState(false)
  const { id } = receipt
  const output = receipt.files.find(({ role, url }) => role === 'output' && url !== null)?.url
  const retry = async (): Promise<void> => {
    // A second click makes no second task.
    if (isRetrying) return
    setRetrying(true)
    const [made] = await actions.retry([id])
    setRetrying(false)
    if (made !== undefined) go(`/tasks/${made.id}`)
  }
  const remove = (): void => {
    void actions.remove([id])
    go('/tasks')
  }
  return (
    <div className="task-actions">
      {typeof output === 'string' && (
        <a
          className={buttonClass({ size: 'small', kind: 'primary' })}
          href={fileAddressHere(output)}
          download={downloadName(receipt, output)}
        >
          <Download />
          Download
        </a>
      )}
      {actions.canCancel(receipt) && (
        <Button size="small" onClick={() => void actions.cancel([id])}>
          <CircleSlash />
          Cancel
        </Button>
      )}
      {actions.canRetry(receipt) && (
        <Button
          size="small"
          kind={typeof output === 'string' ? 'plain' : 'primary'}
          aria-disabled={isRetrying}
          onClick={() => void retry()}
        >
          <RotateCcw />
          Retry
        </Button>
      )}
      {actions.canDelete(receipt) && (
        <Button size="small" kind="danger" onClick={remove}>
          <Trash2 />
          Delete
        </Button>
      )}
    </div>
  )
}

/** The rest, in a few words each. */
function Facts({ receipt, ofAll }: SeenProps) {
  const { id, key, cost, attempts, end_user: user, remix_of: remix, group } = receipt
  return (
    <section className="card" aria-labelledby="facts">
      <h2 id="facts">Details</h2>
      <dl className="facts">
        <Fact name="Id">
          <code>{id}</code> <CopyButton text={id} label="Copy the id" />
        </Fact>
        {key !== undefined && <Fact name="Key">{key.name}</Fact>}
        <Fact name="Cost">
          {cost === null ? 'known when the task ends' : <CostOf cost={cost} />}
          {cost !== null && cost.usd !== 0 && <p className="soft">{cost.basis}</p>}
        </Fact>
        <Fact name="Attempts">
          {attempts === 0 ? 'not started yet' : attempts === 1 ? '1' : `${attempts} (the task was restarted)`}
        </Fact>
        {!hasEnded(receipt) && (
          <Fact name="Time limit">
            <Time at={receipt.deadline} form="clock" after={receipt.created} />
          </Fact>
        )}
        {user !== null && <Fact name="End user">{user}</Fact>}
        {remix !== null && (
          <Fact name="Created from">
            <Link href={taskPath(remix, ofAll)}>{remix}</Link>
          </Fact>
        )}
        {group !== null && (
          <Fact name="Same request">
            {group
              .filter((other) => other !== id)
              .map((other, index) => (
                <Link key={other} href={taskPath(other, ofAll)} className="fact-link">
                  result {index + 1}
                </Link>
              ))}
          </Fact>
        )}
      </dl>
    </section>
  )
}
