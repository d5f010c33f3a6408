import type { FastifyInstance, FastifySchemaCompiler, FastifyServerOptions } from 'fastify'
import { AppError } from '../../core/errors.ts'
import { checkValues, type Misfit } from '../answer/check-values.ts'
import type { Schema } from '../answer/schema.ts'

type Values = Record<string, unknown>

/** Holds the parameters in paths and queries against the schemas that document them. */
const compileCheck: FastifySchemaCompiler<Schema> = ({ schema, httpPart }) => {
  // Bodies and headers are documented by their schemas and read by our own code, which words its errors better.
  if (httpPart === 'body' || httpPart === 'headers') return () => true
  const { properties = {} } = schema as { properties?: Record<string, Schema> }
  // A path holds text alone, and all that its schema mostly says is that it does.
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
 * Lets the framework do without compilers of its own: given in place of them, they are never loaded. Answers are made by our
 * functions, field by field, so that nothing is left for a compiled one to drop; what it would gain is less than it costs.
 */
export const NO_COMPILERS: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: { buildValidator: neverAsked, buildSerializer: neverAsked },
}

/** Makes every later route check its parameters, and write its answers as they are. */
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

/** Text becomes a number only where it is written as one: `true`, `0x10` and `1.0` are none, as the document says. */
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
