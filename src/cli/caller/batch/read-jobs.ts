import { readFile } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import { UsageError } from '../../exit-codes.ts'
import type { Job, Kind } from '../job.ts'

/** A job of a batch and the line that it stands on. */
export type NumberedJob = { line: number; job: Job }

const TYPES: Readonly<Record<string, 'string' | 'number' | 'boolean' | 'object'>> = {
  prompt: 'string',
  model: 'string',
  size: 'string',
  aspect_ratio: 'string',
  webhookUrl: 'string',
  negative_prompt: 'string',
  quality: 'string',
  background: 'string',
  output_format: 'string',
  style: 'string',
  seed: 'number',
  n: 'number',
  seconds: 'number',
  strength: 'number',
  audio: 'boolean',
  options: 'object',
  mask: 'string',
  first_frame: 'string',
  last_frame: 'string',
  video: 'string',
}
/** Paths; relative ones start at the folder of the file. */
const PATHS = ['mask', 'first_frame', 'last_frame', 'video']
const WORDS = { string: 'text', number: 'a number', boolean: 'true or false', object: 'an object' } as const

/**
 * The jobs of a file: one prompt per line, or one JSON object per line with named parameters. Empty lines are ignored,
 * and in a file of prompts, lines that begin with #.
 */
export async function readJobs(path: string, kind: Kind, usual: Omit<Job, 'prompt'>): Promise<NumberedJob[]> {
  const text = path === '-' ? await textOfStdin() : await textOf(path)
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const isJson = /\.(?:jsonl|ndjson)$/i.test(path) || /^\s*\{/.test(text)
  const jobs = lines.flatMap((each, index): NumberedJob[] => {
    const words = each.trim()
    if (words === '' || (!isJson && words.startsWith('#'))) return []
    const line = index + 1
    if (!isJson) return [{ line, job: { ...usual, prompt: words } }]
    return [{ line, job: { ...usual, ...jobIn(words, { line, kind, folder: path === '-' ? '.' : dirname(path) }) } }]
  })
  if (jobs.length === 0) throw new UsageError(`${path} contains no prompts.`)
  return jobs
}

type Where = { line: number; kind: Kind; folder: string }

function jobIn(text: string, { line, kind, folder }: Where): Pick<Job, 'prompt'> & Partial<Job> {
  const refuse = (why: string): UsageError => new UsageError(`Line ${line}: ${why}`)
  const { image, images, ...rest } = objectIn(text, refuse)
  for (const [name, value] of Object.entries(rest)) checkParameter(name, value, { kind, refuse })
  const { prompt } = rest
  if (typeof prompt !== 'string' || prompt.trim() === '') throw refuse('the prompt is missing.')
  const pictures = [image ?? images ?? []].flat()
  if (pictures.some((each) => typeof each !== 'string'))
    throw refuse('image must be a path, a URL, or a list of these.')
  const whole = (each: string): string =>
    /^(?:https?|data):/i.test(each) || isAbsolute(each) ? each : join(folder, each)
  const beside = (pictures as string[]).map(whole)
  // The id of its task can stand for a clip.
  const isPath = (name: string): boolean => name in rest && !(name === 'video' && /^\d+$/.test(String(rest[name])))
  const roles = PATHS.filter(isPath).map((name) => [name, whole(String(rest[name]))])
  const job = { ...(rest as Partial<Job>), ...(Object.fromEntries(roles) as Partial<Job>), prompt }
  return { ...job, ...(beside.length > 0 && { image: beside }) }
}

type Checking = { kind: Kind; refuse: (why: string) => UsageError }

function checkParameter(name: string, value: unknown, { kind, refuse }: Checking): void {
  const wanted = Object.hasOwn(TYPES, name) && !(name === 'n' && kind === 'video') ? TYPES[name] : undefined
  if (wanted === undefined)
    throw refuse(`unknown parameter '${name}'. Known: ${[...Object.keys(TYPES), 'image'].join(', ')}.`)
  if (typeof value !== wanted || value === null) throw refuse(`${name} must be ${WORDS[wanted]}.`)
}

function objectIn(text: string, refuse: (why: string) => UsageError): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refuse('this is not a JSON object.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refuse('this is not a JSON object.')
  return value as Record<string, unknown>
}

async function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`The file ${path} cannot be read (${error.code}).`)
  })
}

async function textOfStdin(): Promise<string> {
  return Buffer.concat(await process.stdin.toArray()).toString()
}
