import { examplesOf, type Operation, type Place, type Schema } from './api-document.ts'
import { curlLine } from './curl-line.ts'
import { errorTable, json } from './error-section.ts'
import { markup, prose, type Markup } from './html.ts'

/** One operation: what it takes, how to call it, what it answers. */
export function operationSection(operation: Operation, place: Place): Markup {
  return markup`<section id="${anchor(operation, place)}">
    <h2>${operation.summary}</h2>
    <p class="line"><span class="verb ${place.method.toLowerCase()}">${place.method}</span> ${place.path}</p>
    <p>${prose(operation.description ?? '')}</p>
    ${parameterTable(operation)} ${commands(operation, place)} ${answers(operation)}
  </section>`
}

function parameterTable({ parameters = [], requestBody }: Operation): Markup | undefined {
  const schema = requestBody?.content['application/json']?.schema
  const rows = [
    ...Object.entries(schema?.properties ?? {}).map(([name, each]) => ({
      name,
      kind: kindOf(each),
      isRequired: schema?.required?.includes(name) === true,
      description: each.description ?? '',
    })),
    ...parameters.map((each) => ({
      name: each.name,
      kind: each.in === 'header' ? 'header' : `in the ${each.in}`,
      isRequired: each.required === true,
      description: each.description ?? '',
    })),
  ]
  if (rows.length === 0) return undefined
  return markup`<h3>Parameters</h3>
    <div class="table">
      <table>
        <tr>
          <th>Name</th>
          <th>Kind</th>
          <th>Meaning</th>
        </tr>
        ${rows.map(
          ({ name, kind, isRequired, description }) =>
            markup`<tr>
              <td><code>${name}</code>${isRequired ? markup` <span class="must">required</span>` : undefined}</td>
              <td>${kind}</td>
              <td>${prose(description)}</td>
            </tr>`,
        )}
      </table>
    </div>`
}

function commands(
  { requestBody, security, parameters = [] }: Operation,
  { baseUrl, path, method }: Place,
): Markup | undefined {
  const example = parameters.some(({ in: where }) => where === 'path') ? path.replaceAll(/\{(\w+)\}/g, '<$1>') : path
  // An empty list says as much as none: anyone may call.
  const request = { method, url: baseUrl + example, needsKey: (security ?? []).length > 0 }
  if (requestBody === undefined) return tryIt('Try it', [curlLine(request)])
  const { 'application/json': asJson, 'multipart/form-data': asForm } = requestBody.content
  const form = examplesOf(asForm)[0] as Record<string, unknown> | undefined
  return markup`${tryIt(
    'Try it with JSON',
    examplesOf(asJson).map((body) => curlLine({ ...request, json: body })),
  )} ${tryIt('Try it with files', form === undefined ? [] : [curlLine({ ...request, form })])}`
}

function tryIt(heading: string, lines: readonly string[]): Markup | undefined {
  if (lines.length === 0) return undefined
  return markup`<h3>${heading}</h3>
    ${lines.map((line) => markup`<pre><code>${line}</code></pre>`)}`
}

function answers({ responses }: Operation): Markup {
  const good = Object.entries(responses).filter(([status]) => Number(status) < 400)
  const errors = Object.entries(responses).filter(([status]) => Number(status) >= 400)
  const codes = errors.flatMap(([, { content }]) => Object.keys(content?.['application/json']?.examples ?? {}))
  return markup`<h3>Answers</h3>
    ${good.map(([status, { description, content }]) => {
      const examples = examplesOf(content?.['application/json'])
      return markup`<p><code>${status}</code> ${prose(description)}</p>
        ${examples.map(json)}`
    })}
    ${
      codes.length === 0
        ? undefined
        : markup`<details>
            <summary>Errors (${codes.length})</summary>
            ${errorTable(codes)}
          </details>`
    }`
}

function kindOf({ type, anyOf }: Schema): string {
  return type ?? anyOf?.map((each) => each.type ?? 'value').join(' or ') ?? 'value'
}

/** The name of an operation within the page. */
export function anchor({ operationId }: Operation, { method, path }: Place): string {
  return operationId ?? `${method.toLowerCase()}${path.replaceAll(/\W+/g, '-')}`
}
