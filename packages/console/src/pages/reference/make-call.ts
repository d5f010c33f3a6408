import { bodyText, headersOf, takesFile, urlOf, type Filled } from './call-text.ts'
import { JSON_TYPE, type Endpoint } from './documents.ts'

export type Answered = { status: number; text: string; seconds: number }

type Call = Filled & { key: string; file: File | undefined; signal: AbortSignal }

// More than this is nothing to read.
const MOST_CHARACTERS = 60_000

/** Makes a call to the service that served this page, and shows its response; events as they come. */
export async function makeCall(endpoint: Endpoint, call: Call, show: (answered: Answered) => void): Promise<void> {
  const { key, signal } = call
  const hasJson = call.body.trim() !== ''
  const headers = new Headers(headersOf(endpoint, call))
  if (key !== '') headers.set('authorization', `Bearer ${key}`)
  if (hasJson) headers.set('content-type', JSON_TYPE)
  const body = takesFile(endpoint.operation) ? call.file : hasJson ? call.body : undefined
  const since = performance.now()
  const response = await globalThis.fetch(urlOf(endpoint, call, location.origin), {
    method: endpoint.method.toUpperCase(),
    headers,
    signal,
    ...(body === undefined ? {} : { body }),
  })
  const { status } = response
  await readText(response, (text) => show({ status, text, seconds: (performance.now() - since) / 1000 }))
}

/** The text of a response, in lines where it is JSON; of a file only what it is. */
async function readText(response: Response, show: (text: string) => void): Promise<void> {
  const type = response.headers.get('content-type') ?? ''
  if (type !== '' && !/json|text|xml/.test(type)) {
    const { size } = await response.blob()
    return show(`${type}, ${size.toLocaleString('en-US')} bytes`)
  }
  let text = ''
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  while (reader !== undefined && text.length < MOST_CHARACTERS) {
    const { done, value } = await reader.read()
    if (done) break
    text += value
    if (type.startsWith('text/event-stream')) show(text)
  }
  await reader?.cancel()
  show(pretty(text.slice(0, MOST_CHARACTERS)))
}

function pretty(text: string): string {
  try {
    return bodyText(JSON.parse(text))
  } catch {
    return text
  }
}
