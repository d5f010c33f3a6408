import type { Wish } from '../form/request.ts'

export const LANGUAGES = ['curl', 'TypeScript', 'Python', 'Command line'] as const
export type Language = (typeof LANGUAGES)[number]

/** A request, and where it goes. */
export type CodeOf = { wish: Wish; baseURL: string }

/** The program that sends exactly this request. The key is taken from the environment and is in no text. */
export function codeOf(language: Language, of: CodeOf): string {
  switch (language) {
    case 'curl':
      return curl(of)
    case 'TypeScript':
      return typeScript(of)
    case 'Python':
      return python(of)
    case 'Command line':
      return commandLine(of)
  }
}

type Sent = { fields: Record<string, string | number | boolean>; addresses: string[]; files: string[] }

/** What is sent beside the kind: pictures of the user become files of their names. */
function sentOf(wish: Wish): Sent {
  const { references, kind: _kind, ...fields } = wish
  const isAddress = (url: string): boolean => /^https?:/.test(url)
  return {
    fields,
    addresses: references.flatMap(({ url }) => (isAddress(url) ? [url] : [])),
    files: references.flatMap(({ url, name }) => (isAddress(url) ? [] : [name])),
  }
}

function pathOf({ kind }: Wish): string {
  return kind === 'image' ? '/api/ai/images/generations' : '/api/ai/videos'
}

function curl({ wish, baseURL }: CodeOf): string {
  const { fields, addresses, files } = sentOf(wish)
  const head = [`curl ${baseURL}${pathOf(wish)}`, '-H "Authorization: Bearer $MEDIAGEN_API_KEY"']
  if (files.length === 0) {
    const body = { ...fields, ...(addresses.length > 0 && { image: addresses }) }
    return [...head, "-H 'Content-Type: application/json'", `-d ${shell(JSON.stringify(body, null, 2))}`].join(
      ' \\\n  ',
    )
  }
  const texts = Object.entries(fields).map(([name, value]) => `--form-string ${shell(`${name}=${value}`)}`)
  // Their order decides which is the first frame.
  const pictures = wish.references.map(
    ({ url, name }) => `-F ${shell(`image=${files.includes(name) ? `@${name}` : url}`)}`,
  )
  return [...head, ...texts, ...pictures].join(' \\\n  ')
}

function typeScript({ wish, baseURL }: CodeOf): string {
  const { fields } = sentOf(wish)
  const image = wish.references.map(({ url, name }) => (/^https?:/.test(url) ? url : name))
  const params = literal({ ...fields, ...(image.length > 0 && { image }) }, 'js')
  return `import { Mediagen } from '@mediagen/client'

// The key comes from MEDIAGEN_API_KEY.
const client = new Mediagen({ baseURL: ${quote(baseURL)} })
const result = await client.${wish.kind}s.generate(${params})
await result.save(${quote(wish.kind === 'video' ? 'result.mp4' : (wish.n ?? 1) > 1 ? 'result-{index}.{ext}' : 'result.png')})
`
}

function python({ wish, baseURL }: CodeOf): string {
  const { fields, addresses, files } = sentOf(wish)
  const isForm = files.length > 0
  const body = literal({ ...fields, ...(!isForm && addresses.length > 0 && { image: addresses }) }, 'python')
  const parts = wish.references.map(({ url, name }) =>
    files.includes(name) ? `("image", open(${quote(name)}, "rb"))` : `("image", (None, ${quote(url)}))`,
  )
  const sent = isForm ? `data=${body},\n    files=[${parts.join(', ')}],` : `json=${body},`
  const ask = `import os
${wish.kind === 'video' ? 'import time\n' : ''}import requests

base = ${quote(baseURL)}
headers = {"Authorization": "Bearer " + os.environ["MEDIAGEN_API_KEY"]}
answer = requests.post(
    base + ${quote(pathOf(wish))},
    headers=headers,
    ${sent.replaceAll('\n', '\n    ').replaceAll('\n        files', '\n    files')}
)
answer.raise_for_status()
`
  if (wish.kind === 'image') return `${ask}for image in answer.json()["data"]:\n    print(image["url"])\n`
  return `${ask}video = answer.json()
while video["status"] in ("pending", "processing"):
    time.sleep(5)
    video = requests.get(base + "/api/ai/videos/" + video["id"], headers=headers).json()
print(video["error"] or video["data"][0]["url"])
`
}

const OPTIONS: Readonly<Record<string, string>> = {
  model: '--model',
  aspect_ratio: '--aspect-ratio',
  size: '--size',
  seed: '--seed',
  n: '--n',
  negative_prompt: '--negative',
  output_format: '--format',
}

function commandLine({ wish, baseURL }: CodeOf): string {
  const { prompt, ...fields } = sentOf(wish).fields
  const words = [
    `mediagen ${wish.kind} ${shell(String(prompt))}`,
    `--url ${baseURL}`,
    ...Object.entries(fields).map(([name, value]) =>
      typeof value === 'boolean'
        ? `--${value ? '' : 'no-'}${name}`
        : `${OPTIONS[name] ?? `--${name}`} ${shell(String(value))}`,
    ),
    ...wish.references.map(({ url, name }) => `--image ${shell(/^https?:/.test(url) ? url : name)}`),
  ]
  return words.join(' \\\n  ')
}

/** A text as POSIX shells take it; short plain ones need no quotes. */
function shell(text: string): string {
  return /^[\w.:/@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

function quote(text: string): string {
  return JSON.stringify(text)
}

/** An object as the language writes it: JSON is Python but for its truths, and JavaScript without quotes around its names. */
function literal(value: Record<string, unknown>, language: 'js' | 'python'): string {
  const text = JSON.stringify(value, null, language === 'js' ? 2 : 4)
  if (language === 'js') return text.replaceAll(/^(\s*)"(\w+)":/gm, '$1$2:')
  return text.replaceAll(/^(\s*"\w+": )(true|false)(,?)$/gm, (_, head: string, word: string, end: string) => {
    return `${head}${word === 'true' ? 'True' : 'False'}${end}`
  })
}
