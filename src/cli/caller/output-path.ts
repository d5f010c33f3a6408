import { existsSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { UsageError } from '../usage-error.ts'

/** Where results go. */
export type Place = {
  /** `{id}`, `{index}`, `{ext}`, `{slug}` and `{line}` stand for what is known of a result. */
  pattern: string
  /** Whether somebody chose the name: then nothing else is written in its place. */
  isChosen: boolean
}

export type Words = { id: string; index: number; ext: string; slug: string; line?: number }

const LONGEST_SLUG = 48

/** The place that was asked for, checked before anything is paid for. */
export async function placeOf(
  { output, download, force }: { output: string | undefined; download: string | undefined; force: boolean },
  { count, isBatch }: { count: number; isBatch: boolean },
): Promise<Place> {
  if (output !== undefined && download !== undefined)
    throw new UsageError('-o names one file and --download many: give one of the two.')
  const usual = `${isBatch ? '{line}-' : ''}{slug}${count > 1 ? '-{index}' : ''}.{ext}`
  if (output === undefined) return { pattern: download ?? usual, isChosen: download !== undefined }
  if (await isFolder(output)) return { pattern: join(output, usual), isChosen: false }
  if (isBatch) throw new UsageError('-o names one file. For a batch give a folder, or --download with {line} or {id}.')
  const pattern = count > 1 && !/\{(?:id|index)\}/.test(output) ? numbered(output) : output
  if (!force && existsSync(pattern)) throw new UsageError(`${pattern} is already there; -f replaces it.`)
  return { pattern, isChosen: true }
}

/** The path of one result; its folder is there when this resolves. */
export async function pathOf({ pattern, isChosen }: Place, words: Words, force: boolean): Promise<string> {
  const known: Readonly<Record<string, string>> = {
    id: words.id,
    index: String(words.index),
    ext: words.ext,
    slug: words.slug,
    line: String(words.line ?? 1).padStart(3, '0'),
  }
  const path = pattern.replaceAll(/\{(\w+)\}/g, (whole, name: string) => known[name] ?? whole)
  await mkdir(dirname(path), { recursive: true })
  if (force || !existsSync(path)) return path
  if (isChosen) throw new UsageError(`${path} is already there; -f replaces it.`)
  return freePath(path)
}

/** A prompt as a file name: its first words, in whatever letters they are written. */
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
