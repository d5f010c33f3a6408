import { stripVTControlCharacters, styleText } from 'node:util'
import type { LogEvent } from './log-event.ts'

const LEVEL_STYLES = { debug: 'gray', info: 'green', warn: 'yellow', error: 'red', silent: 'gray' } as const
// More would push what comes next off the screen; the JSON form has them all.
const FRAMES = 3

/** An event for people: time of day, level, message, then `name=value` for each field. Always one line. */
export function prettyLine({ time, level, message, fields }: LogEvent, colours: boolean): string {
  const paint = (style: Parameters<typeof styleText>[0], text: string): string =>
    colours ? styleText(style, text, { validateStream: false }) : text
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map((n) => String(n).padStart(2, '0')).join(':')
  const shown = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${paint('gray', `${name}=`)}${valueText(value)}`)
  return [
    paint('gray', `${clock}.${String(time.getMilliseconds()).padStart(3, '0')}`),
    paint(LEVEL_STYLES[level], level.toUpperCase().padEnd(5)),
    paint('bold', oneLine(message)),
    ...shown,
  ].join(' ')
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
