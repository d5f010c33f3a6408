import type { FastifyPluginAsync, FastifyPluginOptions, FastifyTypeProvider, RawServerDefault } from 'fastify'

/** JSON Schema that also tells the compiler its type; properties that begin with `~` exist only for the compiler. */
export type Schema<Value = unknown> = { readonly '~fits'?: Value; readonly [keyword: string]: unknown }

/** The type that a schema describes. */
export type Static<Described> = Described extends { readonly '~fits'?: infer Value } ? Value : never

type Optional<Value> = Schema<Value> & { readonly '~optional': true }
type Properties = Readonly<Record<string, Schema>>
type Keywords = Readonly<Record<string, unknown>>

type Shape<P extends Properties> = {
  [Name in keyof P as P[Name] extends { readonly '~optional': true } ? never : Name]: Static<P[Name]>
} & {
  [Name in keyof P as P[Name] extends { readonly '~optional': true } ? Name : never]?: Static<P[Name]>
}

// Not a keyword: an object's schema lists its required properties, and a property by itself says nothing.
const optional = new WeakSet<object>()

export type ObjectSchema<P extends Properties = Properties> = Schema<Shape<P>> & { readonly properties: P }

/**
 * Creates schemas: one source for the compiler, the checks and the documents. It supports only what is used here; whole
 * libraries for this take a third of the start time of the service.
 */
export const Type = {
  String: (more: Keywords = {}): Schema<string> => ({ type: 'string', ...more }),
  Integer: (more: Keywords = {}): Schema<number> => ({ type: 'integer', ...more }),
  Number: (more: Keywords = {}): Schema<number> => ({ type: 'number', ...more }),
  Boolean: (more: Keywords = {}): Schema<boolean> => ({ type: 'boolean', ...more }),
  Null: (): Schema<null> => ({ type: 'null' }),
  Unknown: (more: Keywords = {}): Schema => ({ ...more }),
  Literal: <const Value extends string | boolean>(value: Value): Schema<Value> => ({
    type: typeof value,
    enum: [value],
  }),
  Enum: <const Value extends string>(values: readonly Value[], more: Keywords = {}): Schema<Value> => ({
    enum: values,
    ...more,
  }),
  Union: <Each extends readonly Schema[]>(schemas: readonly [...Each], more: Keywords = {}) =>
    ({ anyOf: schemas, ...more }) as Schema<Static<Each[number]>>,
  Array: <Item extends Schema>(items: Item, more: Keywords = {}): Schema<Static<Item>[]> => ({
    type: 'array',
    items,
    ...more,
  }),
  Optional: <Value>(schema: Schema<Value>): Optional<Value> => {
    const own = { ...schema } as Optional<Value>
    optional.add(own)
    return own
  },
  Object: <P extends Properties>(properties: P, more: Keywords = {}): ObjectSchema<P> => {
    const required = Object.entries(properties).flatMap(([name, schema]) => (optional.has(schema) ? [] : [name]))
    return { type: 'object', ...(required.length === 0 ? {} : { required }), properties, ...more }
  },
} as const

/** A value that may be null. */
export const orNull = <Value extends Schema>(schema: Value, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description })

/** Tells the framework's types what schemas mean. */
interface SchemaTypes extends FastifyTypeProvider {
  validator: Static<this['schema']>
  serializer: Static<this['schema']>
}

/** Routes whose parameters and answers have the types that their schemas describe. */
export type TypedRoutes = FastifyPluginAsync<FastifyPluginOptions, RawServerDefault, SchemaTypes>
