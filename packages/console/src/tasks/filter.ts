import type { ListAllTasksQuery, ListedTask } from '@mediagen/client'

export type Status = ListedTask['status']

/** What the page is asked to show; everything that is said must be met. */
export type Filter = {
  statuses: readonly Status[]
  kind: ListedTask['kind'] | undefined
  model: string | undefined
  /** How far back, or between two days of the viewer's own calendar. */
  within: Within | undefined
  from: string | undefined
  to: string | undefined
  words: string
  /** Only those with a star, which this browser knows. */
  isStarred: boolean
  /** Only those of this collection, which this browser keeps. */
  collection: string | undefined
  /** Only those of this project, among the tasks of all keys. */
  project: string | undefined
}

export const STATUSES: readonly { value: Status; label: string }[] = [
  { value: 'pending', label: 'Queued' },
  { value: 'processing', label: 'Running' },
  { value: 'success', label: 'Done' },
  { value: 'failed', label: 'Failed' },
]

export const PERIODS = [
  { value: '1h', label: 'Last hour', seconds: 3_600 },
  { value: '24h', label: 'Last 24 hours', seconds: 86_400 },
  { value: '7d', label: 'Last 7 days', seconds: 7 * 86_400 },
  { value: '30d', label: 'Last 30 days', seconds: 30 * 86_400 },
] as const
export type Within = (typeof PERIODS)[number]['value']

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Reads the address; what makes no sense there is left out, and so is what a list of the own key does not know. */
export function readFilter(address: URLSearchParams, ofAll = false): Filter {
  const asked = (address.get('status') ?? '').split(',')
  const kind = address.get('kind')
  const day = (name: string): string | undefined => {
    const text = address.get(name) ?? ''
    return DAY.test(text) && !Number.isNaN(new Date(text).getTime()) ? text : undefined
  }
  return {
    statuses: STATUSES.flatMap(({ value }) => (asked.includes(value) ? [value] : [])),
    kind: kind === 'image' || kind === 'video' ? kind : undefined,
    model: address.get('model') ?? undefined,
    within: PERIODS.find(({ value }) => value === address.get('within'))?.value,
    from: day('from'),
    to: day('to'),
    words: address.get('q') ?? '',
    isStarred: address.has('starred'),
    collection: address.get('collection') ?? undefined,
    project: ofAll ? address.get('project') || undefined : undefined,
  }
}

/** The address of a filter. What else is in the address belongs to others and stays. */
export function writeFilter(filter: Filter, address: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(address)
  const put = (name: string, value: string | undefined): void => {
    if (value === undefined || value === '') next.delete(name)
    else next.set(name, value)
  }
  put('status', filter.statuses.join(','))
  put('kind', filter.kind)
  put('model', filter.model)
  put('within', filter.within)
  put('from', filter.from)
  put('to', filter.to)
  put('q', filter.words)
  put('starred', filter.isStarred ? '1' : undefined)
  put('collection', filter.collection)
  put('project', filter.project)
  return next
}

/** The question to the service. A period begins at a whole minute, so that the same question stays the same for a while. */
export function queryOf(filter: Filter, nowSeconds: number): ListAllTasksQuery {
  const { statuses, kind, model, words, project } = filter
  const period = PERIODS.find(({ value }) => value === filter.within)
  const after =
    period === undefined
      ? startOfDay(filter.from, 0)
      : new Date((Math.floor(nowSeconds / 60) * 60 - period.seconds) * 1000)
  const before = period === undefined ? startOfDay(filter.to, 1) : undefined
  const search = words.trim().slice(0, 200)
  return {
    ...(statuses.length > 0 && { status: statuses.join(',') }),
    ...(kind !== undefined && { kind }),
    ...(model !== undefined && { model }),
    ...(after !== undefined && { from: after.toISOString() }),
    ...(before !== undefined && { to: before.toISOString() }),
    ...(search !== '' && { text: search }),
    ...(project !== undefined && { project }),
  }
}

export function isFiltering({
  statuses,
  kind,
  model,
  within,
  from,
  to,
  words,
  isStarred,
  collection,
  project,
}: Filter): boolean {
  return (
    isStarred ||
    statuses.length > 0 ||
    words.trim() !== '' ||
    [kind, model, within, from, to, collection, project].some((each) => each !== undefined)
  )
}

export const NO_FILTER: Filter = readFilter(new URLSearchParams())

function startOfDay(day: string | undefined, daysLater: number): Date | undefined {
  if (day === undefined) return undefined
  const date = new Date(`${day}T00:00:00`)
  date.setDate(date.getDate() + daysLater)
  return date
}

/** There is nothing to choose from where nothing was chosen and nothing is there. */
export function offersFilter(filter: Filter, list: { isLoaded: boolean; isEmpty: boolean }): boolean {
  return !(list.isLoaded && list.isEmpty) || isFiltering(filter)
}
