import SwaggerUI, { type Plugin } from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import { keepNamed } from './keep-named.ts'

export type DescribedInterface = { name: string; url: string }
export type ErrorRow = { code: string; status: number; meaning: string; retryable: boolean }
type Operation = { operationId?: string; summary?: string; tags?: readonly string[] }

/** As much of an OpenAPI document as the page itself reads. */
export type ApiDocument = {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  tags: readonly { name: string }[]
}

export type NativeDocument = ApiDocument & {
  info: { title: string }
  /** The other interfaces of the service, each with a document of its own. */
  'x-documents': readonly DescribedInterface[]
  'x-errors': readonly ErrorRow[]
}

export const NATIVE = '/openapi.json'

/** A document of the service that served this page. */
export async function readDocument(url: string): Promise<unknown> {
  const answer = await globalThis.fetch(url)
  if (!answer.ok) throw new Error(`the service answered with status ${answer.status}`)
  return answer.json()
}

export type Endpoint = { id: string; method: string; path: string; summary: string }

/** The endpoints of a document, by the heading that they are under. */
export function endpointsOf({ paths, tags: order }: ApiDocument): Map<string, Endpoint[]> {
  // In the order in which the page has them.
  const groups = new Map<string, Endpoint[]>(order.map(({ name }) => [name, []]))
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { operationId: id, summary = path, tags = [] }] of Object.entries(methods)) {
      if (id === undefined) continue
      const group = tags[0] ?? 'Other'
      groups.set(group, [...(groups.get(group) ?? []), { id, method, path, summary }])
    }
  return new Map([...groups].filter(([, endpoints]) => endpoints.length > 0))
}

/** The path of an operation is inside the button that opens it, where a link would be a second thing to press. */
const withoutNestedLinks: Plugin = ({ React }) => ({
  components: { DeepLink: ({ text }) => React.createElement('span', null, text) },
})

/** The command that a try is shown as names the key by its variable: what is on a screen ends up in pictures of it. */
const withoutKeyInCommands: Plugin = ({ React }) => ({
  wrapComponents: {
    curl: (Original) => (props) => {
      const request = props.request.hasIn(KEY_HEADER)
        ? props.request.setIn(KEY_HEADER, 'Bearer $MEDIAGEN_API_KEY')
        : props.request
      return React.createElement(Original, { ...props, request })
    },
  },
})

const KEY_HEADER = ['headers', 'Authorization'] as const

/** Draws a document into a place. Requests that are tried from it go to this service and nowhere else. */
export function showDocument(place: HTMLElement, spec: ApiDocument, onShown: () => void): void {
  keepNamed(place)
  const ui = SwaggerUI({
    domNode: place,
    spec,
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: -1,
    validatorUrl: null,
    plugins: [withoutNestedLinks, withoutKeyInCommands],
    // Whoever is signed in to the console is so here: a first try needs no copying about.
    onComplete: () => {
      const key = localStorage.getItem('mediagen.key')
      if (key !== null) ui.preauthorizeApiKey('apiKey', key)
      onShown()
    },
  })
}

/** Opens an endpoint and brings it into sight. */
export function openEndpoint(id: string): void {
  const block = document.querySelector(`.opblock[id$="-${CSS.escape(id)}"]`)
  const control = block?.querySelector<HTMLElement>('.opblock-summary-control')
  if (block?.classList.contains('is-open') === false) control?.click()
  block?.scrollIntoView({ block: 'start' })
  control?.focus({ preventScroll: true })
}
