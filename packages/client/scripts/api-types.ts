import { ERRORS, TASK_ERROR_CODES } from '../../../src/core/errors.ts'

export type Schema = {
  type?: string
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly Schema[]
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  items?: Schema
  description?: string
}
type Content = Readonly<Record<string, { schema?: Schema }>>
type Operation = {
  operationId: string
  parameters?: readonly { name: string; in: string; required?: boolean; schema: Schema; description?: string }[]
  requestBody?: { content: Content }
  responses: Readonly<Record<string, { content?: Content }>>
}
export type ApiDocument = {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  webhooks: Readonly<Record<string, { post: { requestBody: { content: Content } } }>>
  components: { schemas: { Error: Schema } }
}

const JSON_TYPE = 'application/json'
// Parts that several answers share, by where they are found first: one type with one name is what people import.
const SHARED: readonly [name: string, operation: string, path: readonly string[]][] = [
  ['ListedTask', 'listTasks', ['data', '*']],
  ['Receipt', 'getTask', []],
  ['ReceiptFile', 'getTask', ['files', '*']],
  ['Delivery', 'redeliver', []],
  ['ListedDelivery', 'listAllDeliveries', ['data', '*']],
  ['WholeDelivery', 'getDelivery', []],
  ['AnyTask', 'listAllTasks', ['data', '*']],
  ['AnyReceipt', 'getAnyTask', []],
  ['KeyUsageLine', 'listAllUsage', ['data', '*']],
  ['Model', 'listModels', ['data', '*']],
  ['UsageLine', 'listUsage', ['data', '*']],
  ['ManagedKey', 'getKey', []],
  ['Project', 'getProject', []],
  ['AuditEntry', 'listAudit', ['data', '*']],
  ['ServiceEvent', 'listEvents', ['data', '*']],
]

/** The types of everything that the service's own document describes, as the text of a module. */
export function apiTypes(document: ApiDocument): string {
  const operations = Object.values(document.paths).flatMap((each) => Object.values(each))
  const shared = new Map<string, string>()
  const parts: string[] = []
  const declare = (name: string, schema: Schema): void => {
    parts.push(`export type ${name} = ${typeText(withoutDescription(schema), shared)}\n`)
  }
  for (const [name, operationId, path] of SHARED.toReversed()) {
    const operation = operations.find((each) => each.operationId === operationId)
    const schema = path.reduce<Schema | undefined>(
      (at, step) => (step === '*' ? at?.items : at?.properties?.[step]),
      operation && answerOf(operation, '200'),
    )
    if (schema === undefined) throw new Error(`The document has no ${operationId} ${path.join('.')}`)
    declare(name, schema)
    shared.set(fingerprint(schema), name)
  }
  for (const operation of operations) declareOperation(operation, declare)
  const events = new Map(Object.values(document.webhooks).map(({ post }) => eventOf(bodyOf(post))))
  for (const [name, schema] of events) declare(name, schema)
  parts.push(
    `/** What a webhook can say; \`object\` tells which it is. */\nexport type WebhookEvent = ${[...events.keys()].join(' | ')}\n`,
  )
  declare('ErrorBody', document.components.schemas.Error)
  parts.push(
    `export type ErrorCode =${union(Object.keys(ERRORS))}\n`,
    `export type TaskErrorCode =${union(TASK_ERROR_CODES)}\n`,
  )
  const retryable = Object.entries(ERRORS).flatMap(([code, each]) => (each.retryable ? [code] : []))
  parts.push(
    `/** Codes after which the same request may succeed later. */\nexport const RETRYABLE_CODES: readonly string[] = [\n${retryable.map((code) => `  '${code}',\n`).join('')}]\n`,
  )
  return `// Written by scripts/write-api-types.ts from the service's own document; changes made by hand are lost.\n\n${parts.join('\n')}`
}

function declareOperation(operation: Operation, declare: (name: string, schema: Schema) => void): void {
  const name = operation.operationId.replace(/^./, (first) => first.toUpperCase())
  const body = bodyOf(operation)
  if (body !== undefined) declare(`${name}Body`, body)
  const query = (operation.parameters ?? []).filter((each) => each.in === 'query')
  if (query.length > 0) declare(`${name}Query`, queryOf(query))
  for (const [status, suffix] of [
    ['200', 'Answer'],
    ['201', 'Created'],
    ['202', 'Accepted'],
  ] as const) {
    const answer = answerOf(operation, status)
    if (answer !== undefined) declare(`${name}${suffix}`, answer)
  }
}

function queryOf(parameters: NonNullable<Operation['parameters']>): Schema {
  const properties = parameters.map(({ name, schema, description }) => [
    name,
    { ...schema, ...(description === undefined ? {} : { description }) },
  ])
  return { type: 'object', properties: Object.fromEntries(properties) as Record<string, Schema> }
}

const bodyOf = ({ requestBody }: Pick<Operation, 'requestBody'>): Schema | undefined =>
  requestBody?.content[JSON_TYPE]?.schema

/** The body of an event, under the name that its `object` gives it. */
function eventOf(body: Schema | undefined): [name: string, body: Schema] {
  const [object] = body?.properties?.['object']?.enum ?? []
  if (body === undefined || typeof object !== 'string') throw new Error('The body of a webhook says what it is.')
  return [`${object.replace(/(?:^|_)(\w)/g, (_, first: string) => first.toUpperCase())}Event`, body]
}

const answerOf = ({ responses }: Operation, status: string): Schema | undefined =>
  responses[status]?.content?.[JSON_TYPE]?.schema

function withoutDescription(schema: Schema): Schema {
  const bare = { ...schema }
  delete bare.description
  return bare
}

/** The same for the same shape, whatever is said of it. */
function fingerprint(schema: Schema): string {
  return JSON.stringify(schema, (key, value: unknown) =>
    key === 'description' && typeof value === 'string' ? undefined : value,
  )
}

function typeText(schema: Schema, shared: ReadonlyMap<string, string>, indent = ''): string {
  const known = shared.get(fingerprint(schema))
  if (known !== undefined) return known
  const inner = (each: Schema): string => typeText(each, shared, indent)
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ')
  if (schema.anyOf !== undefined) return schema.anyOf.map(inner).join(' | ')
  if (schema.type === 'object') return objectText(schema, shared, indent)
  if (schema.type !== 'array') return PLAIN[schema.type ?? ''] ?? 'unknown'
  const item = inner(schema.items ?? {})
  return /^\w+$/.test(item) ? `${item}[]` : `Array<${item}>`
}

const PLAIN: Readonly<Record<string, string>> = {
  string: 'string',
  boolean: 'boolean',
  null: 'null',
  number: 'number',
  integer: 'number',
}

function objectText(
  { properties = {}, required = [] }: Schema,
  shared: ReadonlyMap<string, string>,
  indent: string,
): string {
  const deeper = `${indent}  `
  const lines = Object.entries(properties).map(([name, schema]) => {
    const said = schema.description === undefined ? '' : `${deeper}/** ${schema.description} */\n`
    const key = /^\w+$/.test(name) ? name : `'${name}'`
    return `${said}${deeper}${key}${required.includes(name) ? '' : '?'}: ${typeText(schema, shared, deeper)}\n`
  })
  return `{\n${lines.join('')}${indent}}`
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value)
}

function union(names: readonly string[]): string {
  return names.map((name) => `\n  | '${name}'`).join('')
}
