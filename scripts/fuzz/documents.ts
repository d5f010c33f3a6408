import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { describedPath, undescribed, type DescribedApi } from '../../test/support/answers-seen.ts'
import type { Api } from './requests.ts'

/** What was asked and what came, as far as a document speaks of it. */
export type Answered = { method: string; path: string; status: number; type: string | undefined; body: string }

/** All documents of a service as one. */
export type Documents = {
  api: Api
  /** What is wrong with an answer by the document that describes it. */
  faultsOf: (answer: Answered) => string[]
}

const PLACES = ['/openapi.json', '/v1/openapi.json', '/sdapi/v1/openapi.json']

/** Reads what the service says of itself, under every interface that it has. */
export async function readDocuments(url: string): Promise<Documents> {
  const paths: (Api & DescribedApi)['paths'] = {}
  const checks = new Map<string, () => ValidateFunction>()
  for (const place of PLACES) {
    const answer = await fetch(new URL(place, url))
    if (!answer.ok) continue
    const document = (await answer.json()) as Api & DescribedApi
    Object.assign(paths, document.paths)
    for (const [name, check] of answerChecks(document)) checks.set(name, check)
  }
  const api = { paths }
  return {
    api,
    faultsOf(answer) {
      const known = undescribed(api, [answer])
      if (known.length > 0 || answer.method === 'HEAD') return known
      const path = describedPath(api, answer) ?? ''
      const check = checks.get(nameOf(path, answer.method, answer.status, answer.type ?? ''))
      return check === undefined ? [] : brokenBy(check(), answer.body)
    },
  }
}

function nameOf(path: string, method: string, status: number | string, type: string): string {
  return [path, method.toLowerCase(), status, type.split(';', 1)[0]?.trim()].join(' ')
}

function brokenBy(check: ValidateFunction, body: string): string[] {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return ['the body is no JSON']
  }
  if (check(value)) return []
  return (check.errors ?? [])
    .slice(0, 3)
    .map(({ instancePath, message }) => `the body breaks its schema: ${instancePath} ${message}`)
}

/** Each is made for the first answer that wants it: to make those of a whole document takes seconds. */
function answerChecks(document: Api & DescribedApi): [string, () => ValidateFunction][] {
  // Formats are for people here; what is checked is the shape.
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(closed(document) as object, 'document')
  const checks: [string, () => ValidateFunction][] = []
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, { responses }] of Object.entries(methods))
      for (const [status, { content = {} }] of Object.entries(responses))
        for (const type of Object.keys(content).filter((each) => each === 'application/json')) {
          const at = ['paths', path, method, 'responses', status, 'content', type, 'schema'].map(pointer).join('/')
          // Kept by the library under its address.
          checks.push([nameOf(path, method, status, type), () => checkAt(ajv, `document#/${at}`)])
        }
  return checks
}

function checkAt(ajv: Ajv2020, address: string): ValidateFunction {
  return ajv.getSchema(address) ?? assert.fail(`there is nothing at ${address}`)
}

function pointer(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
}

/** The same with nothing allowed in an object but what is described: a field that slipped in is found. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, each]) => [name, closed(each)] as const)
  const made = Object.fromEntries(entries) as Record<string, unknown>
  if (made['type'] === 'object' && 'properties' in made && !('additionalProperties' in made))
    made['additionalProperties'] = false
  return made
}
