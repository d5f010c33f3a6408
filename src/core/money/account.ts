import { hash } from 'node:crypto'
import type { ApiKey } from '../keys/api-key.ts'
import { PROJECT_ID_PREFIX, type Project } from '../projects/project.ts'
import { NO_LIMITS, type Limits } from './limits.ts'

/** What a key has taken of its limits, or an end user behind it, or the project above it: places, and money of a day and of a month. */
export type Account = {
  id: string
  /** Its tasks that have a place: they stand in the engines' lines, or are in work. */
  letIn: number
  /** Its tasks that wait for a place, here or before another account of theirs. */
  parked: number
  /** Days since 1970 and months since the year 0, both in UTC: whose spending is added up. */
  day: number
  dayMicros: number
  month: number
  monthMicros: number
}

/** The limits that an account holds; the others are held by whoever takes requests in. */
export type AccountLimits = Pick<Limits, 'inWork' | 'waiting' | 'perDayMicros' | 'perMonthMicros'>

/** What a task has taken of its accounts, the nearest first: that of its end user, of its key, of its project. */
export type Holds = {
  accounts: readonly string[]
  /** Reserved for it, as part of what was spent on this day and in this month. */
  micros: number
  day: number
  month: number
}

/** Which limit leaves no room, and on whose account. */
export type Refusal = { by: 'waiting' | 'day' | 'month'; account: string }

/** The parts of a day number and a month number that a moment falls into. */
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

/** The account of an end user: a digest, so that neither length nor content of the words matters. */
export function userAccountId(keyId: string, endUser: string): string {
  return `${keyId}/${hash('sha256', endUser, 'base64url').slice(0, 22)}`
}

/** Providers tell people apart by it, and learn nothing else: two keys may have a person of one name, and a name may be an address. */
export function pseudonym(keyId: string, endUser: string): string {
  return hash('sha256', `${keyId} ${endUser}`)
}

/** Whether an account is that of a project, which has all of its keys above it. */
export function isProjectAccount(account: string): boolean {
  return account.startsWith(PROJECT_ID_PREFIX)
}

/** The key to which an account belongs; the project, where it is that of one. */
export function keyIdOf(account: string): string {
  return account.split('/', 1)[0] ?? account
}

/** What the key allows on one of its accounts, or the project on its own. */
export function limitsOn(
  account: string,
  key: Pick<ApiKey, 'id' | 'limits' | 'userLimits'> | undefined,
  project?: Pick<Project, 'id' | 'limits'>,
): AccountLimits {
  if (isProjectAccount(account)) return project?.id === account ? project.limits : NO_LIMITS
  if (key === undefined) return NO_LIMITS
  return account === key.id ? key.limits : (key.userLimits ?? NO_LIMITS)
}

/** True where a limit can only be held by an account. Others need none, and pay for none. */
export function needsAccount(limits: AccountLimits): boolean {
  return [limits.inWork, limits.waiting, limits.perDayMicros, limits.perMonthMicros].some((limit) => limit !== null)
}

/** True where money is counted. */
export function hasBudget(limits: AccountLimits): boolean {
  return limits.perDayMicros !== null || limits.perMonthMicros !== null
}

/** An account of which nothing was taken yet. */
export function freshAccount(id: string): Account {
  return { id, letIn: 0, parked: 0, day: 0, dayMicros: 0, month: 0, monthMicros: 0 }
}

/**
 * The account as it stands in this period: what was spent before no longer counts. A clock that went back gives nothing back;
 * where the account is ahead by more than a day, a clock was wrong once, and what was spent by it counts for now.
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
