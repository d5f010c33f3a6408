import type { OptionValues } from '../form/options.ts'
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

/** A picture as programs name it: an address, or a file of its name, and the field that it goes into. */
type Picture = { field: string; at: string; isFile: boolean; role: string | undefined }
type Sent = { fields: Record<string, string | number | boolean | OptionValues>; pictures: Picture[] }

const FIELD_ROLES = new Set(['first_frame', 'last_frame'])

/** What is sent beside the kind: pictures of the user become files of their names. */
function sentOf(wish: Wish): Sent {
  const { references, kind: _kind, ...fields } = wish
  const pictures = references.map(({ url, name, role }): Picture => {
    const isFile = !/^https?:/.test(url)
    const field = role !== undefined && FIELD_ROLES.has(role) ? role : 'image'
    return { field, at: isFile ? name : url, isFile, role: field === 'image' ? role : undefined }
  })
  const hasMask = references.some(({ mask }) => mask !== undefined)
  const mask = { field: 'mask', at: 'mask.png', isFile: true, role: undefined }
  return { fields, pictures: hasMask ? [...pictures, mask] : pictures }
}

/** The pictures by their fields. A form has no roles but its fields; there the order says which picture is edited. */
function byField(
  pictures: readonly Picture[],
  write: (at: string, isFile: boolean) => string,
): Record<string, unknown> {
  const isForm = pictures.some(({ isFile }) => isFile)
  const image = pictures
    .filter(({ field }) => field === 'image')
    .map(({ at, isFile, role }) =>
      role === undefined || isForm ? write(at, isFile) : { url: write(at, isFile), role },
    )
  const others = pictures
    .filter(({ field }) => field !== 'image')
    .map(({ field, at, isFile }) => [field, write(at, isFile)])
  return { ...(image.length > 0 && { image }), ...Object.fromEntries(others) }
}

function textIfObject(value: Sent['fields'][string]): string | number | boolean {
  return typeof value === 'object' ? JSON.stringify(value) : value
}

/** In a form, an object is JSON text. */
function formText(value: Sent['fields'][string]): string {
  return String(textIfObject(value))
}

function pathOf({ kind }: Wish): string {
  return kind === 'image' ? '/api/ai/images/generations' : '/api/ai/videos'
}

function curl({ wish, baseURL }: CodeOf): string {
  const { fields, pictures } = sentOf(wish)
  const head = [`curl ${baseURL}${pathOf(wish)}`, '-H "Authorization: Bearer $MEDIAGEN_API_KEY"']
  if (!pictures.some(({ isFile }) => isFile)) {
    const body = { ...fields, ...byField(pictures, (at) => at) }
    return [...head, "-H 'Content-Type: application/json'", `-d ${shell(JSON.stringify(body, null, 2))}`].join(
      ' \\\n  ',
    )
  }
  const texts = Object.entries(fields).map(([name, value]) => `--form-string ${shell(`${name}=${formText(value)}`)}`)
  // Their order decides which is the first frame.
  const parts = pictures.map(({ field, at, isFile }) => `-F ${shell(`${field}=${isFile ? '@' : ''}${at}`)}`)
  return [...head, ...texts, ...parts].join(' \\\n  ')
}

function typeScript({ wish, baseURL }: CodeOf): string {
  const { fields, pictures } = sentOf(wish)
  const hasFiles = pictures.some(({ isFile }) => isFile)
  const given = byField(pictures, (at, isFile) => (isFile ? FILE_MARK + at : at))
  // A text would be an address: files are named as such.
  const params = literal({ ...fields, ...given }, 'js').replaceAll(
    new RegExp(`"${FILE_MARK}(.*?[^\\\\])"`, 'g'),
    'fileFrom("$1")',
  )
  return `import { ${hasFiles ? 'fileFrom, ' : ''}Mediagen } from '@mediagen/client'

// The key comes from MEDIAGEN_API_KEY.
const client = new Mediagen({ baseURL: ${quote(baseURL)} })
const result = await client.${wish.kind}s.generate(${params})
await result.save(${quote(wish.kind === 'video' ? 'result.mp4' : (wish.n ?? 1) > 1 ? 'result-{index}.{ext}' : 'result.png')})
`
}

// A character for private use: nobody types it.
const FILE_MARK = '\uE000'

function python({ wish, baseURL }: CodeOf): string {
  const { fields, pictures } = sentOf(wish)
  const isForm = pictures.some(({ isFile }) => isFile)
  const sentFields = isForm
    ? Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, textIfObject(value)]))
    : fields
  const body = literal({ ...sentFields, ...(!isForm && byField(pictures, (at) => at)) }, 'python')
  const parts = pictures.map(({ field, at, isFile }) =>
    isFile ? `(${quote(field)}, open(${quote(at)}, "rb"))` : `(${quote(field)}, (None, ${quote(at)}))`,
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
  const { fields: all, pictures } = sentOf(wish)
  const { prompt: _prompt, options = {}, ...fields } = all
  const words = [
    `mediagen ${wish.kind} ${shell(wish.prompt)}`,
    `--url ${baseURL}`,
    ...Object.entries(fields).map(([name, value]) =>
      typeof value === 'boolean'
        ? `--${value ? '' : 'no-'}${name}`
        : `${OPTIONS[name] ?? `--${name}`} ${shell(formText(value))}`,
    ),
    ...Object.entries(options).map(([name, value]) => `--option ${shell(`${name}=${String(value)}`)}`),
    ...pictures.map(({ field, at }) => `--${field.replace('_', '-')} ${shell(at)}`),
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
