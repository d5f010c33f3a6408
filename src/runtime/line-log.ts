import type { Clock, Log, LogFields } from '../ports/runtime.ts'
import { LOG_LEVELS, type LogEvent, type LogFormat, type LogLevel } from './log-event.ts'
import { prettyLine } from './pretty-line.ts'
import { redact } from './redact.ts'

const NO_FIELDS = '{}'

/** How an event looks as a line; whatever its values hold, it must stay one. Undefined leaves it out. */
export type LineShape = (event: LogEvent) => string | undefined

type LogOptions = {
  clock: Clock
  level: LogLevel
  /** Takes whole lines; `urgent` are those that may be the last of this process. */
  write: (line: string, urgent: boolean) => void
  shape?: LineShape
}

/** A log of one line per event; JSON objects unless another shape is given. */
export function lineLog({ clock, level: lowest, write, shape = jsonLine }: LogOptions): Log {
  const least = LOG_LEVELS.indexOf(lowest)
  const at =
    (level: LogLevel) =>
    (message: string, fields: LogFields = {}): void => {
      if (LOG_LEVELS.indexOf(level) < least) return
      const line = shape({ time: new Date(clock.now()), level, message, fields })
      if (line === undefined) return
      // The line of a request holds no text of anybody's, and there are more of them than of all others.
      write(`${message === 'request' ? line : redact(line)}\n`, level === 'error')
    }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

/** The shape that was asked for; colours only where the output can show them. */
export function lineShape(format: LogFormat, output: { isTTY?: boolean; hasColors?: () => boolean }): LineShape {
  if (format === 'json' || (format === 'auto' && output.isTTY !== true)) return jsonLine
  const colours = output.hasColors?.() === true
  if (format === 'pretty') return (event) => prettyLine(event, colours)
  return (event) => (isSmallTalk(event) ? undefined : prettyLine(event, colours))
}

/** A request that read something and went well: one page of the console makes dozens, and the terminal has more to show. */
function isSmallTalk({ level, message, fields: { method, status } }: LogEvent): boolean {
  const reads = method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
  return level === 'info' && message === 'request' && reads && typeof status === 'number' && status < 400
}

function jsonLine({ time, level, message, fields }: LogEvent): string {
  // Nearly every line, that of a request above all; a function that looks at each value makes it several times as slow. So
  // does one object made of all: the fields are written as they come.
  const more = isFlat(fields) ? JSON.stringify(fields) : JSON.stringify(fields, describeErrors)
  const head = `{"time":"${time.toISOString()}","level":"${level}","message":${JSON.stringify(message)}`
  return more === NO_FIELDS ? `${head}}` : `${head},${more.slice(1)}`
}

function isFlat(fields: LogFields): boolean {
  for (const name in fields) if (typeof fields[name] === 'object' && fields[name] !== null) return false
  return true
}

/** JSON.stringify makes `{}` of an error. JSON also escapes line breaks, so that no value can forge a line. */
function describeErrors(_name: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value
  const cause = value.cause === undefined ? {} : { cause: value.cause }
  return { name: value.name, message: value.message, stack: value.stack, ...cause }
}
