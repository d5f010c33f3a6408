import type { Receipt } from '@mediagen/client'

/** A moment in the life of a task. */
export type Stage = {
  name: string
  /** Seconds since 1970; null where it has not come. */
  at: number | null
  state: 'done' | 'now' | 'ahead' | 'bad'
  note?: string
}

/** A stretch between two moments. */
export type Span = { name: 'Queued' | 'Running' | 'Webhook'; seconds: number; isOpen: boolean }

type Timed = Pick<
  Receipt,
  'created' | 'started' | 'finished' | 'status' | 'error' | 'step' | 'progress' | 'queue_position' | 'waits_for'
> &
  Pick<Receipt, 'deliveries' | 'webhook_url' | 'attempts'>

/** Accepted, started, ended, announced: what has come, what is now, what is ahead. */
export function stagesOf(task: Timed): Stage[] {
  const { created, started, finished, status } = task
  const accepted: Stage = { name: 'Accepted', at: created, state: 'done' }
  const beginning: Stage =
    started === null
      ? finished === null
        ? { name: 'Queued', at: null, state: 'now', note: lineNote(task) }
        : { name: 'Never started', at: null, state: 'bad' }
      : { name: 'Started', at: started, state: 'done', ...(task.attempts > 1 && { note: `${task.attempts} attempts` }) }
  const work: Stage[] =
    status === 'processing'
      ? [
          {
            name: WORDS[task.step ?? 'running'],
            at: null,
            state: 'now',
            ...(task.progress > 0 && { note: `${task.progress}%` }),
          },
        ]
      : []
  const end: Stage =
    status === 'failed'
      ? { name: task.error?.code === 'cancelled' ? 'Cancelled' : 'Failed', at: finished, state: 'bad' }
      : { name: 'Saved', at: finished, state: finished === null ? 'ahead' : 'done' }
  const announced = task.webhook_url === null ? [] : [announcement(finished, ofEnd(task))]
  return [accepted, beginning, ...work, end, ...announced]
}

const WORDS = { starting: 'Starting', running: 'Running', saving: 'Saving' } as const

function lineNote({ queue_position: position, waits_for: limit }: Timed): string {
  if (limit !== null) return `this ${limit === 'key' ? 'key' : 'end user'} has reached its concurrency limit`
  return position === null ? '' : `position ${position} in the queue`
}

/** What announces the end. Other events of a task have moments of their own. */
function ofEnd({ deliveries }: Timed): Receipt['deliveries'] {
  return deliveries.filter(({ event }) => event === 'task.completed')
}

function announcement(finished: number | null, deliveries: Receipt['deliveries']): Stage {
  const arrived = arrivalOf(deliveries)
  if (arrived !== null) return { name: 'Webhook', at: arrived, state: 'done' }
  const tries = deliveries.reduce((sum, { attempts }) => sum + attempts.length, 0)
  const note = tries === 0 ? undefined : `${tries} ${tries === 1 ? 'attempt' : 'attempts'}`
  const noted = note === undefined ? {} : { note }
  if (deliveries.length > 0 && deliveries.every(({ status }) => status === 'dead'))
    return { name: 'Webhook failed', at: null, state: 'bad', ...noted }
  return { name: 'Webhook', at: null, state: finished === null ? 'ahead' : 'now', ...noted }
}

/** When a webhook first arrived; null where none has. */
function arrivalOf(deliveries: Receipt['deliveries']): number | null {
  const arrivals = deliveries.flatMap(({ attempts }) =>
    attempts.flatMap(({ at, duration_ms: ms, status, error }) =>
      status !== null && error === null ? [at + ms / 1000] : [],
    ),
  )
  return arrivals.length === 0 ? null : Math.min(...arrivals)
}

/** How long each part took, and takes until now. */
export function spansOf(task: Timed, now: number): Span[] {
  const { created, started, finished } = task
  const untilStart = started ?? finished ?? Math.max(created, now)
  const spans: Span[] = [
    { name: 'Queued', seconds: untilStart - created, isOpen: started === null && finished === null },
  ]
  if (started !== null)
    spans.push({
      name: 'Running',
      seconds: (finished ?? Math.max(started, now)) - started,
      isOpen: finished === null,
    })
  const arrived = arrivalOf(ofEnd(task))
  if (arrived !== null && finished !== null)
    spans.push({ name: 'Webhook', seconds: Math.max(0, arrived - finished), isOpen: false })
  return spans
}
