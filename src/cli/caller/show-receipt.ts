import type { Receipt, TaskSummary } from '@mediagen/client'
import { duration } from '../terminal/progress-line.ts'
import type { Screen, Style } from '../terminal/screen.ts'
import { padText, showable } from '../terminal/text-width.ts'
import { wrapText } from '../terminal/wrap-text.ts'

const LABEL = 12

const STATUS_STYLES: Readonly<Record<TaskSummary['status'], Style>> = {
  pending: 'dim',
  processing: 'cyan',
  success: 'green',
  failed: 'red',
}

/** A receipt for people, one line per fact. */
export function receiptText(receipt: Receipt, screen: Screen): string {
  const rows: (readonly [string, string | null])[] = [
    ['Task', receipt.id],
    ['Status', statusWords(receipt, screen)],
    ['Error', receipt.error === null ? null : `${receipt.error.message} (${receipt.error.code})`],
    ['Model', `${receipt.model}, ${receipt.kind}`],
    ['Prompt', receipt.prompt],
    ['Requested', askedWords(receipt)],
    ['Used', effectiveWords(receipt)],
    ...receipt.warnings.map((warning) => ['Warning', warning] as const),
    ['Accepted', timeWords(receipt.created)],
    ['Waited', receipt.queue_seconds === null ? null : duration(receipt.queue_seconds * 1000)],
    ['Ran', receipt.run_seconds === null ? null : duration(receipt.run_seconds * 1000)],
    ['Group', receipt.group?.join(' ') ?? null],
    ...receipt.files.flatMap((file) => [[roleWords[file.role], fileWords(file)] as const, ['', file.url] as const]),
    ...receipt.deliveries.map(
      (each) => ['Webhook', `${each.status}, attempts: ${each.attempts.length}, ${each.url}`] as const,
    ),
  ]
  return rows
    .flatMap(([label, value]) => (value === null || value === '' ? [] : [line(label, value, screen)]))
    .join('\n')
}

const roleWords = { reference: 'Reference', output: 'Result', cover: 'Cover' } as const

function line(label: string, value: string, screen: Screen): string {
  // The status is coloured, in our own words; text from others could control the terminal.
  const safe = label === 'Status' ? value : showable(value)
  // A URL is useful only as a whole.
  const isWhole = label === 'Status' || /^\S+$/.test(safe)
  return `${screen.paint('dim', padText(label, LABEL))}${isWhole ? safe : wrapText(safe, { columns: screen.columns, indent: LABEL })}`
}

function statusWords({ status, step, progress, queue_position: position }: Receipt, screen: Screen): string {
  const more =
    status === 'processing'
      ? `  ${step ?? ''} ${progress} %`
      : status === 'pending' && position !== null
        ? `  position ${position} in the queue`
        : ''
  return screen.paint(STATUS_STYLES[status], status) + more
}

function askedWords({ asked }: Receipt): string {
  const { aspect_ratio: ratio, size, seed, ...settings } = asked
  return listed([ratio, size, seed === null ? null : `seed ${seed}`], settings)
}

/** Each setting that is present, with its name. */
function listed(words: readonly (string | null)[], settings: object): string {
  const named = Object.entries(settings).flatMap(([name, value]: [string, unknown]) => {
    if (value === null || value === undefined) return []
    return [`${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`]
  })
  return [...words.filter((each) => each !== null), ...named].join(', ')
}

function effectiveWords({ effective }: Receipt): string {
  if (effective === null) return ''
  const { width, height, aspect_ratio: ratio, resolution, seed, ...settings } = effective
  const size = width === null ? null : `${width}×${height}`
  return listed([size, ratio, resolution, seed === null ? null : `seed ${seed}`], settings)
}

function fileWords({ type, width, height, seconds, bytes, sha256 }: Receipt['files'][number]): string {
  const size = width === null ? '' : `${width}×${height}, `
  const length = seconds === null ? '' : `${seconds} s, `
  return `${type}, ${size}${length}${bytes} bytes, sha256 ${sha256.slice(0, 12)}…`
}

function timeWords(seconds: number): string {
  return new Date(seconds * 1000)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC')
}
