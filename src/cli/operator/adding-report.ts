import { gigabytes, type AddEvent } from '../../weights/add-model.ts'
import { duration, openProgressLine } from '../terminal/progress-line.ts'
import type { Screen } from '../terminal/screen.ts'

export type AddingReport = { hear: (event: AddEvent) => void; clear: () => void }

// Without a terminal, one line per tenth: a log should show the progress, but no more.
const PART = 0.1

/** Shows the progress of adding a model: a moving line in a terminal, plain lines elsewhere, nothing for programs. */
export function addingReport(screen: Screen, elapsedMs: () => number): AddingReport {
  const line = openProgressLine({
    isLive: screen.isLive && !screen.isJson,
    write: (text) => void process.stderr.write(text),
    columns: () => process.stderr.columns || 80,
    elapsedMs,
  })
  let name = ''
  let first: { bytes: number; ms: number } | undefined
  let saidPart = 0
  let hasSaidWaiting = false
  const say = (text: string): void => {
    line.clear()
    if (!screen.isJson) screen.note(text)
  }
  const begin = (now: string, bytes: number): void => {
    if (name === now) return
    name = now
    first = { bytes, ms: elapsedMs() }
    saidPart = 0
  }

  function speedOf(bytes: number, total: number | undefined): string {
    const { bytes: before, ms: since } = first ?? { bytes: 0, ms: 0 }
    const ms = elapsedMs() - since
    const speed = ms > 0 ? (bytes - before) / (ms / 1000) : 0
    const left = total === undefined || speed <= 0 ? '' : `, ${duration(((total - bytes) / speed) * 1000)} left`
    return `${gigabytes(speed)}/s${left}`
  }

  function progress(event: Extract<AddEvent, { kind: 'progress' }>): void {
    begin(`${event.doing} ${event.file.name}`, event.bytes)
    const { bytes, total } = event
    const part = total === undefined || total === 0 ? undefined : bytes / total
    const rate = event.doing === 'checking' ? 'checking the files on this machine' : speedOf(bytes, total)
    line.show(`${event.file.name}  ${rate}`, part)
    if (screen.isLive || part === undefined || part < saidPart + PART) return
    saidPart = Math.floor(part / PART) * PART
    say(`  ${event.file.name}: ${Math.round(part * 100)} % of ${gigabytes(total ?? 0)}, ${rate}`)
  }

  return {
    hear(event) {
      switch (event.kind) {
        case 'waiting': {
          if (hasSaidWaiting) return
          hasSaidWaiting = true
          const by = event.holder.pid === undefined ? 'Another process' : `Process ${event.holder.pid}`
          return say(`${by} is already adding this model. Waiting for it to finish.`)
        }
        case 'pause':
          return say(`  ${event.file.name}: ${event.why}. Retrying in ${Math.ceil(event.ms / 1000)} s.`)
        case 'have':
          return say(`  ${event.file.name}: already here`)
        case 'done':
          return say(`  ${event.file.name}: ${gigabytes(event.bytes)}, digest ok`)
        case 'progress':
          return progress(event)
      }
    },
    clear: () => line.clear(),
  }
}
