import type { TaskSummary } from '@mediagen/client'
import type { ReactNode } from 'react'
import './badge.css'

export type BadgeKind = 'neutral' | 'good' | 'warn' | 'bad' | 'accent'

export function Badge({ kind = 'neutral', children }: { kind?: BadgeKind; children: ReactNode }) {
  return <span className={`badge ${kind}`}>{children}</span>
}

type StateProps = { kind: BadgeKind; isPulsing?: boolean; children: ReactNode }

/** How something stands, in a word: without the ground of a badge, which would look like a button that is pressed. */
export function State({ kind, isPulsing = false, children }: StateProps) {
  return (
    <span className={`badge state-word ${kind}`}>
      <span className={`badge-dot ${isPulsing ? 'pulse' : ''}`} aria-hidden />
      {children}
    </span>
  )
}

type Status = Pick<TaskSummary, 'status' | 'error'>

/** How a task stands, in one word. Colour is never the only sign. */
export function StatusBadge({ task }: { task: Status }) {
  const { kind, word } = statusWords(task)
  return (
    <State kind={kind} isPulsing={task.status === 'processing'}>
      {word}
    </State>
  )
}

function statusWords({ status, error }: Status): { kind: BadgeKind; word: string } {
  switch (status) {
    case 'pending':
      return { kind: 'neutral', word: 'Queued' }
    case 'processing':
      return { kind: 'accent', word: 'Running' }
    case 'success':
      return { kind: 'good', word: 'Done' }
    case 'failed':
      return error?.code === 'cancelled' ? { kind: 'neutral', word: 'Cancelled' } : { kind: 'bad', word: 'Failed' }
  }
}
