import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../core/errors.ts'

/** The parameters of an address. What these routes do not know is passed over, as their clients expect. */
export function queryOf({ query }: FastifyRequest): (name: string) => string | undefined {
  const given = query as Record<string, unknown>
  return (name) => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    if (value === undefined) return undefined
    if (typeof value !== 'string') throw wrong(name, 'be given once')
    return value
  }
}

/** One of these words; the first where none was given. */
export function choiceIn<Word extends string>(
  text: string | undefined,
  name: string,
  words: readonly [Word, ...Word[]],
): Word {
  const found = text === undefined ? words[0] : words.find((word) => word === text)
  if (found === undefined) throw wrong(name, `be one of: ${words.join(', ')}`)
  return found
}

/** A whole number up to `most`. */
export function countIn(
  text: string | undefined,
  name: string,
  { fallback, most }: { fallback: number; most: number },
): number {
  if (text === undefined) return fallback
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0
  if (count < 1 || count > most) throw wrong(name, `be a whole number from 1 to ${most}`)
  return count
}

export function wrong(param: string, rule: string): AppError {
  return new AppError('invalid_parameter', `${param} must ${rule}.`, { param })
}
