import { moneyText } from '../../../../../src/core/money/money-text.ts'
import { nothingText, type TaskCost } from './nothing-text.ts'

export { moneyText }

/** US dollars, as the service and the command line write them. */
export function Money({ usd }: { usd: number | null }) {
  return usd === null ? <span title="No price is set">unknown</span> : <span>{moneyText(usd)}</span>
}

/** What one task cost; sums stay numbers, so that they can be compared. */
export function CostOf({ cost }: { cost: TaskCost | null }) {
  return cost?.usd === 0 ? <span>{nothingText(cost)}</span> : <Money usd={cost?.usd ?? null} />
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const

export function Bytes({ bytes }: { bytes: number }) {
  return <span title={`${bytes.toLocaleString('en-US')} bytes`}>{bytesText(bytes)}</span>
}

export function bytesText(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** step
  return `${value.toLocaleString('en-US', { maximumFractionDigits: value < 10 && step > 0 ? 1 : 0 })} ${UNITS[step]}`
}

export function Duration({ seconds }: { seconds: number }) {
  return <span title={`${seconds} s`}>{durationText(seconds)}</span>
}

/** As short as it stays true: 0.4 s, 12 s, 3 min 20 s, 2 h 5 min. */
export function durationText(seconds: number): string {
  if (seconds < 10) return `${Math.max(0, Math.round(seconds * 10) / 10)} s`
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return whole % 60 === 0 ? `${minutes} min` : `${minutes} min ${whole % 60} s`
  const hours = Math.floor(minutes / 60)
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
}

/** In whole minutes from a minute and a half on: nobody knows an estimate better. */
export function roughDurationText(seconds: number): string {
  return durationText(seconds < 90 ? seconds : Math.round(seconds / 60) * 60)
}

/** 1 task, 3 tasks. */
export function plural(count: number, word: string): string {
  return `${count.toLocaleString('en-US')} ${word}${count === 1 ? '' : 's'}`
}
