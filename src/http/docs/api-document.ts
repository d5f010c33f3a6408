/** As much of a schema as the page shows. */
export type Schema = { type?: string; anyOf?: Schema[]; description?: string; properties?: Record<string, Schema> }
/** One form of a body, with what it looks like. */
export type Body = {
  schema?: Schema & { required?: string[] }
  example?: unknown
  examples?: Record<string, { value: unknown }>
}
/** One answer of an operation. */
export type Answer = { description: string; content?: Record<string, Body> }

/** As much of an OpenAPI operation as the page shows. */
export type Operation = {
  operationId?: string
  summary?: string
  description?: string
  security?: unknown[]
  parameters?: { name: string; in: string; required?: boolean; description?: string }[]
  requestBody?: { content: Record<string, Body> }
  responses: Record<string, Answer>
}

/** As much of an OpenAPI document as the page shows. */
export type ApiDocument = {
  info: { title: string; version: string; description?: string }
  paths: Record<string, Record<string, Operation>>
  webhooks?: Record<string, { post: Operation }>
}

/** Where an operation is found. */
export type Place = { baseUrl: string; path: string; method: string }

/** The examples of a body, whichever way the document writes them. */
export function examplesOf(body: Body | undefined): unknown[] {
  if (body?.examples !== undefined) return Object.values(body.examples).map(({ value }) => value)
  return body?.example === undefined ? [] : [body.example]
}
