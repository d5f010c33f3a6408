import SwaggerUI, { type Plugin } from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import { keepNamed } from './keep-named.ts'
import type { ErrorRow } from './error-table.ts'

export type DescribedInterface = { name: string; url: string }

export type NativeDocument = {
  info: { title: string }
  /** The other interfaces of the service, each with a document of its own. */
  'x-documents': readonly DescribedInterface[]
  'x-errors': readonly ErrorRow[]
}

export function ownDocument({ info }: NativeDocument): DescribedInterface {
  return { name: info.title, url: '/openapi.json' }
}

/** The path of an operation is inside the button that opens it, where a link would be a second thing to press. */
const withoutNestedLinks: Plugin = ({ React }) => ({
  components: { DeepLink: ({ text }) => React.createElement('span', null, text) },
})

/** Draws a document into a place. Requests that are tried from it go to this service and nowhere else. */
export async function showDocument(
  place: HTMLElement,
  { url }: DescribedInterface,
  native: NativeDocument,
): Promise<void> {
  const spec: unknown = url === '/openapi.json' ? native : await (await fetch(url)).json()
  keepNamed(place)
  await new Promise<void>((resolve) => {
    const ui = SwaggerUI({
      domNode: place,
      spec,
      deepLinking: true,
      docExpansion: 'list',
      defaultModelsExpandDepth: -1,
      validatorUrl: null,
      plugins: [withoutNestedLinks],
      // Whoever is signed in to the console is so here: a first try needs no copying about.
      onComplete: () => {
        const key = localStorage.getItem('mediagen.key')
        if (key !== null) ui.preauthorizeApiKey('apiKey', key)
        resolve()
      },
    })
  })
}
