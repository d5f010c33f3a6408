import { hash } from 'node:crypto'
import type { ApiKey } from '../keys/api-key.ts'
import { PROJECT_ID_PREFIX, type Project } from '../projects/project.ts'
import { NO_LIMITS, type Limits } from './limits.ts'

/**
 * What a key, an end user behind it, or the project above it has taken from its limits: slots, and money of a day and a
 * month.
 */
export type Account = {
  id: string
  /** Its tasks that have a slot: queued at the engines, or running. */
  letIn: number
  /** Its tasks that wait for a slot, here or at another account of theirs. */
  parked: number
  /** Days since 1970 and months since the year 0, both in UTC: the periods whose spending is counted. */
  day: number
  dayMicros: number
  month: number
  monthMicros: number
}

/** The limits that an account enforces; the others are enforced where requests come in. */
export type AccountLimits = Pick<Limits, 'inWork' | 'waiting' | 'perDayMicros' | 'perMonthMicros'>

/** What a task has taken from its accounts, the nearest first: its end user, its key, its project. */
export type Holds = {
  accounts: readonly string[]
  /** Reserved for it, as part of the spending of this day and this month. */
  micros: number
  day: number
  month: number
}

/** The limit that leaves no room, and the account that has it. */
export type Refusal = { by: 'waiting' | 'day' | 'month'; account: string }

/** The day number and month number of a moment. */
export type Period = Pick<Account, 'day' | 'month'>

const DAY_MS = 86_400_000
const MONTHS_A_YEAR = 12

/** The day and the month of a moment, in UTC. */
export function periodOf(nowMs: number): Period {
  const date = new Date(nowMs)
  return {
    day: Math.floor(nowMs / DAY_MS),
    month: date.getUTCFullYear() * MONTHS_A_YEAR + date.getUTCMonth(),
  }
}

/** When the next day and the next month begin. */
export function periodEnds({ day, month }: Period): { dayEndsAt: number; monthEndsAt: number } {
  const year = Math.floor((month + 1) / MONTHS_A_YEAR)
  return { dayEndsAt: (day + 1) * DAY_MS, monthEndsAt: Date.UTC(year, (month + 1) % MONTHS_A_YEAR) }
}

/** The account of an end user: a digest, so that neither length nor content of the name matters. */
export function userAccountId(keyId: string, endUser: string): string {
  return `${keyId}/${hash('sha256', endUser, 'base64url').slice(0, 22)}`
}

/**
 * The name by which providers tell end users apart, and which tells them nothing else: two keys may have a user of the
 * same name, and a name may be an address.
 */
export function pseudonym(keyId: string, endUser: string): string {
  return hash('sha256', `${keyId} ${endUser}`)
}

/** Whether an account is that of a project, which stands above all of its keys. */
export function isProjectAccount(account: string): boolean {
  return account.startsWith(PROJECT_ID_PREFIX)
}

/** The key to which an account belongs; or the project. */
export function keyIdOf(account: string): string {
  return account.split('/', 1)[0] ?? account
}

/** The limits that the key sets for one of its accounts, or the project for its own. */
export function limitsOn(
  account: string,
  key: Pick<ApiKey, 'id' | 'limits' | 'userLimits'> | undefined,
  project?: Pick<Project, 'id' | 'limits'>,
): AccountLimits {
  if (isProjectAccount(account)) return project?.id === account ? project.limits : NO_LIMITS
  if (key === undefined) return NO_LIMITS
  return account === key.id ? key.limits : (key.userLimits ?? NO_LIMITS)
}

/** Whether a limit needs an account to be enforced. Keys without such limits have none, and cost no time. */
export function needsAccount(limits: AccountLimits): boolean {
  return [limits.inWork, limits.waiting, limits.perDayMicros, limits.perMonthMicros].some((limit) => limit !== null)
}

/** Whether money is counted. */
export function hasBudget(limits: AccountLimits): boolean {
  return limits.perDayMicros !== null || limits.perMonthMicros !== null
}

/** An account from which nothing was taken yet. */
export function freshAccount(id: string): Account {
  return { id, letIn: 0, parked: 0, day: 0, dayMicros: 0, month: 0, monthMicros: 0 }
}

/**
 * The account in this period: earlier spending no longer counts. A clock that went back returns nothing. If the account
 * is more than a day ahead, a clock was once wrong, and what was spent by it counts for now.
 */
export function inPeriod(account: Account, { day, month }: Period): Account {
  const isAhead = account.day > day + 1
  return {
    ...account,
    ...(day > account.day ? { day, dayMicros: 0 } : {}),
    ...(month > account.month ? { month, monthMicros: 0 } : {}),
    ...(isAhead ? { day, month } : {}),
  }
}

/** The period in which all of these accounts can be charged: the latest of theirs. */
export function sharedPeriod(accounts: readonly Account[]): Period {
  return {
    day: Math.max(...accounts.map(({ day }) => day)),
    month: Math.max(...accounts.map(({ month }) => month)),
  }
}
