import { isDay } from '../../core/tasks/model.ts'
import { parseDimensions, parseRatio } from '../../core/tasks/size.ts'
import { didYouMean } from '../../core/text/nearest-name.ts'

/** Returns what is wrong with a value, if anything. */
export type Check = (value: unknown) => string | undefined

const said = (ok: boolean, wanted: string): string | undefined => (ok ? undefined : `must be ${wanted}`)

export const text: Check = (value) => said(typeof value === 'string' && value.trim() !== '', 'text')
export const flag: Check = (value) => said(typeof value === 'boolean', 'true or false')
export const record: Check = (value) => said(isRecord(value), 'an object')

export function whole(least: number, most: number): Check {
  return (value) =>
    said(
      typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most,
      `a whole number from ${least} to ${most}`,
    )
}

export function oneOf(...names: string[]): Check {
  return (value) => said(typeof value === 'string' && names.includes(value), `one of ${names.join(', ')}`)
}

export function listOf(check: (item: string) => boolean, wanted: string): Check {
  return (value) =>
    said(Array.isArray(value) && value.every((item) => typeof item === 'string' && check(item)), `a list of ${wanted}`)
}

export const address: Check = (value) => {
  const url = typeof value === 'string' ? URL.parse(value) : null
  return said(url !== null && /^https?:$/.test(url.protocol), 'an http or https URL')
}

/** One URL, or a list of different ones. */
export const addresses: Check = (value) => {
  if (!Array.isArray(value)) return address(value)
  const isList = value.length > 0 && value.every((each) => address(each) === undefined)
  if (!isList) return said(false, 'an http or https URL, or a list of them')
  const hosts = value.map((each) => new URL(String(each)).host)
  return said(new Set(hosts).size === hosts.length, 'a list of different servers: two have the same host and port')
}

export const texts: Check = (value) =>
  said(isRecord(value) && Object.values(value).every((each) => typeof each === 'string'), 'an object with text values')

export const ratioList = listOf((item) => parseRatio(item) !== undefined, 'ratios such as 16:9')
export const sizeList = listOf((item) => parseDimensions(item) !== undefined, 'sizes such as 1280x720')
export const resolutionList = listOf(
  (item) => /^(?:(?:480|720|1080)p|[124]k)$/.test(item),
  '480p, 720p, 1080p, 1k, 2k and 4k',
)
export const variable: Check = (value) =>
  said(typeof value === 'string' && /^[A-Z][A-Z0-9_]*$/.test(value), 'the name of an environment variable')

export const day: Check = (value) =>
  said(typeof value === 'string' && isDay(value), 'a day such as 2026-12-01, in quotes')

/** For objects whose fields are checked elsewhere. */
export const anything: Check = () => undefined

export const freeSize: Check = (value) => {
  const names = ['width', 'height', 'minSide', 'maxSide', 'multipleOf']
  const ok = isRecord(value) && names.every((name) => Number.isInteger(value[name]) && Number(value[name]) > 0)
  return said(ok, `an object with ${names.join(', ')}`)
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Checks an object field by field; unknown names are problems too, because they would silently do nothing. */
export function checkFields(
  where: string,
  value: unknown,
  fields: Readonly<Record<string, Check>>,
  required: readonly string[] = [],
): string[] {
  if (!isRecord(value)) return [`${where} must be an object`]
  const problems = required.filter((name) => value[name] === undefined).map((name) => `${where}.${name} is missing`)
  for (const [name, each] of Object.entries(value)) {
    const check = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (check === undefined) {
      const names = Object.keys(fields)
      problems.push(`${where}.${name} is not a setting.${didYouMean(name, names)} Known: ${names.join(', ')}`)
    } else if (each !== undefined) {
      const problem = check(each)
      if (problem !== undefined) problems.push(`${where}.${name} ${problem}`)
    }
  }
  return problems
}
