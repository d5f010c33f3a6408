import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { AppError } from '../core/errors.ts'
import { systemDisk, whileHeld } from '../files/disk.ts'
import { digestOfFile, inStore, type WeightsDeps } from './add-model.ts'
import { partialPath } from './download-file.ts'
import { readManifests } from './installed-models.ts'
import { manifestPath, pathOfFile, type InstalledFile, type WeightsManifest } from './manifest.ts'
import { lockOfModel, readPending, removePending } from './pending-models.ts'
import { isLocked } from './weights-lock.ts'
import { digestOf, type WeightsPlaces } from './weights-places.ts'

type StoreDeps = Pick<WeightsDeps, 'places' | 'clock'>

/** Removes a model, and the files in the store that no other model needs. Files that were only referred to stay. */
export async function removeModel(deps: StoreDeps, id: string): Promise<{ freedBytes: number }> {
  const { places } = deps
  return inStore(deps, async () => {
    const models = await readManifests(places.root)
    const found = models.find((model) => model.id === id)
    const pending = (await readPending(places)).some((each) => each.id === id)
    if (found === undefined && !pending) throw noSuchModel(id, models)
    if (isLocked(places.locks, lockOfModel(id)))
      throw new AppError('invalid_parameter', `'${id}' is currently being added. Stop that first.`)
    if (found !== undefined) await rm(manifestPath(places, id), { force: true })
    await removePending(places, id)
    const needed = await neededNames(deps)
    const own = Object.values(found?.files ?? {}).flatMap((file) => ('blob' in file ? [file.blob] : []))
    return { freedBytes: await sweep(places.blobs, (name) => own.includes(name) && !needed.has(name)) }
  })
}

/** Removes what no model needs: blobs of removed models, partial downloads that nobody is at, files with a wrong digest. */
export async function pruneStore(deps: StoreDeps): Promise<{ freedBytes: number }> {
  const { places } = deps
  return inStore(deps, async () => {
    for (const { id } of await readPending(places))
      if (!isLocked(places.locks, lockOfModel(id))) await removePending(places, id)
    const needed = await neededNames(deps)
    const blobs = await sweep(places.blobs, (name) => digestOf(name) !== undefined && !needed.has(name))
    const partials = await sweep(places.partials, (name) => !needed.has(name.replace(/\.json$/, '')))
    return { freedBytes: blobs + partials }
  })
}

/** Names of blobs and partial files that a model has, or that one is being added from. */
async function neededNames({ places }: StoreDeps): Promise<ReadonlySet<string>> {
  const files = (await readManifests(places.root)).flatMap((model) => Object.values(model.files))
  const pending = await readPending(places)
  const fetching = pending.flatMap((each) => each.files)
  return new Set([
    ...files.flatMap((file) => ('blob' in file ? [file.blob] : [])),
    ...fetching.flatMap((file) => [`sha256-${file.sha256}`, basename(partialPath(places, file))]),
    ...pending.flatMap(({ keeps = [] }) => keeps),
  ])
}

async function sweep(folder: string, isWaste: (name: string) => boolean): Promise<number> {
  let freed = 0
  for (const name of (await readdir(folder).catch(() => [])).filter(isWaste)) {
    const path = join(folder, name)
    const { size } = await stat(path)
    await whileHeld(systemDisk, () => systemDisk.remove(path))
    freed += size
  }
  return freed
}

/** What became of one file of a model. */
export type VerifiedFile = {
  model: string
  role: string
  name: string
  state: 'ok' | 'missing' | 'damaged' | 'changed'
}

type Verifying = { ids?: readonly string[]; onFile?: (name: string, bytes: number, total: number) => void }

/** Reads every file in the store again and compares its digest; a file elsewhere must have kept its size and time. */
export async function verifyModels(deps: StoreDeps, { ids, onFile = () => {} }: Verifying): Promise<VerifiedFile[]> {
  const all = await readManifests(deps.places.root)
  const unknown = ids?.find((id) => !all.some((model) => model.id === id))
  if (unknown !== undefined) throw noSuchModel(unknown, all)
  // Shared files are read once.
  const known = new Map<string, Promise<VerifiedFile['state']>>()
  const verified: VerifiedFile[] = []
  for (const model of all.filter(({ id }) => ids === undefined || ids.includes(id)))
    for (const [role, file] of Object.entries(model.files)) {
      const path = pathOfFile(deps.places, file)
      const state = known.get(path) ?? stateOf(deps.places, path, file, (bytes) => onFile(file.name, bytes, file.bytes))
      known.set(path, state)
      verified.push({ model: model.id, role, name: file.name, state: await state })
    }
  return verified
}

async function stateOf(
  places: WeightsPlaces,
  path: string,
  file: InstalledFile,
  onHashed: (bytes: number) => void,
): Promise<VerifiedFile['state']> {
  if ('blob' in file) {
    const digest = await digestOfFile(path, onHashed)
    if (digest === undefined) return 'missing'
    if (`sha256-${digest}` === file.blob) return 'ok'
    // Out of the way, so that adding the model once more fetches it.
    await mkdir(places.partials, { recursive: true })
    await rename(path, join(places.partials, `${file.blob}.damaged`))
    return 'damaged'
  }
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) return 'missing'
  return found.size === file.bytes && found.mtimeMs === file.modifiedMs ? 'ok' : 'changed'
}

function noSuchModel(id: string, models: readonly WeightsManifest[]): AppError {
  const names = models.map((model) => model.id).join(', ')
  const there =
    names === ''
      ? "None are installed yet; 'mediagen models available' lists those you can add."
      : `Installed: ${names}.`
  return new AppError('local_model_not_found', `There is no local model '${id}'. ${there}`)
}
