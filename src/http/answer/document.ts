import type { FastifyInstance, RouteOptions } from 'fastify'
import { ErrorBody } from './error-reply.ts'
import { preparedJson } from './send-asset.ts'
import type { Schema } from './schema.ts'

declare module 'fastify' {
  /** What documents say about a route, in addition to what is checked; a route without a name is in no document. */
  interface FastifySchema {
    operationId?: string
    summary?: string
    description?: string
    tags?: readonly string[]
  }
}

/** The parts of a document other than its routes. */
export type DocumentHead = {
  title: string
  version: string
  description: string
  tags?: readonly { name: string; description?: string }[]
  /** The ways to send a key, by name; any of them works. */
  keys: Readonly<Record<string, object>>
  /** Schemas that are described once, and referred to by name wherever a route uses them. */
  schemas?: Readonly<Record<string, Schema>>
  /** Further members of the document. */
  more?: object
}

type Content = Readonly<Record<string, { schema: Schema }>>
type Parameters = { properties: Readonly<Record<string, Schema>>; required?: readonly string[] }
type Answer = Schema & { description?: string; headers?: Record<string, Schema>; content?: object }

/** Serves the document of all later routes of this app; it is generated at the first request. */
export function describeRoutes(app: FastifyInstance, head: DocumentHead): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  const json = preparedJson(() => documentOf(head, routes))
  app.get('/openapi.json', { config: { auth: 'none' } }, json)
}

/** An OpenAPI document of these routes, from the schemas that validate requests to them. */
function documentOf({ title, version, description, tags, keys, schemas, more }: DocumentHead, all: RouteOptions[]) {
  const named: Record<string, Schema> = { Error: ErrorBody, ...schemas }
  const names = new Map(Object.entries(named).map(([name, schema]) => [schema, name]))
  const paths: Record<string, Record<string, object>> = {}
  for (const route of all) {
    // A HEAD says what its GET says.
    const method = [route.method].flat().find((each) => each !== 'HEAD')
    if (route.schema?.operationId === undefined || method === undefined) continue
    const path = (paths[pathOf(route)] ??= {})
    path[method.toLowerCase()] = operationOf(route, Object.keys(keys))
  }
  return {
    openapi: '3.1.0',
    info: { title, version, description, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    ...(tags && { tags }),
    paths: byName(paths, names),
    components: {
      securitySchemes: keys,
      schemas: Object.fromEntries(Object.entries(named).map(([name, schema]) => [name, byName({ ...schema }, names)])),
    },
    ...more,
  }
}

/** Parameters in braces, as documents write them; a wildcard is named only by its schema. */
function pathOf({ url, schema }: RouteOptions): string {
  const [rest = '*'] = Object.keys((schema?.params as Parameters | undefined)?.properties ?? {})
  return url.replaceAll(/:(\w+)/g, '{$1}').replace('*', `{${rest}}`)
}

function operationOf({ schema = {}, config }: RouteOptions, keys: readonly string[]): object {
  const { querystring, params, headers, body, response, ...told } = schema
  const parameters = [
    ...parametersIn('query', querystring),
    ...parametersIn('path', params),
    ...parametersIn('header', headers),
  ]
  // Who may call is decided once, where the route is declared.
  const needsKey = config?.auth !== undefined && config.auth !== 'none'
  return {
    ...told,
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: { required: true, content: contentOf(body as Schema) } }),
    ...(needsKey && { security: keys.map((name) => ({ [name]: [] })) }),
    responses: Object.fromEntries(
      Object.entries(response as Record<string, Answer>).map(([status, answer]) => [status, answerOf(answer)]),
    ),
  }
}

function parametersIn(place: string, schema: unknown): object[] {
  const { properties = {}, required = [] } = (schema ?? {}) as Partial<Parameters>
  return Object.entries(properties).map(([name, { description, ...each }]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(description !== undefined && { description }),
    ...mediaOf(each),
  }))
}

function contentOf(schema: Schema): object {
  if (schema['content'] === undefined) return { 'application/json': mediaOf(schema) }
  const forms = Object.entries(schema['content'] as Content)
  return Object.fromEntries(forms.map(([type, form]) => [type, mediaOf(form.schema)]))
}

function answerOf(answer: Answer): object {
  const { description = 'The response.', headers, content, type } = answer
  if (content === undefined) return { description, ...(type !== 'null' && { content: contentOf(answer) }) }
  return { description, ...(headers && { headers: headersOf(headers) }), content }
}

function headersOf(headers: Readonly<Record<string, Schema>>): object {
  const all = Object.entries(headers).map(([name, { description, ...schema }]) => [name, { description, schema }])
  return Object.fromEntries(all) as object
}

/** Examples stand next to a schema, not in it. */
function mediaOf(schema: Schema): object {
  const { examples, ...rest } = schema
  if (!Array.isArray(examples)) return { schema }
  if (examples.length === 1) return { schema: rest, example: examples[0] as unknown }
  const all = examples.map((value: unknown, index) => [`example${index + 1}`, { value }])
  return { schema: rest, examples: Object.fromEntries(all) as unknown }
}

/** Replaces each schema that has a name with a reference. */
function byName(value: unknown, names: ReadonlyMap<unknown, string>): unknown {
  if (typeof value !== 'object' || value === null) return value
  const name = names.get(value)
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` }
  if (Array.isArray(value)) return value.map((each) => byName(each, names))
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, byName(each, names)]))
}
