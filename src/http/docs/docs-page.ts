import type { ApiDocument, Operation } from './api-document.ts'
import { DOCS_STYLE } from './docs-style.ts'
import { errorSection, json } from './error-section.ts'
import { markup, Markup, prose } from './html.ts'
import { anchor, operationSection } from './operation-section.ts'

/** The documentation as one page that needs nothing but itself: every word comes from the OpenAPI document. */
export function docsPage(document: ApiDocument, baseUrl: string): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'head')
      .map(([method, operation]) => ({ place: { baseUrl, path, method: method.toUpperCase() }, operation })),
  )
  const { title, version, description } = document.info
  return markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}: the interface</title>
        <style>${new Markup(DOCS_STYLE)}</style>
      </head>
      <body>
        <header>
          <h1>${title}</h1>
          <p class="soft">${description} Version ${version}. For machines: <a href="/openapi.json">openapi.json</a>.</p>
          <nav>
            ${operations.map(({ operation, place }) => markup`<a href="#${anchor(operation, place)}">${operation.summary}</a>`)}
            <a href="#errors">Errors</a>
          </nav>
        </header>
        <main>
          ${operations.map(({ operation, place }) => operationSection(operation, place))}
          ${Object.values(document.webhooks ?? {}).map(({ post }) => webhookSection(post))} ${errorSection()}
        </main>
        <footer>Commands expect your key in the shell variable MEDIAGEN_API_KEY.</footer>
      </body>
    </html>`.text
}

function webhookSection(operation: Operation): Markup {
  const body = operation.requestBody?.content['application/json']
  return markup`<section id="webhook">
    <h2>${operation.summary}</h2>
    <p>${prose(operation.description ?? '')}</p>
    ${json(body?.example)}
  </section>`
}
