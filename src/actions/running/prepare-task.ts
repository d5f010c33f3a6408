import { AppError } from '../../core/errors.ts'
import type { FileRecord } from '../../core/files/file-record.ts'
import { isAnimation } from '../../core/files/media-type.ts'
import { requestOf } from '../../core/tasks/generation-request.ts'
import type { Model } from '../../core/tasks/model.ts'
import type { EffectiveParameters, Reference, Task } from '../../core/tasks/task.ts'
import type { EngineReference } from '../../ports/engine.ts'
import type { Files } from '../../ports/files.ts'
import { checkMask, roleAt } from '../../core/tasks/roles.ts'
import type { ConvertPicture, ImageFacts, Images, PictureForm } from '../../ports/images.ts'
import type { Store } from '../../ports/store.ts'
import { decideParameters } from '../tasks/choose-model.ts'
import { fetchReference, inTurnOf, keepReference, type ReferenceDeps, roleOf } from '../tasks/read-references.ts'

export type Prepared = {
  references: Reference[]
  effective: EffectiveParameters
  warnings: string[]
  /** Pictures fetched now; their records are stored together with the change. */
  files: FileRecord[]
}

/** Fetches the pictures that a task names by URL, and decides what was left open until they were seen. */
export async function prepareTask(
  deps: ReferenceDeps,
  task: Task,
  model: Model,
  signal: AbortSignal,
): Promise<Prepared> {
  const files: FileRecord[] = []
  try {
    const references: Reference[] = []
    for (const [position, reference] of task.references.entries()) {
      if (reference.from === 'file') {
        references.push(reference)
        continue
      }
      const read = await fetchReference(inTurnOf(deps, task.keyId), reference, signal)
      const kept = await keepReference(deps, read, { taskId: task.id, keyId: task.keyId, position })
      files.push(kept.record)
      references.push({ ...kept.reference, ...roleOf(reference) })
    }
    await checkSizes(deps, task, files)
    if (task.effective !== null) return { references, effective: task.effective, warnings: task.warnings, files }
    const first = files.find(({ position }) => position === 0)
    const asked = requestOf(task)
    const { parameters, warnings } = decideParameters(model, asked, first === undefined ? undefined : factsOf(first))
    // Warnings about an unknown shape give way to what is known now; the others concern the request.
    const { warnings: guessed } = decideParameters(model, asked)
    const kept = task.warnings.filter((warning) => !guessed.includes(warning))
    return { references, effective: parameters, warnings: [...kept, ...warnings], files }
  } catch (error) {
    await Promise.all(files.map(({ id }) => deps.files.remove(id)))
    throw error
  }
}

/** A picture fetched only now is compared with its mask only now. */
async function checkSizes({ store }: ReferenceDeps, task: Task, fetched: readonly FileRecord[]): Promise<void> {
  if (fetched.length === 0 || !task.references.some(({ role }) => role === 'mask')) return
  const all = [...(await store.files.ofTask(task.id)), ...fetched]
  checkMask(
    task.references.map((reference, place) => {
      const record = all.find(({ role, position }) => role === 'reference' && position === place)
      return { ...roleOf(reference), facts: record === undefined ? undefined : factsOf(record) }
    }),
  )
}

type PictureDeps = {
  store: { files: Pick<Store['files'], 'ofTask'> }
  files: Files
  images: Images
  /** Writes masks in the form that engines want, and the first frames of animations; absent if no engine takes either. */
  convertPicture?: ConvertPicture
}

/** Hands a task's pictures to an engine, which reads them only when it needs them. */
export async function engineReferences(deps: PictureDeps, task: Task, model: Model): Promise<EngineReference[]> {
  // Queried at every start and every poll: most tasks have none.
  if (task.references.length === 0) return []
  const records = await deps.store.files.ofTask(task.id)
  return records
    .filter(({ role }) => role === 'reference')
    .map((record) => {
      const whole = (): Promise<Uint8Array> => readAll(deps.files, record.id)
      const named = task.references[record.position]?.role
      return {
        ...factsOf(record),
        ...(record.mediaType === 'image/gif' ? { mediaType: 'image/png', extension: 'png' } : {}),
        role: named ?? roleAt(model, record.position),
        ...(named === undefined ? {} : { named }),
        bytes: async () => stillOf(deps, { record, bytes: await whole() }),
        mask: async (mask) => written(deps, { record, bytes: await whole() }, { format: 'png', quality: null, mask }),
        pixels: async (maxSide) => deps.images.decode(await whole(), maxSide, task.keyId),
      }
    })
}

type WholePicture = { record: FileRecord; bytes: Uint8Array }

/** Of an animation, only the first frame was checked and moderated. It is a PNG, or a WebP if the animation is one. */
async function stillOf(deps: PictureDeps, whole: WholePicture): Promise<Uint8Array> {
  if (!isAnimation(whole.bytes)) return whole.bytes
  const isWebp = whole.record.mediaType === 'image/webp'
  return written(deps, whole, isWebp ? { format: 'webp', quality: 100 } : { format: 'png', quality: null })
}

async function written(
  { convertPicture }: PictureDeps,
  { record, bytes }: WholePicture,
  form: PictureForm,
): Promise<Uint8Array> {
  if (convertPicture === undefined) throw new Error('this process has no converter for pictures')
  const { width, height } = factsOf(record)
  return convertPicture({ bytes, width, height }, form, record.keyId)
}

/** The storage does not give a reference now. Engines read references before they send a start. */
export class UnreadReference extends AppError {}

async function readAll(files: Files, id: string): Promise<Uint8Array> {
  let chunks: Uint8Array[] | undefined
  try {
    chunks = await (await files.open(id))?.toArray()
  } catch (cause) {
    throw new UnreadReference('storage_unavailable', 'The file storage currently cannot be read.', { cause })
  }
  if (chunks === undefined) throw new Error(`the bytes of reference ${id} are missing`)
  return Buffer.concat(chunks)
}

function factsOf(record: FileRecord): ImageFacts {
  const { mediaType, extension, width, height } = record
  return { mediaType, extension, width: width ?? 1, height: height ?? 1 }
}
