import { stripVTControlCharacters, styleText } from 'node:util'
import type { LogEvent } from './log-event.ts'

const LEVEL_STYLES = { debug: 'gray', info: 'green', warn: 'yellow', error: 'red', silent: 'gray' } as const
// More would push what comes next off the screen; the JSON form has them all.
const FRAMES = 3

// Of an everyday line these are for programs that search: the JSON form has them all.
const FOR_PROGRAMS = new Set(['requestId', 'traceId', 'keyId', 'address', 'bytes', 'engine', 'queuedMs'])

/**
 * An event for people: time of day, level, message, then `name=value` for each field. Always one line, and a short one where
 * nothing is wrong.
 */
export function prettyLine({ time, level, message, fields }: LogEvent, colours: boolean): string {
  const paint: Paint = (style, text) => (colours ? styleText(style, text, { validateStream: false }) : text)
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map((n) => String(n).padStart(2, '0')).join(':')
  if (level === 'info' && message === 'request') return `${paint('gray', clock)} ${requestWords(fields, paint)}`
  const isEveryday = level === 'info'
  const shown = Object.entries(fields)
    .filter(([name, value]) => value !== undefined && !(isEveryday && FOR_PROGRAMS.has(name)))
    .map(([name, value]) => `${paint('gray', `${name}=`)}${valueText(value)}`)
  if (isEveryday) return [paint('gray', clock), paint('bold', oneLine(message)), ...shown].join(' ')
  return [
    paint('gray', `${clock}.${String(time.getMilliseconds()).padStart(3, '0')}`),
    paint(LEVEL_STYLES[level], level.toUpperCase().padEnd(5)),
    paint('bold', oneLine(message)),
    ...shown,
  ].join(' ')
}

type Paint = (style: Parameters<typeof styleText>[0], text: string) => string

/** Such as `POST /api/ai/videos 200 12 ms`: what was asked, how it went, how long it took. */
function requestWords({ method, route, status, ms, hungUp }: LogEvent['fields'], paint: Paint): string {
  const answer = typeof status === 'number' ? status : 'no response'
  const colour = typeof status === 'number' && status < 400 ? 'green' : 'yellow'
  const left = hungUp === true ? ' (client disconnected)' : ''
  const path = typeof route === 'string' ? route : 'unknown URL'
  return (
    oneLine(`${String(method)} ${path} `) + paint(colour, String(answer)) + paint('gray', ` ${String(ms)} ms${left}`)
  )
}

function valueText(value: unknown): string {
  if (typeof value === 'string' && /^[\w./:@+-]+$/.test(value)) return value
  return oneLine(value instanceof Error ? errorText(value) : jsonText(value))
}

function jsonText(value: unknown): string {
  const described = (_name: string, inner: unknown): unknown => (inner instanceof Error ? errorText(inner) : inner)
  return JSON.stringify(value, described) ?? 'undefined'
}

/** What went wrong, where in our own code, and what was behind it. */
function errorText(error: Error): string {
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line) && !/node:|node_modules/.test(line))
    .slice(0, FRAMES)
    .map((line) => line.trim())
  const { cause } = error
  const behind = cause === undefined ? [] : [`← ${cause instanceof Error ? errorText(cause) : jsonText(cause)}`]
  return [`${error.name}: ${error.message}`, ...frames, ...behind].join(' ')
}

/** Values come from strangers too: what would begin a line, move the cursor or turn the text round is written out. */
function oneLine(text: string): string {
  return stripVTControlCharacters(text).replaceAll(
    /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
