import type { StoppedJob } from '../../src/ports/store/stops.ts'
import type { Delivery, DeliveryAttempt } from '../../src/core/webhook.ts'
import type { FileRecord } from '../../src/core/files/file-record.ts'
import { START_SETTLES_MS, type Stop } from '../../src/core/tasks/stop.ts'
import { NEVER, startKeyOf, UNSEEN_CROWD, type Task } from '../../src/core/tasks/task.ts'
import type { DeliveryClaim } from '../../src/ports/store/deliveries.ts'
import type { Lease } from '../../src/ports/store/owners.ts'
import type { ClaimRequest, IdempotencyRecord, NewTask, Outcome } from '../../src/ports/store/task-queue.ts'
import type { Usage, UsageSum } from '../../src/ports/store/usage.ts'
import type { Subject } from './commands.ts'

type Line = Task & { turn: number; endedBy: string | null; owner: string | null; endedStep: Task['step'] }
type Kept = IdempotencyRecord & { keyId: string; taskId: string }
type Listed = Pick<Task, 'createdAt' | 'id'>
type Sent = Delivery & { record: DeliveryAttempt[] }

const compare = (x: string | number, y: string | number): number => (x < y ? -1 : x > y ? 1 : 0)

/** Sorts by the first value that differs. */
function by<T>(...values: ((row: T) => string | number)[]): (x: T, y: T) => number {
  return (x, y) => values.map((value) => compare(value(x), value(y))).find((order) => order !== 0) ?? 0
}

function textOf({ operation }: Pick<Stop, 'operation'>): string {
  return operation === null ? '' : JSON.stringify(operation)
}

function isJob(job: StoppedJob): (stop: Stop) => boolean {
  return (stop) => stop.taskId === job.taskId && textOf(stop) === textOf(job)
}

/** What rows of one day, kind and model come to. */
function summed(rows: readonly Usage[]): UsageSum {
  const [first] = rows
  if (first === undefined) throw new Error('a group has rows')
  const prices = rows.flatMap(({ priceMicros }) => priceMicros ?? [])
  const add = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0)
  return {
    day: Math.floor(first.at / 86_400_000),
    kind: first.kind,
    model: first.model,
    tasks: rows.length,
    succeeded: rows.filter(({ status }) => status === 'success').length,
    unitsMicros: add(rows.map(({ units }) => Math.round(units * 1e6))),
    priceMicros: prices.length === 0 ? null : add(prices),
    unpriced: rows.length - prices.length,
  }
}

/** Whether a task can be begun by its claim: nothing has to be fetched or decided first, and nothing speaks against it. */
function isReady(line: Line, now: number): boolean {
  if (line.status !== 'pending' || line.queueDeadlineAt <= now || line.crowd > 0 || line.soloCuts > 0) return false
  return line.effective !== null && line.references.every(({ from }) => from === 'file')
}

/** What the store promises, in the plainest words that run: lists in memory, no lock, no index, no haste. */
export class ReferenceStore {
  private lines: Line[] = []
  private given: Pick<Line, 'engine' | 'keyId' | 'turn'>[] = []
  private records: FileRecord[] = []
  private kept: Kept[] = []
  private sent: Sent[] = []
  private used: Usage[] = []
  private stopping: Stop[] = []
  private owning: { id: string; beat: number }[] = []

  readonly tasks: Subject['tasks'] = {
    find: async (id) => shown(this.line(id)),
    view: async (id) => {
      const line = this.line(id)
      if (line === undefined) return undefined
      const { keyId, project, kind, model, status, createdAt, error } = line
      const files = this.records.filter(({ taskId, role }) => taskId === id && role !== 'reference')
      const brief = files.map(({ id: fileId, role, position, mediaType, extension }) => ({
        id: fileId,
        role,
        position,
        mediaType,
        extension,
      }))
      const outputs = brief
        .filter(({ role }) => role === 'output')
        .sort((x, y) => x.position - y.position)
        .map((file) => {
          const cover = brief.find(({ role, position }) => role === 'cover' && position === file.position) ?? null
          return { file, cover }
        })
      return { id, keyId, project, kind, model, status, createdAt, error, outputs: status === 'success' ? outputs : [] }
    },
    list: async ({ keyId, kind, statuses, models, from = 0, until = Infinity, after, limit, oldestFirst = false }) => {
      const order = (x: Listed, y: Listed): number => {
        const newest = y.createdAt - x.createdAt || compare(y.id, x.id)
        return oldestFirst ? -newest : newest
      }
      return this.lines
        .filter((line) => keyId === null || line.keyId === keyId)
        .filter((line) => kind === undefined || line.kind === kind)
        .filter((line) => statuses === undefined || statuses.includes(line.status))
        .filter((line) => models === undefined || models.includes(line.model))
        .filter(({ createdAt }) => createdAt >= from && createdAt < until)
        .sort(order)
        .filter((line) => after === undefined || order(after, line) < 0)
        .slice(0, limit)
        .map(task)
    },
    findRepeat: async (keyId, key, now) => {
      const known = this.repeat(keyId, key, now)
      return known === undefined ? undefined : { taskId: known.taskId, fingerprint: known.fingerprint }
    },
    queuePosition: async ({ id, engine }) =>
      Math.max(
        0,
        this.waiting(engine).findIndex((line) => line.id === id),
      ),
  }

  readonly queue: Subject['queue'] = {
    insert: async ({ task, references, idempotency, others = [] }: NewTask) => {
      const known = idempotency === null ? undefined : this.repeat(task.keyId, idempotency.key, task.createdAt)
      if (known !== undefined && known.fingerprint !== idempotency?.replaces) {
        const same = known.fingerprint === idempotency?.fingerprint
        return same ? { kind: 'repeated', taskId: known.taskId } : { kind: 'conflict' }
      }
      for (const each of [{ task, references }, ...others]) this.add(each)
      if (idempotency !== null) {
        this.kept = this.kept.filter(({ keyId, key }) => keyId !== task.keyId || key !== idempotency.key)
        this.kept.push({ ...idempotency, keyId: task.keyId, taskId: task.id })
      }
      return { kind: 'inserted' }
    },
    claim: async (request) => this.claim(request),
    lost: async (leases) => leases.filter((lease) => this.held(lease) === undefined),
    heldBy: async (owner) =>
      this.lines
        .filter((line) => line.owner === owner)
        .map(({ id, leaseToken, startKey }) => ({ id, token: leaseToken ?? '', startKey })),
    suspects: async (now, above = 0) => {
      const due = this.lines.filter(
        (line) => line.crowd > above && line.leaseToken === null && line.finishedAt === null,
      )
      const crowds = due.filter(({ nextRunAt }) => nextRunAt <= now).map(({ crowd }) => crowd)
      return crowds.length === 0 ? undefined : Math.min(...crowds)
    },
    takePlace: async (lease, { engine, cap }) => {
      const line = this.held(lease)
      if (line === undefined || this.jobsAt(engine, line) >= cap) return false
      Object.assign(line, { guestOf: engine, version: line.version + 1 })
      return true
    },
    advance: async (lease, { releaseUntil, stillSuspect, files, ...change }) => {
      const line = this.held(lease)
      if (line === undefined) return undefined
      const progress = Math.max(line.progress, change.progress ?? 0)
      Object.assign(line, change, { progress, version: line.version + 1 })
      if (releaseUntil !== undefined) {
        const crowd = stillSuspect === undefined ? 0 : line.crowd
        Object.assign(line, { leaseToken: null, owner: null, nextRunAt: releaseUntil, crowd })
      }
      this.records.push(...(files ?? []))
      return task(line)
    },
    finish: async (lease, outcome, seat) => {
      const line = this.held(lease)
      const ended =
        line === undefined ? this.line(lease.id)?.endedBy === lease.token : this.end(line, outcome, lease.token)
      seat?.take(this.claim(seat.claim))
      return ended
    },
    finishAny: async (id, outcome, version) => {
      if (version !== undefined && this.line(id)?.version !== version) return false
      const line = this.line(id)
      return line !== undefined && line.finishedAt === null && this.end(line, outcome, null)
    },
  }

  readonly stops: Subject['stops'] = {
    take: async ({ now, until, limit }) =>
      this.stopping
        .filter((stop) => stop.nextRunAt <= now && this.isOver(stop))
        .sort(
          by<Stop>(
            ({ nextRunAt }) => nextRunAt,
            ({ taskId }) => taskId,
            textOf,
          ),
        )
        .slice(0, limit)
        .map((stop) => ({ ...Object.assign(stop, { nextRunAt: until, tries: stop.tries + 1 }) })),
    add: async (stop) => {
      await this.stops.dropStarting(stop.taskId)
      const known = this.stopping.find(isJob(stop))
      if (known === undefined) this.stopping.push({ ...stop })
      else known.nextRunAt = stop.nextRunAt
    },
    dropStarting: async (id) => {
      this.stopping = this.stopping.filter(({ taskId, operation }) => taskId !== id || operation !== null)
    },
    putOff: async (job, until) => {
      for (const stop of this.stopping) if (isJob(job)(stop)) stop.nextRunAt = until
    },
    remove: async (job) => {
      this.stopping = this.stopping.filter((stop) => !isJob(job)(stop))
    },
  }

  readonly owners: Subject['owners'] = {
    join: async (id) => {
      if (!this.owning.some((owner) => owner.id === id)) this.owning.push({ id, beat: 0 })
    },
    beat: async (id) => {
      const owner = this.owning.find((each) => each.id === id)
      if (owner !== undefined) owner.beat++
      return owner !== undefined
    },
    list: async () => this.owning.map((owner) => ({ ...owner, gone: false })).sort((x, y) => compare(x.id, y.id)),
    bury: async (dead, { witnessed, now }) => {
      for (const { id, beat } of dead) {
        const owner = this.owning.find((each) => each.id === id && each.beat === (beat ?? each.beat))
        if (owner === undefined) continue
        this.owning = this.owning.filter((each) => each !== owner)
        const held = this.lines.filter((line) => line.owner === id)
        for (const line of held) {
          const crowd = witnessed ? held.length : line.crowd === 0 ? UNSEEN_CROWD : line.crowd
          const soloCuts = line.soloCuts + (witnessed && held.length === 1 ? 1 : 0)
          const freed = { leaseToken: null, owner: null, nextRunAt: now, crowd, soloCuts }
          Object.assign(line, freed, { attempts: line.attempts + 1, version: line.version + 1 })
        }
      }
    },
  }

  readonly files = { ofTask: async (taskId: string): Promise<FileRecord[]> => this.ofTask(taskId) }

  readonly deliveries: Subject['deliveries'] = {
    claim: async ({ token, now, leaseUntil, limit, perHost, hostLimits }: DeliveryClaim) => {
      const pending = this.sent.filter(({ status }) => status === 'pending')
      const room = (host: string): number =>
        (hostLimits[host] ?? perHost) -
        pending.filter((each) => each.host === host && each.leaseToken !== null && each.nextRunAt > now).length
      const due = pending
        .filter(({ nextRunAt }) => nextRunAt <= now)
        .sort(
          by<Sent>(
            (d) => d.nextRunAt,
            (d) => d.id,
          ),
        )
      const place = (delivery: Sent): number => due.filter(({ host }) => host === delivery.host).indexOf(delivery)
      const free = new Map(due.map(({ host }) => [host, room(host)]))
      return due
        .filter((delivery) => place(delivery) < (free.get(delivery.host) ?? 0))
        .slice(0, limit)
        .map((delivery) => ({
          ...announced(Object.assign(delivery, { leaseToken: token, nextRunAt: leaseUntil })),
          traceParent: this.lines.find(({ id }) => id === delivery.taskId)?.traceParent ?? null,
        }))
    },
    record: async ({ id, token }, { attempt, status, nextRunAt, costsNoRound }) => {
      const sent = this.sent.find((each) => each.id === id && each.leaseToken === token)
      if (sent === undefined) return false
      const finishedAt = status === 'pending' ? null : attempt.at
      Object.assign(sent, { status, finishedAt, leaseToken: null, nextRunAt: nextRunAt ?? sent.nextRunAt })
      if (costsNoRound !== true) sent.round++
      sent.attempts++
      sent.record.push({ number: sent.attempts, ...attempt })
      if (status !== 'pending' && this.line(sent.taskId) === undefined)
        this.sent = this.sent.filter((each) => each !== sent)
      return true
    },
    ofTask: async (id) => this.sent.filter(({ taskId }) => taskId === id).map(announced),
    attempts: async (id) => this.sent.find((each) => each.id === id)?.record.map((each) => ({ ...each })) ?? [],
    requeue: async (id, at) => {
      const sent = this.sent.find((each) => each.id === id)
      if (sent === undefined) return false
      if (sent.leaseToken !== null && sent.nextRunAt > at) sent.round = 0
      else requeue(sent, at)
      return true
    },
    requeueSince: async (keyId, since, at) => {
      const waits = (each: (typeof this.sent)[number]): boolean =>
        each.status === 'pending' && each.attempts > 0 && (each.leaseToken === null || each.nextRunAt <= at)
      const missed = this.sent.filter(
        (each) => each.keyId === keyId && each.createdAt >= since && (each.status === 'dead' || waits(each)),
      )
      for (const sent of missed) requeue(sent, at)
      return missed.length
    },
  }

  readonly usage: Subject['usage'] = {
    sums: async (keyId, from) => {
      const used = this.used
        .filter((usage) => usage.keyId === keyId && usage.at >= from)
        .sort(
          by<Usage>(
            ({ at }) => at,
            ({ taskId }) => taskId,
          ),
        )
      const groups = Map.groupBy(used, ({ at, kind, model }) => `${Math.floor(at / 86_400_000)} ${kind} ${model}`)
      return { sums: [...groups.values()].map(summed), next: null }
    },
  }

  readonly chores: Subject['chores'] = {
    overdue: async (now, limit) =>
      this.lines
        .filter(({ finishedAt }) => finishedAt === null)
        .filter((line) => deadline(line) + (line.operation === null ? 0 : 1_500_000) <= now && line.nextRunAt <= now)
        .sort(by(deadline, ({ id }) => id))
        .slice(0, limit)
        .map(task),
    removable: async (time, { limit }) => {
      const ended = this.lines
        .filter(({ finishedAt }) => finishedAt !== null && finishedAt < time)
        .sort(
          by<Line>(
            ({ finishedAt }) => finishedAt ?? 0,
            ({ id }) => id,
          ),
        )
        .slice(0, limit)
        .map(({ id, finishedAt }) => ({ id, finishedAt: finishedAt ?? 0 }))
      const isAnnounced = (id: string): boolean =>
        !this.sent.some(({ taskId, status }) => taskId === id && status === 'pending')
      const last = ended.length < limit ? undefined : ended.at(-1)
      return {
        ids: ended.map(({ id }) => id).filter(isAnnounced),
        next: last && { finishedAt: last.finishedAt, id: last.id },
      }
    },
    remove: async (asked) => {
      const isGone = ({ id, finishedAt }: Line): boolean => asked.includes(id) && finishedAt !== null
      const ids = this.lines.filter(isGone).map(({ id }) => id)
      const files = ids.flatMap((id) => this.ofTask(id))
      this.lines = this.lines.filter((line) => !isGone(line))
      this.records = this.records.filter(({ taskId }) => !ids.includes(taskId))
      this.sent = this.sent.filter(({ taskId, status }) => !ids.includes(taskId) || status === 'pending')
      return { ids, fileIds: files.map(({ id }) => id) }
    },
    sweepIdempotency: async (now, limit) => {
      const expired = this.kept.filter(({ expiresAt }) => expiresAt <= now).slice(0, limit)
      this.kept = this.kept.filter((each) => !expired.includes(each))
      return expired.length
    },
  }

  private add({ task, references }: Pick<NewTask, 'task' | 'references'>): void {
    const line = this.waiting(task.engine)
    const given = this.given.filter(({ engine }) => engine === task.engine)
    const head = line.length > 0 ? line.map(({ turn }) => turn) : [Math.max(1, ...given.map(({ turn }) => turn))]
    const own = given.filter(({ keyId }) => keyId === task.keyId).map(({ turn }) => turn + 1)
    const turn = Math.max(Math.min(...head), ...own)
    this.given.push({ engine: task.engine, keyId: task.keyId, turn })
    this.lines.push({ ...task, turn, endedBy: null, owner: null, endedStep: null })
    this.records.push(...references)
  }

  private claim({ engine, owner, token, now, limit, wakeLimit, crowd, cap, runTimeouts = [] }: ClaimRequest): Task[] {
    if (!this.owning.some(({ id }) => id === owner)) return []
    const inWork = this.lines.filter((line) => line.engine === engine && isInWork(line))
    const due = (line: Line): boolean => line.nextRunAt <= now && line.crowd === crowd
    const waking = inWork
      .filter(due)
      .sort(
        by<Line>(
          ({ nextRunAt }) => nextRunAt,
          ({ id }) => id,
        ),
      )
      .slice(0, limit)
    const spare = Math.max(limit - waking.length, limit - wakeLimit)
    const room = Math.max(0, Math.min(spare, (cap ?? Infinity) - this.jobsAt(engine)))
    const fresh = this.waiting(engine).filter(due).slice(0, room)
    return [...waking.slice(0, limit - fresh.length), ...fresh].map((line) => {
      if (line.attempts === 0 || line.leaseToken !== null) line.attempts++
      const held = { leaseToken: token, owner, nextRunAt: NEVER, version: line.version + 1 }
      const timeout = runTimeouts.find(({ kind, model }) => kind === line.kind && model === line.model)
      if (timeout !== undefined && isReady(line, now)) {
        const startKey = startKeyOf({ id: line.id, token })
        const begun = {
          status: 'processing',
          step: 'starting',
          startedAt: now,
          runDeadlineAt: now + timeout.ms,
          startKey,
        }
        Object.assign(line, begun)
      }
      return task(Object.assign(line, held))
    })
  }

  private end(line: Line, outcome: Outcome, endedBy: string | null): boolean {
    const { status, error, finishedAt, warnings, cost, files, deliveries, usage } = outcome
    const progress = status === 'success' ? 100 : line.progress
    const version = line.version + 1
    Object.assign(line, {
      status,
      error,
      finishedAt,
      warnings,
      cost,
      progress,
      version,
      endedBy,
      endedStep: line.step,
      step: null,
      leaseToken: null,
      owner: null,
      crowd: 0,
    })
    this.records.push(...files)
    this.used.push({ ...usage, taskId: line.id, keyId: line.keyId, project: line.project })
    if (outcome.stopJob) this.leaveBehind(line, finishedAt)
    for (const delivery of deliveries) {
      const times = { createdAt: finishedAt, nextRunAt: finishedAt, leaseToken: null, finishedAt: null }
      const counts = { status: 'pending' as const, round: 0, attempts: 0, record: [] }
      this.sent.push({ ...delivery, taskId: line.id, keyId: line.keyId, ...counts, ...times })
    }
    return true
  }

  /** A job that runs, or a start that may be on its way, is stopped once its task has ended. */
  private leaveBehind({ id: taskId, engine, guestOf, kind, model, operation, endedStep }: Line, at: number): void {
    if (endedStep !== 'starting' && (endedStep !== 'running' || operation === null)) return
    if (this.stopping.some(isJob({ taskId, operation }))) return
    const nextRunAt = operation === null ? at + START_SETTLES_MS : at
    const times = { createdAt: at, nextRunAt, tries: 0 }
    this.stopping.push({ taskId, engine, lane: guestOf ?? engine, kind, model, operation, ...times })
  }

  private isOver({ taskId }: Stop): boolean {
    return this.line(taskId)?.finishedAt !== null
  }

  /** What an engine has to do: its own tasks in work, those of others that it makes, and what must be stopped. */
  private jobsAt(engine: string, except?: Line): number {
    const others = this.lines.filter((line) => line !== except)
    const own = others.filter((line) => line.engine === engine && isInWork(line)).length
    const guests = others.filter((line) => line.guestOf === engine && line.finishedAt === null).length
    return own + guests + this.stopping.filter((stop) => stop.lane === engine && this.isOver(stop)).length
  }

  private line(id: string): Line | undefined {
    return this.lines.find((line) => line.id === id)
  }

  private held({ id, token }: Lease): Line | undefined {
    return this.lines.find((line) => line.id === id && line.leaseToken === token)
  }

  private waiting(engine: string): Line[] {
    const line = this.lines.filter((each) => each.engine === engine && each.status === 'pending' && !isInWork(each))
    return line.sort(
      by<Line>(
        ({ turn }) => turn,
        ({ createdAt }) => createdAt,
        ({ id }) => id,
      ),
    )
  }

  private repeat(keyId: string, key: string, now: number): Kept | undefined {
    return this.kept.find((each) => each.keyId === keyId && each.key === key && each.expiresAt > now)
  }

  private ofTask(id: string): FileRecord[] {
    const files = this.records.filter(({ taskId }) => taskId === id)
    return files.sort(
      by<FileRecord>(
        ({ role }) => role,
        ({ position }) => position,
        (file) => file.id,
      ),
    )
  }
}

function isInWork({ finishedAt, status, leaseToken }: Task): boolean {
  return finishedAt === null && (status === 'processing' || leaseToken !== null)
}

function deadline({ runDeadlineAt, queueDeadlineAt }: Task): number {
  return runDeadlineAt ?? queueDeadlineAt
}

function requeue(sent: Sent, at: number): void {
  Object.assign(sent, { status: 'pending', round: 0, nextRunAt: at, leaseToken: null, finishedAt: null })
}

function task({ turn: _turn, endedBy: _endedBy, owner: _owner, endedStep: _endedStep, ...rest }: Line): Task {
  return rest
}

function shown(line: Line | undefined): Task | undefined {
  return line === undefined ? undefined : task(line)
}

function announced({ id, taskId, event, keyId, url, host, body, status, round, attempts, ...times }: Sent): Delivery {
  const { createdAt, nextRunAt, leaseToken, finishedAt } = times
  const counts = { status, round, attempts, createdAt, nextRunAt, leaseToken, finishedAt }
  return { id, taskId, event, keyId, url, host, body, ...counts }
}
