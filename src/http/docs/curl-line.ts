/** A request as a command that can be pasted into a shell. */
export type CurlRequest = {
  method: string
  url: string
  needsKey: boolean
  json?: unknown
  form?: Readonly<Record<string, unknown>>
}

/** Writes a curl command over several lines, everything quoted for POSIX shells. */
export function curlLine({ method, url, needsKey, json, form }: CurlRequest): string {
  // What curl does by itself: without a body it asks, with one it posts.
  const implied = json === undefined && form === undefined ? 'GET' : 'POST'
  const words = [`curl ${method === implied ? '' : `-X ${method} `}${quote(url)}`]
  if (needsKey) words.push('-H "Authorization: Bearer $MEDIAGEN_API_KEY"')
  if (json !== undefined) {
    words.push("-H 'Content-Type: application/json'", `-d ${quote(JSON.stringify(json, null, 2))}`)
  }
  for (const [name, value] of Object.entries(form ?? {})) {
    // In a form, examples name their files; everything else is text.
    for (const each of [value].flat())
      words.push(`-F ${quote(`${name}=${name === 'image' ? '@' : ''}${String(each)}`)}`)
  }
  return words.join(' \\\n  ')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
