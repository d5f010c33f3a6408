import { examplesOf, JSON_TYPE, type Endpoint, type Operation } from './documents.ts'

/** What somebody has filled in: values of parameters by name, and the text of the body. */
export type Filled = { values: Readonly<Record<string, string>>; body: string }

/** What a form begins with: nothing but the first example. */
export function emptyCall(operation: Operation): Filled {
  return { values: {}, body: bodyText(examplesOf(operation.requestBody?.content[JSON_TYPE])[0]?.value) }
}

/** Whether the body is a file, and nothing to write. */
export function takesFile({ requestBody }: Operation): boolean {
  return requestBody !== undefined && requestBody.content[JSON_TYPE] === undefined
}

/** Parameters that a call cannot do without, and that are not filled in yet. */
export function missingIn({ parameters = [] }: Operation, { values }: Filled): string[] {
  return parameters
    .filter(({ name, required }) => required === true && (values[name] ?? '') === '')
    .map(({ name }) => name)
}

export function bodyText(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value, undefined, 2)
}

/** The address of a call; what is not filled in yet is named where it belongs. */
export function urlOf({ path, operation }: Endpoint, { values }: Filled, base: string): string {
  const parameters = operation.parameters ?? []
  const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name] ?? ''
    return value === '' ? whole : encodeURIComponent(value)
  })
  const query = parameters
    .filter((each) => each.in === 'query' && (values[each.name] ?? '') !== '')
    .map(({ name }) => [name, values[name] ?? ''])
  return base + filled + (query.length === 0 ? '' : `?${new URLSearchParams(query).toString()}`)
}

/** Headers that were filled in. */
export function headersOf({ operation: { parameters = [] } }: Endpoint, { values }: Filled): [string, string][] {
  return parameters
    .filter((each) => each.in === 'header' && (values[each.name] ?? '') !== '')
    .map(({ name }) => [name, values[name] ?? ''])
}

/** The call as a command to paste. It names the key by its variable: what is on a screen ends up in pictures of it. */
export function curlOf(endpoint: Endpoint, filled: Filled, base: string): string {
  const { method, operation } = endpoint
  const types = Object.keys(operation.requestBody?.content ?? {})
  const hasJson = filled.body.trim() !== ''
  const isUsual = method === 'get' || (method === 'post' && types.length > 0)
  return [
    `curl ${isUsual ? '' : `-X ${method.toUpperCase()} `}${quoted(urlOf(endpoint, filled, base))}`,
    ...(operation.security === undefined ? [] : ['-H "Authorization: Bearer $MEDIAGEN_API_KEY"']),
    ...headersOf(endpoint, filled).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(hasJson ? [`-H "Content-Type: ${JSON_TYPE}"`, `-d ${quoted(filled.body.trim(), "'")}`] : []),
    ...(!hasJson && types.length > 0 ? [`-H "Content-Type: ${types[0] ?? ''}"`, '--data-binary @FILE'] : []),
  ].join(' \\\n  ')
}

/** For a shell; plain where nothing in it means anything there. */
function quoted(text: string, always = ''): string {
  if (always === '' && /^[\w:/.,@%+=-]+$/.test(text)) return text
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
