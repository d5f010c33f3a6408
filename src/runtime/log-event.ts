import type { LogFields } from '../ports/runtime.ts'

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** `auto` is pretty on a terminal and JSON elsewhere. */
export const LOG_FORMATS = ['auto', 'json', 'pretty'] as const
export type LogFormat = (typeof LOG_FORMATS)[number]

/** One thing that happened. */
export type LogEvent = { time: Date; level: LogLevel; message: string; fields: LogFields }
