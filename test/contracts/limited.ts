import assert from 'node:assert/strict'
import {
  freshAccount,
  limitsOn,
  needsAccount,
  periodOf,
  userAccountId,
  type Account,
} from '../../src/core/money/account.ts'
import { countHeld } from '../../src/core/money/admission.ts'
import type { ApiKey } from '../../src/core/keys/api-key.ts'
import { NO_LIMITS, type Limits } from '../../src/core/money/limits.ts'
import { NO_PROJECT_LIMITS, type Project, type ProjectLimits } from '../../src/core/projects/project.ts'
import { isFinal, type Task } from '../../src/core/tasks/task.ts'
import type { Store } from '../../src/ports/store.ts'
import type { NewTask, Outcome } from '../../src/ports/store/task-queue.ts'
import { aKey, anOutcome, aTask, T } from './build.ts'

/** A key that may use so much, and each of its end users so much. */
export async function limitedKey(
  store: Store,
  limits: Partial<Limits>,
  userLimits?: Partial<Limits>,
  id = 'k1',
): Promise<ApiKey> {
  const key = aKey(id, {
    limits: { ...NO_LIMITS, ...limits },
    userLimits: userLimits === undefined ? null : { ...NO_LIMITS, ...userLimits },
  })
  await store.keys.insert(key)
  return key
}

export function aProject(id: string, limits: Partial<ProjectLimits> = {}, changes: Partial<Project> = {}): Project {
  const rest = { raise: null, createdAt: T, archivedAt: null, version: 0 }
  return { id, name: `project ${id}`, limits: { ...NO_PROJECT_LIMITS, ...limits }, ...rest, ...changes }
}

export type Wish = {
  project?: Project
  micros?: number
  at?: number
  user?: string
  task?: Partial<Task>
  more?: readonly string[]
}

/** A task of such a key as it is handed to the store, with what it takes. */
export function underLimits(key: ApiKey, id: string, wish: Wish = {}): NewTask {
  const { micros = 0, at = T, user, project, more = [] } = wish
  const users = user === undefined ? [] : [userAccountId(key.id, user)]
  const above = project === undefined ? [] : [project.id]
  const accounts = [...users, key.id, ...above].filter((each) => needsAccount(limitsOn(each, key, project)))
  const holds = { accounts, micros, ...periodOf(at) }
  const task = (own: string): Task =>
    aTask(own, {
      keyId: key.id,
      createdAt: at,
      endUser: user ?? null,
      project: project?.id ?? null,
      holds,
      ...wish.task,
    })
  return {
    task: task(id),
    references: [],
    idempotency: null,
    others: more.map((other) => ({ task: task(other), references: [] })),
    limits: accounts.map((each) => limitsOn(each, key, project)),
  }
}

/** The end of such a task. */
export function settled(task: Task, spentMicros = 0, changes: Partial<Outcome> = {}): Outcome {
  const { holds } = task
  return anOutcome(task, { ...changes, settlement: holds === null ? null : { holds, spentMicros } })
}

export async function accountOf(store: Store, id: string): Promise<Account> {
  return (await store.accounts.find([id]))[0] ?? freshAccount(id)
}

/** What accounts say of their places is what the live tasks hold of them: nothing leaked, nothing was given out twice. Null is all keys. */
export async function assertNothingLeaked(
  store: Store,
  keyId: string | null,
  accounts: readonly string[],
): Promise<void> {
  const tasks = await store.tasks.list({ keyId, limit: 10_000 })
  const held = tasks
    .filter(({ status }) => !isFinal(status))
    .map(({ holds, parkedBy }) => ({ accounts: holds?.accounts ?? [], parkedBy }))
  for (const id of accounts) {
    const { letIn, parked } = await accountOf(store, id)
    assert.deepEqual({ id, letIn, parked }, { id, ...countHeld(id, held) })
  }
}
