import type { FastifyReply, FastifyRequest } from 'fastify'
import { listTasks } from '../../actions/reading/read-task.ts'
import { tellWarnings } from '../answer/client-text.ts'
import { Type } from '../answer/schema.ts'
import { readJson } from '../body/read-json.ts'
import type { ReadingParts } from '../server-parts.ts'
import type { Checkpoints } from './checkpoints.ts'

/**
 * Lists of things that models here do not have, each with the single entry that means none. Clients request them when
 * they start, and some treat a missing list as a missing server.
 */
export const FIXED_LISTS = {
  samplers: [{ name: 'Automatic', aliases: [], options: {} }],
  schedulers: [{ name: 'automatic', label: 'Automatic', aliases: [], default_rho: -1, need_inner_model: false }],
  upscalers: [{ name: 'None', model_name: null, model_path: null, model_url: null, scale: 1 }],
  'latent-upscale-modes': [],
  'sd-vae': [],
} as const

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/**
 * The settings that can be changed. Clients send back everything that they were shown, and their own settings as well.
 */
export const Options = Type.Object(
  { sd_model_checkpoint: Type.Optional(Type.String({ maxLength: 200 })) },
  { additionalProperties: true },
)

// Somebody who waits for one picture does not need a longer forecast than this.
const MOST_TASKS = 50

/** What clients request besides pictures: the models, the selected one, and the progress. */
export function settingHandlers(parts: ReadingParts, checkpoints: Checkpoints): Readonly<Record<string, Handler>> {
  const shown = (request: FastifyRequest): Record<string, unknown> => ({
    sd_model_checkpoint: checkpoints.current(request),
    samples_format: 'png',
  })

  const change: Handler = async (request, reply) => {
    const { sd_model_checkpoint: name, ...others } = await readJson(request, Options)
    if (name !== undefined && name.trim() !== '') checkpoints.choose(request, name.trim())
    const known = shown(request)
    const passedOver = Object.entries(others).filter(([each, value]) => known[each] !== value)
    if (passedOver.length > 0) tellWarnings(reply, [`ignored: ${namesOf(passedOver)}`])
    return reply.type('application/json').send('null')
  }

  const progress: Handler = async ({ caller }) => {
    const mine = { keyId: caller.id, kind: 'image', limit: MOST_TASKS } as const
    const [running, waiting] = await Promise.all([
      listTasks(parts, { ...mine, statuses: ['processing'] }),
      listTasks(parts, { ...mine, statuses: ['pending'] }),
    ])
    const farthest = Math.max(0, ...running.tasks.map((task) => task.progress))
    return showProgress(farthest / 100, running.tasks.length + waiting.tasks.length)
  }

  return {
    options: async (request) => shown(request),
    change,
    models: async ({ caller }) => checkpoints.names(caller).map(showModel),
    progress,
  }
}

function showModel(name: string): object {
  return { title: name, model_name: name, hash: null, sha256: null, filename: name, config: null }
}

function showProgress(progress: number, jobs: number): object {
  const state = {
    skipped: false,
    interrupted: false,
    job: jobs === 0 ? '' : 'task',
    job_count: jobs,
    job_no: 0,
    sampling_step: 0,
    sampling_steps: 0,
  }
  return { progress, eta_relative: 0, state, current_image: null, textinfo: null }
}

function namesOf(entries: readonly [string, unknown][]): string {
  return entries.map(([name]) => name).join(', ')
}
