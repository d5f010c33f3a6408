import type { Clock, Log, LogFields } from '../ports/runtime.ts'

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** A log of one JSON object per line. */
export function lineLog(options: { clock: Clock; level: LogLevel; write: (line: string) => void }): Log {
  const least = LOG_LEVELS.indexOf(options.level)
  const at =
    (level: LogLevel) =>
    (message: string, fields: LogFields = {}): void => {
      if (LOG_LEVELS.indexOf(level) < least) return
      const time = new Date(options.clock.now()).toISOString()
      options.write(`${JSON.stringify({ time, level, message, ...fields }, describeErrors)}\n`)
    }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

/** JSON.stringify makes `{}` of an error. JSON also escapes line breaks, so that no value can forge a line. */
function describeErrors(_name: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value
  const cause = value.cause === undefined ? {} : { cause: value.cause }
  return { name: value.name, message: value.message, stack: value.stack, ...cause }
}
