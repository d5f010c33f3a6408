import type { Schema } from './schema-fields.ts'

export type DescribedInterface = { name: string; url: string }
export type ErrorRow = { code: string; status: number; meaning: string; retryable: boolean }

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: Schema
}

export type Media = { schema?: Schema; example?: unknown; examples?: Readonly<Record<string, { value: unknown }>> }

export type Answer = { description: string; content?: Readonly<Record<string, Media>> }

export type Operation = {
  operationId?: string
  summary?: string
  description?: string
  tags?: readonly string[]
  /** What needs no key has none. */
  security?: unknown
  parameters?: readonly Parameter[]
  requestBody?: { content: Readonly<Record<string, Media>> }
  responses?: Readonly<Record<string, Answer>>
}

type Methods = Readonly<Record<string, Operation>>

/** As much of an OpenAPI document as the page reads. */
export type ApiDocument = {
  info: { title: string; version: string; description?: string }
  paths: Readonly<Record<string, Methods>>
  /** What the service sends by itself. */
  webhooks?: Readonly<Record<string, Methods>>
  tags?: readonly { name: string; description?: string }[]
  components?: { schemas?: Readonly<Record<string, Schema>> }
}

export type NativeDocument = ApiDocument & {
  /** The other interfaces of the service, each with a document of its own. */
  'x-documents': readonly DescribedInterface[]
  'x-errors': readonly ErrorRow[]
}

export const NATIVE = '/openapi.json'

/** A document of the service that served this page. */
export async function readDocument(url: string): Promise<unknown> {
  const answer = await globalThis.fetch(url)
  if (!answer.ok) throw new Error(`the service responded with status ${answer.status}`)
  return answer.json()
}

export type Endpoint = {
  id: string
  method: string
  /** Of a webhook the service does not say where it goes: that is up to the caller. */
  path: string
  summary: string
  operation: Operation
  isWebhook: boolean
}

export type Group = { name: string; about: string; endpoints: readonly Endpoint[] }

const SENT = { name: 'Sent to you', description: 'What the service sends to your `webhookUrl`.' }

/** The endpoints of a document, by the heading that they are under, in its order. */
export function groupsOf({ paths, webhooks = {}, tags = [] }: ApiDocument): Group[] {
  const endpoints = [
    ...Object.entries(paths).flatMap(([path, methods]) => endpointsAt(path, methods, false)),
    ...Object.values(webhooks).flatMap((methods) => endpointsAt('webhookUrl', methods, true)),
  ]
  const named = new Map(tags.map(({ name, description = '' }) => [name, description]))
  for (const each of endpoints)
    if (!named.has(groupOf(each))) named.set(groupOf(each), each.isWebhook ? SENT.description : '')
  return [...named]
    .map(([name, about]) => ({ name, about, endpoints: endpoints.filter((each) => groupOf(each) === name) }))
    .filter((group) => group.endpoints.length > 0)
}

function endpointsAt(path: string, methods: Methods, isWebhook: boolean): Endpoint[] {
  return Object.entries(methods).map(([method, operation]) => {
    const { operationId = `${method}-${path.replaceAll(/\W+/g, '-')}`, summary = path } = operation
    return { id: operationId, method, path, summary, operation, isWebhook }
  })
}

function groupOf({ operation: { tags = [] }, isWebhook }: Endpoint): string {
  return isWebhook ? SENT.name : (tags[0] ?? 'Endpoints')
}

/** Where an endpoint is on the page; links from elsewhere have this form. */
export function addressOf(group: string, id: string): string {
  return `#/${encodeURIComponent(group)}/${id}`
}

/** Which endpoint an address asks for. */
export function endpointIn(hash: string): string | undefined {
  return /^#\/[^/]+\/([^/]+)$/.exec(hash)?.[1]
}

export const JSON_TYPE = 'application/json'

/** The examples of a body or a response, each with a word on what is special about it. */
export function examplesOf(media: Media | undefined): { name: string; value: unknown }[] {
  const values =
    media?.examples === undefined
      ? media?.example === undefined
        ? []
        : [media.example]
      : Object.values(media.examples).map(({ value }) => value)
  const usual = fieldsIn(values[0])
  const names = values.map((value, index) => {
    const special = fieldsIn(value).filter((field) => !usual.includes(field))
    if (index === 0) return 'Basic'
    return special.length === 0 ? `Example ${index + 1}` : `With ${special.join(', ')}`
  })
  return values.map((value, index) => {
    const name = names[index] ?? ''
    return { name: names.indexOf(name) === index ? name : `${name} (${index + 1})`, value }
  })
}

function fieldsIn(value: unknown): string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : []
}
