import { cutText } from './text-width.ts'

/** One line at the bottom that is redrawn during the work. */
export type ProgressLine = {
  /** The current activity; `part` from 0 to 1, if known. */
  show(words: string, part?: number): void
  /** Removes the line. */
  clear(): void
}

export type LineOptions = {
  /** Whether a person is looking; otherwise, nothing is written. */
  isLive: boolean
  write: (text: string) => void
  columns: () => number
  elapsedMs: () => number
}

const FRAMES = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'
const FRAME_MS = 100
const BAR = 16
const TAKE_AWAY = '\r\u001b[K'

export function openProgressLine({ isLive, write, columns, elapsedMs }: LineOptions): ProgressLine {
  if (!isLive) return { show: () => undefined, clear: () => undefined }
  const startedMs = elapsedMs()
  let frame = 0
  let now: { words: string; part: number | undefined } = { words: '', part: undefined }
  let timer: NodeJS.Timeout | undefined
  const draw = (): void => {
    frame = (frame + 1) % FRAMES.length
    const text = progressText({ ...now, ms: elapsedMs() - startedMs, frame, columns: columns() })
    write(`${TAKE_AWAY}${text}`)
  }
  return {
    show(words, part) {
      now = { words, part }
      // A fast download reports hundreds of times per second; the next frame shows the latest report.
      if (timer !== undefined) return
      timer = setInterval(draw, FRAME_MS).unref()
      draw()
    },
    clear() {
      clearInterval(timer)
      if (timer !== undefined) write(TAKE_AWAY)
      timer = undefined
    },
  }
}

type Moment = { words: string; part: number | undefined; ms: number; frame: number; columns: number }

/** The line at one moment; always narrower than the window, because terminals wrap a full line. */
export function progressText({ words, part, ms, frame, columns }: Moment): string {
  const sign = FRAMES[frame % FRAMES.length] ?? ''
  const filled = Math.round((part ?? 0) * BAR)
  const bar = part === undefined || columns < 60 ? '' : `${'█'.repeat(filled)}${'░'.repeat(BAR - filled)} `
  const percent = part === undefined ? '' : `${String(Math.round(part * 100)).padStart(2)} %  `
  return cutText(`${sign} ${bar}${percent}${duration(ms)}  ${words}`, Math.max(1, columns - 1))
}

/** A duration for people. */
export function duration(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`
}
