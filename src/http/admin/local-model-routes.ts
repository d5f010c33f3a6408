import type { LocalModelDeps } from '../../actions/local-models/change-local-models.ts'
import { addLocalModel, removeLocalModel } from '../../actions/local-models/change-local-models.ts'
import type { ErrorCode } from '../../core/errors.ts'
import type { AvailableModel, InstalledModel, ModelDownload, ModelEstimate } from '../../ports/local-models.ts'
import {
  BODY_ERRORS,
  describeAnswers,
  errorAnswers,
  KEY_ERRORS,
  LIST_ERRORS,
  SERVER_ERRORS,
} from '../answer/describe-answers.ts'
import { orNull, Type, type Static, type TypedRoutes } from '../answer/schema.ts'
import { readJson } from '../body/read-json.ts'

const PATH = '/api/ai/admin/local-models'
const common = { tags: ['Administration'] }
const admin = { config: { auth: 'admin' } } as const

const Kind = Type.Enum(['image', 'video'])
const Bytes = (description: string) => orNull(Type.Integer(), description)

const Words = (description: string) => orNull(Type.String(), description)

const Estimate = Type.Object(
  {
    downloadSeconds: Bytes('Estimated download time in seconds at 10 MB/s; null if a size is unknown.'),
    download: Words('The download time as text, with the size.'),
    pictureSeconds: orNull(
      Type.Object({ least: Type.Integer(), most: Type.Integer() }),
      'Seconds for one picture in the default size, once the model is loaded; null if the model does not run or no similar model was measured.',
    ),
    picture: Words('The time for one picture as text, with its size and the device.'),
    memory: Words('The required memory and the memory of this machine, as text.'),
    fits: orNull(Type.Boolean(), 'Whether it fits into the memory of this machine.'),
  },
  { description: 'Estimated requirements on this machine, before anything is downloaded.' },
)

const Available = Type.Object({
  name: Type.String({ description: 'The name to send when you add the model.' }),
  title: Type.String(),
  about: Type.String(),
  kind: Kind,
  does: Type.String({ description: '`generate`, `upscale`, `cutout` or `moderate`.' }),
  licence: Type.String({ description: 'The SPDX id or the name of the licence.' }),
  licenceUrl: Type.String(),
  asksLicence: Type.Boolean({ description: 'Whether you must accept the licence with `acceptLicence`.' }),
  pinned: Type.Boolean({ description: 'Whether the size and SHA-256 of every file are known before the download.' }),
  bytes: Bytes('Total size of all files; null if a size is unknown.'),
  missingBytes: Bytes('Bytes that are not on this disk yet.'),
  memoryBytes: Bytes('The estimated memory requirement.'),
  installed: Type.Boolean(),
  runnable: Type.Boolean({ description: 'False if this version cannot run it yet.' }),
  whyNot: Words('Why it cannot run here; null if it can.'),
  recommended: Type.Boolean({ description: 'Whether this is the recommended first choice for this machine.' }),
  estimate: Estimate,
})

const Installed = Type.Object({
  id: Type.String(),
  title: Type.String(),
  kind: Kind,
  does: Type.String(),
  family: Type.String({ description: 'The architecture of the model.' }),
  driver: Type.String({ description: 'The runtime that runs the model.' }),
  from: Type.String({ description: 'A name from the list, `hf:…`, or a path.' }),
  licence: Type.String(),
  added: Type.Number({ description: 'Seconds since 1970.' }),
  bytes: Type.Integer({ description: 'Size of its files; shared files count for each model.' }),
  missing: Type.Array(Type.String(), { description: 'Missing files; the model cannot run without them.' }),
})

const Download = Type.Object({
  id: Type.String(),
  title: Type.String(),
  state: Type.Enum(['running', 'failed', 'interrupted'], {
    description: '`interrupted`: the process that downloaded it ended. Add the model again to resume.',
  }),
  bytes: Type.Integer({ description: 'Bytes downloaded so far.' }),
  totalBytes: Bytes('Null if a size is unknown.'),
  started: Type.Number({ description: 'Seconds since 1970.' }),
  bytesPerSecond: Bytes('The speed over the last few seconds; null until this list has been read twice.'),
  secondsLeft: Bytes('Seconds left at this speed; null if unknown.'),
  error: orNull(Type.String(), 'Why the download failed; otherwise null.'),
})

const View = Type.Object({
  available: Type.Array(Available),
  installed: Type.Array(Installed),
  downloads: Type.Array(Download, { description: 'Includes downloads started from the command line.' }),
})

const AddBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 64, description: 'A name from `available`.' }),
    acceptLicence: Type.Optional(Type.Boolean({ description: 'Accepts the licence of the model.' })),
    allowUnpinned: Type.Optional(Type.Boolean({ description: 'Accepts a model without a known SHA-256.' })),
  },
  { additionalProperties: false, examples: [{ name: 'upscale' }] },
)

const Params = Type.Object({ id: Type.String({ maxLength: 64, description: 'The id of an installed model.' }) })

const ADD_ERRORS: readonly ErrorCode[] = [...BODY_ERRORS, 'model_not_found', ...KEY_ERRORS, ...SERVER_ERRORS]
const REMOVE_ERRORS: readonly ErrorCode[] = [
  'local_model_not_found',
  'unsupported_media_type',
  ...KEY_ERRORS,
  ...SERVER_ERRORS,
]

/** Neural models on the machine of the service. */
export function localModelRoutes(parts: LocalModelDeps): TypedRoutes {
  return async (app) => {
    const list = {
      ...common,
      operationId: 'listLocalModels',
      summary: 'List local models and downloads',
      description: 'Neural models on the machine that serves the request: available, installed or downloading.',
      response: describeAnswers(View, LIST_ERRORS),
    }
    app.get(PATH, { ...admin, schema: list }, async () => {
      const { localModels } = parts
      const [available, installed, downloads] = await Promise.all([
        localModels.available(),
        localModels.installed(),
        localModels.downloads(),
      ])
      return {
        available: available.map(showAvailable),
        installed: installed.map(showInstalled),
        downloads: downloads.map(showDownload),
      }
    })

    const add = {
      ...common,
      operationId: 'addLocalModel',
      summary: 'Add a local model',
      description:
        'Starts the download and returns immediately; the list shows its progress. A repeated request does not start a second download, but resumes an interrupted one.',
      body: AddBody,
      response: { 202: Download, ...errorAnswers(ADD_ERRORS) },
    }
    app.post(PATH, { ...admin, schema: add }, async (request, reply) => {
      const { name, acceptLicence = false, allowUnpinned = false } = await readJson(request, AddBody)
      const wish = { name, acceptsLicence: acceptLicence, allowsUnpinned: allowUnpinned }
      return reply.code(202).send(showDownload(await addLocalModel(parts, request.caller, wish)))
    })

    const remove = {
      ...common,
      operationId: 'removeLocalModel',
      summary: 'Remove a local model',
      description:
        'Stops the download of the model and deletes its files, except those that other models need. Your own files stay in place.',
      params: Params,
      response: describeAnswers(Type.Object({ id: Type.String(), removed: Type.Literal(true) }), REMOVE_ERRORS),
    }
    app.delete(`${PATH}/:id`, { ...admin, schema: remove }, async ({ params: { id }, caller }) => {
      await removeLocalModel(parts, caller, id)
      return { id, removed: true as const }
    })
  }
}

function showAvailable({
  id,
  isPinned,
  isInstalled,
  isRunnable,
  bytes,
  missingBytes,
  memoryBytes,
  isRecommended,
  whyNot,
  estimate,
  ...model
}: AvailableModel): Static<typeof Available> {
  const sizes = { bytes: bytes ?? null, missingBytes: missingBytes ?? null, memoryBytes: memoryBytes ?? null }
  return {
    name: id,
    ...model,
    pinned: isPinned,
    ...sizes,
    installed: isInstalled,
    runnable: isRunnable,
    whyNot: whyNot ?? null,
    recommended: isRecommended,
    estimate: showEstimate(estimate),
  }
}

function showEstimate(estimate: ModelEstimate): Static<typeof Estimate> {
  const { downloadSeconds, download, pictureSeconds, picture, memory, fits } = estimate
  return {
    downloadSeconds: downloadSeconds ?? null,
    download: download ?? null,
    pictureSeconds: pictureSeconds ?? null,
    picture: picture ?? null,
    memory: memory ?? null,
    fits: fits ?? null,
  }
}

function showInstalled({ addedAt, missing, ...model }: InstalledModel): Static<typeof Installed> {
  return { ...model, added: secondsOf(addedAt), missing: [...missing] }
}

function showDownload(shown: ModelDownload): Static<typeof Download> {
  const { totalBytes, startedAt, error, bytesPerSecond, ...download } = shown
  const left = (totalBytes ?? Number.NaN) - download.bytes
  const secondsLeft = left / (bytesPerSecond ?? Number.NaN)
  return {
    ...download,
    totalBytes: totalBytes ?? null,
    started: secondsOf(startedAt),
    bytesPerSecond: bytesPerSecond ?? null,
    secondsLeft: Number.isFinite(secondsLeft) ? Math.ceil(secondsLeft) : null,
    error: error ?? null,
  }
}

function secondsOf(time: string): number {
  return Math.floor(Date.parse(time) / 1000)
}
