import { AppError } from '../../../core/errors.ts'
import { cutText } from '../../answer/client-text.ts'

/** A body that is not an acceptable JSON object. No message repeats it: it may contain a prompt or a whole picture. */
export function invalidJson(message: string, cause?: unknown): AppError {
  return new AppError('invalid_json', message, { cause })
}

/** The refusal of an object: of the body, or of the field of a form that holds it. */
export function refusedObject(field: string | undefined, words: string): AppError {
  if (field === undefined) return invalidJson(`The body ${words}`)
  const param = cutText(field)
  return new AppError('invalid_parameter', `${param} ${words}`, { param })
}

/** The message for anything that a parser refuses; it only adds the position, if known. */
export function malformed(cause: unknown, character?: number): AppError {
  const place = character === undefined ? '' : ` at character ${character}`
  return invalidJson(`The body is not well-formed JSON${place}. Check quotes, commas and brackets.`, cause)
}

export function notUtf8(cause: unknown): AppError {
  return invalidJson('The body is not valid UTF-8. Send JSON in UTF-8.', cause)
}

/** Whether a name would change the prototype of an object that it is copied to. */
export function isPoison(name: string, value: unknown): boolean {
  if (name === '__proto__') return true
  return name === 'constructor' && typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype')
}

/** The position of a reader in a JSON text. It believes its input: finding errors is the parser's job. */
export type JsonNesting = {
  /** Records a character outside strings. */
  see(byte: number): void
  /** Whether a string that begins here is a name. */
  expectsName(): boolean
  /** Records a name; a duplicate in its object is refused. */
  name(name: string): void
  /** The current name in the outermost object. */
  topName(): string | undefined
}

type Level = { names: Set<string> | undefined; expectsName: boolean }

const [OPEN_OBJECT = 0, CLOSE_OBJECT = 0, OPEN_ARRAY = 0, CLOSE_ARRAY = 0, COMMA = 0, COLON = 0] = Buffer.from('{}[],:')

export function jsonNesting(): JsonNesting {
  const levels: Level[] = []
  let topName: string | undefined
  return {
    see(byte) {
      const level = levels.at(-1)
      if (byte === OPEN_OBJECT) levels.push({ names: new Set(), expectsName: true })
      else if (byte === OPEN_ARRAY) levels.push({ names: undefined, expectsName: false })
      else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) levels.pop()
      else if (byte === COMMA && level?.names !== undefined) level.expectsName = true
      else if (byte === COLON && level !== undefined) level.expectsName = false
    },
    expectsName: () => levels.at(-1)?.expectsName === true,
    name(name) {
      const level = levels.at(-1)
      if (level?.names?.has(name) === true) throw givenTwice(name)
      level?.names?.add(name)
      if (levels.length === 1) topName = name
    },
    topName: () => topName,
  }
}

/** If a name has two values, a reader that uses the other one sees a different request. */
export function givenTwice(name: string): AppError {
  const param = cutText(name)
  return new AppError('invalid_parameter', `${param} was given twice. Send it once.`, { param })
}
