import type { ManagedKey } from '@mediagen/client'

export type LimitName = keyof ManagedKey['limits']

/** What can be limited, and between which bounds the service takes it: a test compares them with its own. */
export const LIMIT_FIELDS: readonly { name: LimitName; label: string; least: number; most: number; usd: boolean }[] = [
  { name: 'createsPerMinute', label: 'Requests per minute (create)', least: 1, most: 1_000_000, usd: false },
  { name: 'readsPerMinute', label: 'Requests per minute (read)', least: 1, most: 1_000_000, usd: false },
  { name: 'inWork', label: 'Concurrent tasks', least: 1, most: 1_000_000, usd: false },
  { name: 'waiting', label: 'Queued tasks', least: 0, most: 1_000_000, usd: false },
  { name: 'perDayUsd', label: 'Daily budget (USD)', least: 0, most: 1_000_000_000, usd: true },
  { name: 'perMonthUsd', label: 'Monthly budget (USD)', least: 0, most: 1_000_000_000, usd: true },
]

export type LimitTexts = Record<LimitName, string>

export function limitTexts(limits: ManagedKey['limits'] | null): LimitTexts {
  return Object.fromEntries(LIMIT_FIELDS.map(({ name }) => [name, textOf(limits?.[name])])) as LimitTexts
}

function textOf(amount: number | null | undefined): string {
  return amount === null || amount === undefined ? '' : String(amount)
}

type ReadLimits = { limits: ManagedKey['limits']; problems: Record<string, string> }

/** Limits as they were typed: nothing for none. What the service would refuse is told before it is sent. */
export function readLimits(group: 'limits' | 'userLimits', texts: LimitTexts): ReadLimits {
  const limits = {} as ManagedKey['limits']
  const problems: Record<string, string> = {}
  for (const { name, least, most, usd } of LIMIT_FIELDS) {
    const text = texts[name].trim()
    const amount = text === '' ? null : Number(text)
    limits[name] = amount
    if (amount !== null && !isAllowed(amount, { least, most, usd }))
      problems[`${group}.${name}`] = usd
        ? `Enter an amount from ${least} to ${most.toLocaleString('en-US')} with at most six decimals, or leave this empty for no limit.`
        : `Enter a whole number from ${least} to ${most.toLocaleString('en-US')}, or leave this empty for no limit.`
  }
  return { limits, problems }
}

function isAllowed(amount: number, { least, most, usd }: { least: number; most: number; usd: boolean }): boolean {
  if (!(amount >= least && amount <= most)) return false
  return usd ? Math.round(amount * 1e6) / 1e6 === amount : Number.isInteger(amount)
}
