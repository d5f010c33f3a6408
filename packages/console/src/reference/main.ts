import './reference.css'
import { applyTheme } from '../look/theme.ts'
import { showColours } from './colours.ts'
import { ownDocument, readDocument, showDocument, type NativeDocument } from './documents.ts'
import { showErrors } from './error-table.ts'

applyTheme()
showColours(part('colours'))
start().catch((error: unknown) => {
  const place = part('problem')
  place.textContent = `The API reference could not be loaded: ${String(error)}. Load the page again.`
  place.hidden = false
})

async function start(): Promise<void> {
  const native = (await readDocument('/openapi.json')) as NativeDocument
  const documents = [ownDocument(native), ...native['x-documents']]
  // Another interface has a page of its own: `/docs?of=OpenAI`.
  const wanted = new URLSearchParams(location.search).get('of')
  const chosen = documents.find(({ name }) => name === wanted) ?? ownDocument(native)
  part('documents').replaceChildren(
    ...documents.map(({ name, url }) => {
      const link = document.createElement('a')
      link.href = url === '/openapi.json' ? '/docs' : `/docs?of=${encodeURIComponent(name)}`
      link.textContent = name
      if (name === chosen.name) link.ariaCurrent = 'page'
      const item = document.createElement('li')
      item.append(link)
      return item
    }),
  )
  await showDocument(part('reference'), chosen, native)
  if (chosen.url === '/openapi.json') showErrors(part('errors'), native['x-errors'])
}

function part(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`The page has no #${id}`)
  return found
}
