import { constants, existsSync } from 'node:fs'
import { access, mkdir, stat } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { UsageError } from '../exit-codes.ts'

/** Where results go. */
export type OutputPlace = {
  /** `{id}`, `{index}`, `{ext}`, `{slug}` and `{line}` stand for facts about a result. */
  pattern: string
  /** Whether somebody chose the name: then no other name is used instead. */
  isChosen: boolean
}

export type Words = { id: string; index: number; ext: string; slug: string; line?: number }

const WORDS = ['id', 'index', 'ext', 'slug', 'line']
const LONGEST_SLUG = 48

type Wish = { output: string | undefined; download: string | undefined; force: boolean }
/** In a batch, the slug differs from line to line. */
type Expected = { count: number } & ({ isBatch: false; slug: string } | { isBatch: true })

/** The requested path, checked before anything is paid for. */
export async function placeOf(wish: Wish, expected: Expected): Promise<OutputPlace> {
  if (wish.output?.trim() === '' || wish.download?.trim() === '')
    throw new UsageError('-o and --download require a name. Without them, the prompt determines the name.')
  const strange = [...(wish.download ?? '').matchAll(/\{(\w*)\}/g)].find(([, word = '']) => !WORDS.includes(word))
  if (strange !== undefined)
    throw new UsageError(
      `Unknown placeholder ${strange[0]} in --download. Known: ${WORDS.map((word) => `{${word}}`).join(', ')}.`,
    )
  const place = await chosenPlace(wish, expected)
  // In a batch, the files may be those of an earlier run.
  if (place.isChosen && !wish.force && !expected.isBatch)
    for (let index = 1; index <= expected.count; index++)
      checkFree(filled(place.pattern, { index, slug: expected.slug }))
  await checkWritable(place.pattern)
  return place
}

async function chosenPlace({ output, download }: Wish, { count, isBatch }: Expected): Promise<OutputPlace> {
  if (output !== undefined && download !== undefined)
    throw new UsageError('Use either -o (one file) or --download (many), not both.')
  const usual = `${isBatch ? '{line}-' : ''}{slug}${count > 1 ? '-{index}' : ''}.{ext}`
  const chosen = output ?? download
  if (chosen === undefined) return { pattern: usual, isChosen: false }
  if (await isFolder(chosen)) return { pattern: join(chosen, usual), isChosen: false }
  if (isBatch && output !== undefined)
    throw new UsageError('-o names one file. For a batch, specify a folder, or use --download with {line} or {id}.')
  const pattern = count > 1 && !/\{(?:id|index)\}/.test(chosen) ? numbered(chosen) : chosen
  return { pattern, isChosen: true }
}

function checkFree(path: string): void {
  if (existsSync(path)) throw new UsageError(`${path} already exists. Use -f to replace it.`)
}

/** The nearest existing folder must be writable: a result that cannot be saved may have been paid for. */
async function checkWritable(pattern: string): Promise<void> {
  // The values in braces are not known yet.
  const known = pattern.replace(/\{.*/s, '')
  let folder = /[/\\]$/.test(known) ? known.replace(/(?!^)[/\\]+$/, '') : dirname(known)
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder)
  await access(folder, constants.W_OK).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`Cannot write to ${folder} (${error.code}). Choose another folder with -o.`)
  })
  if (!(await stat(folder)).isDirectory())
    throw new UsageError(`${folder} is a file, not a folder. Choose another folder with -o.`)
}

/** The place for results whose number is now known: the id of a task does not distinguish several files of it. */
export function placeFor(place: OutputPlace, files: readonly { taskId: string }[]): OutputPlace {
  const isShared = new Set(files.map(({ taskId }) => taskId)).size < files.length
  return isShared && !place.pattern.includes('{index}') ? { ...place, pattern: numbered(place.pattern) } : place
}

/** The path of one result; its folder exists when this resolves. */
export async function pathOf({ pattern, isChosen }: OutputPlace, words: Words, force: boolean): Promise<string> {
  const path = filled(pattern, words)
  await mkdir(dirname(path), { recursive: true })
  if (force) return path
  if (!isChosen) return existsSync(path) ? freePath(path) : path
  checkFree(path)
  return path
}

/** What is not known yet stays as it is written. */
function filled(pattern: string, words: Partial<Words>): string {
  const known: Readonly<Record<string, string | number>> = { ...words, line: String(words.line ?? 1).padStart(3, '0') }
  return pattern.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(known[name] ?? whole))
}

/** A prompt as a file name: its first words, in any script. */
export function slugOf(prompt: string): string {
  const words = prompt
    .toLowerCase()
    .replaceAll(/\[\[[^\]]*\]\]/g, ' ')
    .normalize('NFC')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '')
  let slug = ''
  for (const word of words) {
    if (slug !== '' && slug.length + word.length >= LONGEST_SLUG) break
    slug += (slug === '' ? '' : '-') + word.slice(0, LONGEST_SLUG)
  }
  return slug === '' ? 'result' : slug
}

async function isFolder(path: string): Promise<boolean> {
  if (/[/\\]$/.test(path)) return true
  return (await stat(path).catch(() => undefined))?.isDirectory() === true
}

function numbered(path: string): string {
  const extension = extname(path)
  return `${path.slice(0, path.length - extension.length)}-{index}${extension}`
}

function freePath(path: string): string {
  const extension = extname(path)
  for (let number = 2; ; number++) {
    const next = `${path.slice(0, path.length - extension.length)}-${number}${extension}`
    if (!existsSync(next)) return next
  }
}
