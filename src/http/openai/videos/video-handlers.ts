import { DEFAULT_PAGE } from '../../answer/paging.ts'
import type { Static } from '../../answer/schema.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { deleteTask } from '../../../actions/tasks/delete-task.ts'
import { listedFor, listTasks, readOutputs, readVisibleTask } from '../../../actions/reading/read-task.ts'
import { inTurnOf } from '../../../actions/tasks/read-references.ts'
import { AppError } from '../../../core/errors.ts'
import { isFinal, type Task } from '../../../core/tasks/task.ts'
import { readGeneration } from '../../body/read-generation.ts'
import { fileNotFound, sendFile } from '../../results/send-file.ts'
import { sendSmall } from '../../results/send-small.ts'
import type { ReadingParts } from '../../server-parts.ts'
import { acceptGeneration, arrivalOf, type DialectParts } from '../accept-generation.ts'
import { repeatingIsPointless } from '../dialect-errors.ts'
import type { ContentQuery, Video, VideoList, VideoListQuery } from '../operations.ts'
import { POLL_AFTER_MS, STATUS_HERE } from '../task-status.ts'
import { CLIP_FORM, readClipEdit } from './edits.ts'
import { readRemixPrompt, remixOf } from './remix.ts'
import { VIDEO_FORM } from './video-form.ts'
import type { FileRecord } from '../../../core/files/file-record.ts'

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

// Unlike the URL of a file, that of its content needs a key.
const UNKEPT = 'private, no-store'

/** Videos for OpenAI clients, over the tasks of every API. */
export function videoHandlers(parts: DialectParts) {
  const own = async (request: FastifyRequest): Promise<Task> => {
    const task = await readVisibleTask(parts, request.caller, (request.params as { id: string }).id, 'video')
    parts.answers.askedFor(task.id)
    return task
  }

  const show = async (reply: FastifyReply, task: Task): Promise<Static<typeof Video>> => {
    if (!isFinal(task.status)) reply.header('openai-poll-after-ms', String(POLL_AFTER_MS))
    reply.header('cache-control', 'no-store')
    return showVideo(parts, task)
  }

  const create: Handler = async (request, reply) => {
    const arrival = arrivalOf(reply, parts.clock)
    const { own, ...generation } = await readGeneration(inTurnOf(parts, request.caller.id), request, VIDEO_FORM)
    const [task] = await acceptGeneration(parts, reply, { ...generation, form: VIDEO_FORM, count: 1, arrival, own })
    return task === undefined ? undefined : show(reply, task)
  }

  const edit: Handler = async (request, reply) => {
    const arrival = arrivalOf(reply, parts.clock)
    const { own: fields, ...asked } = await readClipEdit(parts, request)
    const given = { ...asked, form: CLIP_FORM, count: 1, arrival, own: fields }
    const [task] = await acceptGeneration(parts, reply, given)
    return task === undefined ? undefined : show(reply, task)
  }

  const remix: Handler = async (request, reply) => {
    const arrival = arrivalOf(reply, parts.clock)
    const source = await own(request)
    const made = await remixOf(parts, source, await readRemixPrompt(request))
    const [task] = await acceptGeneration(parts, reply, { ...made, form: VIDEO_FORM, count: 1, arrival })
    return task === undefined ? undefined : show(reply, task)
  }

  const list: Handler = async (request, reply) => {
    const { limit = DEFAULT_PAGE, order, after } = request.query as Static<typeof VideoListQuery>
    // Some clients start with an empty cursor.
    const last = after === undefined || after === '' ? undefined : await placeOf(parts, request, after)
    const filter = { ...listedFor(request.caller), kind: 'video', limit, oldestFirst: order === 'asc' } as const
    const { tasks, hasMore } = await listTasks(
      { store: parts.store.replica },
      last === undefined ? filter : { ...filter, after: last },
    )
    reply.header('cache-control', 'no-store')
    const data = await Promise.all(tasks.map((task) => showVideo(parts, task)))
    const [first_id = null, last_id = null] = [data[0]?.id, data.at(-1)?.id]
    return { object: 'list', data, first_id, last_id, has_more: hasMore } satisfies Static<typeof VideoList>
  }

  const content: Handler = async (request, reply) => {
    const { variant = 'video' } = request.query as Static<typeof ContentQuery>
    const task = await own(request)
    if (task.status !== 'success') throw notReady(reply, task)
    const [output] = await readOutputs(parts, task.id)
    const file = (variant === 'thumbnail' ? output?.cover : output?.file) ?? undefined
    if (file === undefined) throw fileNotFound()
    if (variant !== 'spritesheet') return sendFile(parts.files, reply, file, { caching: UNKEPT })
    return sendSmall(reply, { ...parts, caching: UNKEPT }, await parts.small.sheetOf(file))
  }

  const remove: Handler = async (request) => {
    const { id } = await own(request)
    await deleteTask(parts, request.caller, id)
    return { id, object: 'video.deleted', deleted: true }
  }

  const refuse: Handler = async (request) => {
    const what = request.url.replace(/^.*\/videos\//, '').replace(/[^a-z].*$/, '')
    throw new AppError('model_not_found', `No model here supports ${what}. Describe them in the prompt.`)
  }

  const get: Handler = async (request, reply) => show(reply, await own(request))
  return { create, list, get, remove, content, edit, remix, refuse }
}

async function placeOf(parts: ReadingParts, { caller }: FastifyRequest, id: string): Promise<Task> {
  return readVisibleTask(parts, caller, id, 'video').catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'task_not_found')
      throw new AppError('invalid_parameter', 'after must be the id of one of your videos.', { param: 'after' })
    throw error
  })
}

function notReady(reply: FastifyReply, { id: taskId, status }: Task): AppError {
  repeatingIsPointless(reply)
  if (status === 'failed')
    return new AppError('file_not_found', 'The video failed, so there is nothing to download.', { taskId })
  const message = 'The video is not ready yet. Request it again when its status is completed.'
  return new AppError('task_not_finished', message, { taskId })
}

/** Shows a task of any API as a video. */
async function showVideo(parts: DialectParts, task: Task): Promise<Static<typeof Video>> {
  const [output] = task.status === 'success' ? await readOutputs(parts, task.id) : []
  return {
    id: task.id,
    object: 'video',
    model: task.model,
    status: STATUS_HERE[task.status],
    progress: task.status === 'success' ? 100 : Math.floor(task.progress),
    created_at: Math.floor(task.createdAt / 1000),
    completed_at: task.finishedAt === null ? null : Math.floor(task.finishedAt / 1000),
    expires_at: null,
    prompt: task.prompt,
    seconds: secondsOf(parts, task, output?.file),
    size: sizeOf(output?.file) ?? sizeOf(task.effective),
    remixed_from_video_id: task.remixOf,
    // Some clients would poll a failure without a reason forever.
    error: task.status === 'failed' ? (task.error ?? { code: 'internal_error', message: 'The task failed.' }) : null,
  }
}

/** The length of the clip, known at once if the model always makes the same: gateways bill by the first answer. */
function secondsOf({ catalog }: DialectParts, { model, settings }: Task, file: FileRecord | undefined): string | null {
  const seconds = settings?.seconds ?? catalog.find('video', model)?.seconds ?? (file?.durationMs ?? 0) / 1000
  return seconds > 0 ? String(Math.round(seconds * 10) / 10) : null
}

function sizeOf(sides: { width: number | null; height: number | null } | null | undefined): string | null {
  const { width = null, height = null } = sides ?? {}
  return width === null || height === null ? null : `${width}x${height}`
}
