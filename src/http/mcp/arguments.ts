import { AppError } from '../../core/errors.ts'
import { checkValues } from '../answer/check-values.ts'
import { cutText } from '../answer/cut-text.ts'
import type { ObjectSchema, Static } from '../answer/schema.ts'
import type { Fields } from '../body/check-fields.ts'

/** What was given, without what was left open: assistants write null for it. */
export function givenOf(raw: unknown): Fields {
  if (raw === undefined || raw === null) return {}
  const entries = Object.entries(raw as Record<string, unknown>)
  return Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined))
}

/** Holds arguments against the schema that the tool is listed with. */
export function argumentsReader<S extends ObjectSchema>(schema: S): (given: Fields) => Static<S> {
  const check = checkValues(schema)
  const known = Object.keys(schema.properties).join(', ')
  return (given) => {
    const misfit = check(given)
    if (misfit === undefined) return given as Static<S>
    const param = cutText(misfit.param)
    if (misfit.rule === 'is required') throw new AppError('missing_parameter', `${param} is required.`, { param })
    const message = misfit.rule === null ? `'${param}' is not known here.` : `${param} ${misfit.rule}.`
    throw new AppError('invalid_parameter', `${message} Known are: ${known === '' ? 'none' : known}.`, { param })
  }
}

/** How long a call may wait. Clients give up after half a minute, and some time goes into the answer itself. */
export const LONGEST_WAIT_SECONDS = 20
