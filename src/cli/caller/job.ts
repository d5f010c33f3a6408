import { readFile } from 'node:fs/promises'
import type { EstimateParams, Mediagen, TaskHandle } from '@mediagen/client'
import type { Given } from '../command.ts'
import { UsageError } from '../exit-codes.ts'

export function taskId(text: string | undefined): string {
  if (text !== undefined && /^\d+$/.test(text)) return text
  throw new UsageError(`'${text ?? ''}' is not a task id; task ids contain only digits. 'mediagen tasks' lists them.`)
}

export type Kind = 'image' | 'video'

/** What one prompt requests, by the parameter names of the API. */
export type Job = {
  prompt: string
  model: string
  size?: string
  aspect_ratio?: string
  seed?: number
  n?: number
  image?: readonly string[]
  mask?: string
  first_frame?: string
  last_frame?: string
  video?: string
  webhookUrl?: string
} & JobSettings

// The service knows better than we do which words there are.
type Word<Name extends keyof EstimateParams> = NonNullable<EstimateParams[Name]>

/** Checked by the service against the model; the names are the service's. */
export type JobSettings = {
  seconds?: number
  audio?: boolean
  negative_prompt?: string
  quality?: Word<'quality'>
  background?: Word<'background'>
  output_format?: Word<'output_format'>
  strength?: number
  style?: string
  options?: Record<string, unknown>
}

/** Pictures with their own role. */
const ROLES = ['mask', 'first_frame', 'last_frame', 'video'] as const
type RolePictures<Picture> = { [Role in (typeof ROLES)[number]]?: Picture }

type Asked = Omit<Job, 'image' | keyof RolePictures<unknown>> &
  RolePictures<string | Blob> & { image?: readonly (string | Blob)[] }

// Built in, so every service has it, and it costs nothing.
const USUAL_MODEL = 'diorama'
const MOST_IMAGES = 10
const MAX_SEED = 2 ** 32 - 1

/** The options, which apply to every prompt that does not override them. */
export function jobOptions(given: Given, kind: Kind): Omit<Job, 'prompt'> {
  const n = given.whole('n', { least: 1, most: MOST_IMAGES })
  const seed = given.whole('seed', { least: 0, most: MAX_SEED })
  if (kind === 'video' && n !== undefined && n > 1)
    throw new UsageError('--n works only for images. For several videos, use --file with several prompts.')
  const images = given.texts('image')
  return {
    model: given.text('model') ?? USUAL_MODEL,
    ...some('size', given.text('size')),
    ...some('aspect_ratio', given.text('aspect-ratio')),
    ...some('seed', seed),
    ...some('n', kind === 'image' && n !== 1 ? n : undefined),
    ...(images.length > 0 && { image: images }),
    ...some('mask', given.text('mask')),
    ...some('first_frame', given.text('first-frame')),
    ...some('last_frame', given.text('last-frame')),
    ...some('video', given.text('video')),
    ...some('webhookUrl', given.text('webhook-url')),
    ...settingOptions(given),
  }
}

function settingOptions(given: Given): JobSettings {
  const options = given.texts('option').map(optionIn)
  return {
    ...some('seconds', given.number('seconds')),
    ...some('audio', given.flag('audio')),
    ...some('negative_prompt', given.text('negative')),
    ...some('quality', given.text('quality') as Word<'quality'> | undefined),
    ...some('background', given.text('background') as Word<'background'> | undefined),
    ...some('output_format', given.text('format') as Word<'output_format'> | undefined),
    ...some('strength', given.number('strength')),
    ...some('style', given.text('style')),
    ...(options.length > 0 && { options: Object.fromEntries(options) }),
  }
}

/** `steps=20` is a number and `sampler=euler` is text, as in JSON. */
function optionIn(text: string): [name: string, value: unknown] {
  const at = text.indexOf('=')
  if (at < 1) throw new UsageError(`--option must be name=value, such as steps=20, not '${text}'.`)
  const [name, value] = [text.slice(0, at), text.slice(at + 1)]
  return [name, /^(?:true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?)$/.test(value) ? JSON.parse(value) : value]
}

export function some<Name extends string, Value>(name: Name, value: Value | undefined): { [name in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [name in Name]?: Value })
}

/** The prompt: the words on the command line, or otherwise the piped input. */
export async function readPrompt(args: readonly string[]): Promise<string> {
  const isPiped = args.length === 0 ? !process.stdin.isTTY : args.length === 1 && args[0] === '-'
  const text = isPiped
    ? Buffer.concat(await process.stdin.toArray())
        .toString()
        .trim()
    : args.join(' ').trim()
  if (text === '')
    throw new UsageError('A prompt is required, for example: mediagen image "a red fox", or --file prompts.txt.')
  return text
}

/** Sends the request of a job; resolves once the service has accepted it, and returns a handle for each task. */
export async function askFor(client: Mediagen, kind: Kind, job: Job, idempotencyKey: string): Promise<TaskHandle[]> {
  const asked = await askedOf(job)
  if (kind === 'video') return [await client.videos.create(asked, { idempotencyKey })]
  return client.images.create(asked, { idempotencyKey })
}

/** The request of a job, with its pictures read. */
export async function askedOf({ image = [], mask, first_frame, last_frame, video, ...params }: Job): Promise<Asked> {
  const images = await Promise.all(image.map(readPicture))
  const named: RolePictures<string> = {
    ...some('mask', mask),
    ...some('first_frame', first_frame),
    ...some('last_frame', last_frame),
    ...some('video', video),
  }
  const roles = await Promise.all(
    Object.entries(named).map(
      async ([role, path]) => [role, await (role === 'video' ? readClip : readPicture)(path)] as const,
    ),
  )
  const byRole: RolePictures<string | Blob> = Object.fromEntries(roles)
  return { ...params, ...(images.length > 0 && { image: images }), ...byRole }
}

/** A video on the service is named by its id. */
async function readClip(clip: string): Promise<string | Blob> {
  return /^\d+$/.test(clip) ? clip : readPicture(clip)
}

/** URLs are passed on unchanged; a path that does not exist is reported before anything is sent. */
export async function readPicture(picture: string): Promise<string | Blob> {
  if (/^(?:(?:https?|data):|upload_[0-9A-Za-z]{22}$)/i.test(picture)) return picture
  const bytes = await readFile(picture).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`The file ${picture} cannot be read (${error.code}).`)
  })
  return new Blob([bytes])
}
