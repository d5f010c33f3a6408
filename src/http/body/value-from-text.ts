import type { ValueForm } from '../../core/text/value-form.ts'

/**
 * What the text of a form field stands for: forms know nothing but text. Blank means that it was left open, as null does
 * in JSON; what stands for nothing stays text, and is refused like any value of the wrong form.
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
