import type { FastifyInstance, FastifySchemaCompiler, FastifyServerOptions } from 'fastify'
import { AppError } from '../../core/errors.ts'
import { checkValues, type Misfit } from '../answer/check-values.ts'
import type { Schema } from '../answer/schema.ts'

type Values = Record<string, unknown>

/** Checks the parameters in paths and queries against the schemas that document them. */
const compileCheck: FastifySchemaCompiler<Schema> = ({ schema, httpPart }) => {
  // Bodies and headers are documented by their schemas and read by our own code, which has better error messages.
  if (httpPart === 'body' || httpPart === 'headers') return () => true
  const { properties = {} } = schema as { properties?: Record<string, Schema> }
  // A path contains only text, and most of its schema only says so.
  if (httpPart === 'params' && Object.values(properties).every(isAnyText)) return () => true
  const check = checkValues(schema)
  const numbers = Object.keys(properties).filter((name) => properties[name]?.['type'] === 'integer')
  return (given: Values) => {
    const values = numbers.some((name) => given[name] !== undefined) ? withNumbers(given, numbers) : given
    const misfit = check(values)
    return misfit === undefined ? { value: values } : { error: refusal(misfit) }
  }
}

/**
 * Replaces the framework's compilers, so that they are never loaded. Our functions build answers field by field, so
 * there is nothing for a compiled serializer to drop; it would gain less than it costs.
 */
export const NO_COMPILERS: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: { buildValidator: neverAsked, buildSerializer: neverAsked },
}

/** Makes every later route check its parameters, and write its answers unchanged. */
export function checkParameters(app: FastifyInstance): void {
  app.setValidatorCompiler(compileCheck)
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer))
}

function neverAsked(): never {
  throw new Error('checkParameters comes before the routes')
}

function isAnyText(schema: Schema): boolean {
  const { type, description: _, ...rules } = schema
  return type === 'string' && Object.keys(rules).length === 0
}

/** Text becomes a number only if it is written as one: `true`, `0x10` and `1.0` are not, as the document says. */
function withNumbers(given: Values, numbers: readonly string[]): Values {
  const values = { ...given }
  for (const name of numbers) {
    const text = given[name]
    if (typeof text === 'string' && /^-?[0-9]{1,15}$/.test(text)) values[name] = Number(text)
  }
  return values
}

function refusal({ param, rule }: Misfit): AppError {
  const words = rule === null ? 'is not a parameter of this route' : rule
  return new AppError('invalid_parameter', `'${param}' ${words}.`, { param })
}
