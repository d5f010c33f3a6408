import { periodOf, type AccountLimits } from '../../core/money/account.ts'
import { budgetsOf, reachedBudgets } from '../../core/money/reached-budgets.ts'
import type { ApiKey } from '../../core/keys/api-key.ts'
import type { Project } from '../../core/projects/project.ts'
import { eventOf, type RaisedEvent } from '../../core/service-event.ts'
import type { Model } from '../../core/tasks/model.ts'
import type { Catalog } from '../../ports/engine.ts'
import type { Clock } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'

export type RaiseDueEventsDeps = {
  store: Pick<Store, 'events' | 'keys' | 'projects' | 'accounts'>
  catalog: Pick<Catalog, 'list'>
  clock: Clock
}

const DAY_MS = 86_400_000
const PAGE = 200
// A week to hand out a new key, and the last day. A key with a shorter lifetime than that gets no event.
const KEY_DAYS = [1, 7]
// As long in advance as callers are warned, and in the last week.
const MODEL_DAYS = [7, 60]

/**
 * Raises events that depend on time: expiring keys, retiring models, and budget marks that were passed because the
 * budget was lowered. All of it follows from stored data, so nothing is lost if a process dies on the way.
 */
export async function raiseDueEvents(deps: RaiseDueEventsDeps, signal: AbortSignal): Promise<void> {
  const { store, catalog } = deps
  const now = deps.clock.now()
  await raise(
    deps,
    catalog.list().flatMap((model) => retiring(model, now)),
  )
  const keysAfter = (last: ApiKey | null): Promise<ApiKey[]> => store.keys.page(last, PAGE)
  for await (const keys of pages(keysAfter, signal)) {
    const live = keys.filter(({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt ?? Infinity) > now)
    const spent = await reached(deps, new Map(live.map((key) => [key.id, budgetsOf(key.id, { key }, now)])), now)
    await raise(deps, [...live.flatMap((key) => expiring(key, now)), ...spent])
  }
  const projectsAfter = (last: Project | null): Promise<Project[]> => store.projects.page(last, PAGE)
  for await (const projects of pages(projectsAfter, signal)) {
    const live = projects.filter(({ archivedAt }) => archivedAt === null)
    const limits = new Map(live.map((project) => [project.id, budgetsOf(project.id, { project }, now)]))
    await raise(deps, await reached(deps, limits, now))
  }
}

async function* pages<Row>(next: (last: Row | null) => Promise<Row[]>, signal: AbortSignal): AsyncGenerator<Row[]> {
  let page: Row[] = []
  do {
    page = await next(page.at(-1) ?? null)
    yield page
  } while (page.length === PAGE && !signal.aborted)
}

async function raise({ store }: RaiseDueEventsDeps, events: readonly RaisedEvent[]): Promise<void> {
  if (events.length > 0) await store.events.raise(events.map(eventOf))
}

/** The marks of budgets that these accounts have passed. */
async function reached(
  { store }: RaiseDueEventsDeps,
  limits: ReadonlyMap<string, AccountLimits>,
  now: number,
): Promise<RaisedEvent[]> {
  const isBudgeted = ({ perDayMicros, perMonthMicros }: AccountLimits): boolean =>
    perDayMicros !== null || perMonthMicros !== null
  const ids = [...limits].filter(([, each]) => isBudgeted(each)).map(([id]) => id)
  if (ids.length === 0) return []
  // Spending in a past day or month raises no more events.
  const { day, month } = periodOf(now)
  const present = (await store.accounts.find(ids)).map((account) => ({
    ...account,
    dayMicros: account.day < day ? 0 : account.dayMicros,
    monthMicros: account.month < month ? 0 : account.monthMicros,
  }))
  const book = new Map(present.map((account) => [account.id, account]))
  return reachedBudgets(new Map(), book, { limitsOf: (id) => limits.get(id), now })
}

/** The nearest warning time before an end; undefined if the end is still far away. */
function daysBefore(end: number, now: number, days: readonly number[]): number | undefined {
  return now >= end ? undefined : days.find((each) => now >= end - each * DAY_MS)
}

function expiring({ id, createdAt, expiresAt, person, project }: ApiKey, now: number): RaisedEvent[] {
  // Anyone who signs in gets a new one the next time.
  if (expiresAt === null || person !== null) return []
  const days = daysBefore(expiresAt, now, KEY_DAYS)
  if (days === undefined || expiresAt - createdAt <= days * DAY_MS) return []
  const data = { expiresAt: new Date(expiresAt).toISOString(), days }
  const whose = { subject: `key/${id}`, keyId: id, project }
  return [{ cause: `${id}/${expiresAt}/${days}`, event: 'key.expiring', ...whose, data, createdAt: now }]
}

function retiring({ id, kind, retires, successor }: Model, now: number): RaisedEvent[] {
  const days = retires === undefined ? undefined : daysBefore(Date.parse(`${retires}T00:00:00Z`), now, MODEL_DAYS)
  if (retires === undefined || days === undefined) return []
  const data = { model: id, kind, retires, successor: successor ?? null, days }
  const whose = { subject: `model/${kind}/${id}`, keyId: null, project: null }
  return [{ cause: `${kind}/${id}/${retires}/${days}`, event: 'model.retiring', ...whose, data, createdAt: now }]
}
