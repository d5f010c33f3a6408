/** The form that a value must have before any rule applies: checked, described and documented from this one place. */
export type ValueForm =
  | { type: 'text'; longest: number }
  | { type: 'whole number'; least: number; most: number }
  | { type: 'number'; least: number; most: number }
  | { type: 'true or false' }
  | { type: 'one of'; values: readonly string[] }
  | { type: 'object' }

/** Whether a value has this form; the length of a text is a separate rule. */
export function fitsForm(form: ValueForm, value: unknown): boolean {
  switch (form.type) {
    case 'text':
      return typeof value === 'string'
    case 'whole number':
      return Number.isInteger(value) && Number(value) >= form.least && Number(value) <= form.most
    case 'number':
      return typeof value === 'number' && value >= form.least && value <= form.most
    case 'true or false':
      return typeof value === 'boolean'
    case 'one of':
      return typeof value === 'string' && form.values.includes(value)
    case 'object':
      return isObject(value) && !Object.values(value).some((each) => typeof each === 'object' && each !== null)
  }
}

/** Whether this is a JSON object, not an array. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The form in words, as in: seed must be a whole number from 0 to 10. */
export function nameForm(form: ValueForm): string {
  switch (form.type) {
    case 'whole number':
    case 'number':
      return `a ${form.type} from ${form.least} to ${form.most}`
    case 'one of':
      return orList(form.values)
    case 'object':
      return 'an object of plain values'
    case 'text':
    case 'true or false':
      return form.type
  }
}

/** Values as a sentence lists them: 4, 6 or 8. */
export function orList(values: readonly (string | number)[]): string {
  const last = values.at(-1)
  return values.length < 2 ? String(last ?? '') : `${values.slice(0, -1).join(', ')} or ${last}`
}

/**
 * The value of a form field's text, since forms contain only text. Blank means absent, like null in JSON; text that
 * cannot be converted stays text, and is refused like any value of the wrong form.
 */
export function valueFromText(form: ValueForm | undefined, text: string): unknown {
  if (form === undefined || form.type === 'text') return text
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (form.type === 'true or false') return trimmed === 'true' || (trimmed === 'false' ? false : text)
  if (form.type === 'one of') return trimmed
  if (form.type === 'object') return parsedOr(text)
  const digits = form.type === 'number' ? /^\d{1,10}(?:\.\d{1,9})?$/ : /^\d{1,10}$/
  return digits.test(trimmed) ? Number(trimmed) : text
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
