import type { FastifyDynamicSwaggerOptions, SwaggerOptions } from '@fastify/swagger'
import { ERRORS, type ErrorCode } from '../../core/errors.ts'
import { ErrorBody, STATUS } from '../answer/error-reply.ts'

type OpenApi = NonNullable<FastifyDynamicSwaggerOptions['openapi']>
type Webhooks = Readonly<Record<string, { post: object }>>
type Answers = Record<string, { content?: Record<string, { schema?: unknown }> }>

type Named = Record<string, { operationId?: string }>

const ERROR_REFERENCE = { $ref: '#/components/schemas/Error' }

export type DocumentParts = {
  version: string
  webhooks: Webhooks
  /** The other interfaces of this service, and where each describes itself. */
  others: readonly { name: string; url: string }[]
}

/** How the OpenAPI document is made from the schemas of the routes, and of the requests that we send ourselves. */
export function documentOptions({ version, webhooks, others }: DocumentParts): SwaggerOptions {
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'mediagen',
        version,
        description:
          'Prompts in, images and videos out. Images are answered in the same request; videos are tasks that are ' +
          'polled or announced by webhook. Every error has the same body, with a code from one closed list.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
      tags: [
        { name: 'Images', description: 'Synchronous: the request stays open until the image is ready.' },
        { name: 'Videos', description: 'Asynchronous: a task id at once, the result by polling or webhook.' },
        { name: 'Tasks', description: 'Receipts, lists, events, cancelling, deleting.' },
        {
          name: 'Webhooks',
          description: 'Deliveries, resending them, and the secrets that sign them.',
        },
        { name: 'Models', description: 'What there is to choose from, and what you used.' },
        { name: 'Files', description: 'Results and covers.' },
        { name: 'Administration', description: 'Keys and the audit log, for keys with the scope `admin`.' },
        { name: 'Operation', description: 'For monitoring.' },
      ],
      components: {
        securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'Authorization: Bearer <key>' } },
        schemas: { Error: ErrorBody },
      },
      webhooks: { ...webhooks },
      'x-documents': others,
      'x-errors': errorRows(),
    } as OpenApi,
    // Who may call is decided once, where the route is declared.
    transform: ({ schema, url, route }) => {
      const needsKey = route.config?.auth !== undefined && route.config.auth !== 'none'
      return { url, schema: needsKey ? { ...schema, security: [{ apiKey: [] }] } : schema }
    },
    transformObject: (made) => {
      if (!('openapiObject' in made)) return made.swaggerObject
      for (const methods of Object.values(made.openapiObject.paths ?? {})) {
        for (const operation of Object.values(methods ?? {}))
          nameErrors((operation as { responses?: Answers }).responses)
        nameHead(methods as Named | undefined)
      }
      return made.openapiObject
    },
  }
}

/** Every code with its status and meaning: the closed list, for those who read it and for programs. */
function errorRows(): object[] {
  return Object.entries(ERRORS).map(([code, { meaning, retryable }]) => ({
    code,
    status: STATUS[code as ErrorCode],
    meaning,
    retryable,
  }))
}

/** A route for GET and HEAD has one schema and so one id, but a document must not use an id twice. */
function nameHead(methods: Named = {}): void {
  const { get, head } = methods
  if (head?.operationId === undefined || head.operationId !== get?.operationId) return
  // The two are one object, so that the one is named by making another.
  methods['head'] = { ...head, operationId: `${head.operationId}Head` }
}

/** The error body is the same everywhere: it is described once and referred to by name. */
function nameErrors(answers: Answers = {}): void {
  for (const [status, { content }] of Object.entries(answers)) {
    const body = content?.['application/json']
    if (Number(status) >= 400 && body !== undefined) body.schema = ERROR_REFERENCE
  }
}
