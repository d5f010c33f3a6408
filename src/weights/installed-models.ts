import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { LocalModel, WeightsRole } from '../core/local-model.ts'
import { isMissing } from '../files/disk.ts'
import type { Clock } from '../ports/runtime.ts'
import { parseManifest, pathOfFile, type WeightsManifest } from './manifest.ts'
import { weightsPlaces } from './weights-places.ts'

/** Hears of a manifest that cannot be used; the others are read all the same. */
export type ReportProblem = (problem: { id: string; why: string }) => void

/** All manifests in the folder of the model store that can be used, by name. */
export async function readManifests(folder: string, report: ReportProblem = () => {}): Promise<WeightsManifest[]> {
  const { manifests } = weightsPlaces(folder)
  const read = await Promise.all(
    (await manifestNames(manifests)).map(async (name) => {
      const id = basename(name, '.json')
      try {
        return [parseManifest(await readFile(join(manifests, name), 'utf8'), id)]
      } catch (error) {
        // Removed at this very moment.
        if (!isMissing(error)) report({ id, why: `models/manifests/${name} is skipped: ${String(error)}` })
        return []
      }
    }),
  )
  return read.flat()
}

/** The models in the folder of the model store whose files are all there, with absolute paths. */
export async function readInstalledModels(folder: string, report: ReportProblem = () => {}): Promise<LocalModel[]> {
  const places = weightsPlaces(folder)
  const models: LocalModel[] = []
  for (const {
    title: _title,
    from: _from,
    addedAt: _at,
    acceptedLicence: _licence,
    files,
    ...model
  } of await readManifests(folder, report)) {
    const paths: Partial<Record<WeightsRole, string>> = {}
    let missing: string | undefined
    for (const [role, file] of Object.entries(files)) {
      const path = pathOfFile(places, file)
      paths[role as WeightsRole] = path
      if (!(await isThere(path))) missing = path
    }
    if (missing === undefined) models.push({ ...model, files: paths })
    else
      report({
        id: model.id,
        why: `the model '${model.id}' is not offered: ${missing} is missing. Put it back, or run 'mediagen models remove ${model.id}'`,
      })
  }
  return models
}

type Following = {
  folder: string
  clock: Clock
  signal: AbortSignal
  onChange: () => void | Promise<void>
  everyMs?: number
}

/**
 * Calls `onChange` after models were added or removed, by whichever process, and after a file of one has vanished or come
 * back. It looks every few seconds: file watchers miss changes on network disks and in containers.
 */
export async function followInstalledModels(following: Following): Promise<void> {
  const { folder, clock, signal, onChange, everyMs = 2_000 } = following
  let before = await signatureOf(folder)
  while (!signal.aborted) {
    await clock.sleep(everyMs, signal, { keepsProcess: false })
    const now = await signatureOf(folder)
    if (signal.aborted || now === before) continue
    before = now
    await onChange()
  }
}

async function signatureOf(folder: string): Promise<string> {
  const places = weightsPlaces(folder)
  const names = (await manifestNames(places.manifests)).map(async (name) => {
    const found = await stat(join(places.manifests, name)).catch(() => undefined)
    return found === undefined ? '' : `${name} ${found.ino} ${found.size} ${found.mtimeMs}`
  })
  // People keep their own weights where they like, on disks that come and go.
  const files = (await readManifests(folder)).flatMap((model) => Object.values(model.files))
  const gone = files.map(async (file) => {
    const path = pathOfFile(places, file)
    return (await isThere(path)) ? '' : `gone ${path}`
  })
  return (await Promise.all([...names, ...gone])).join('\n')
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined
}

async function manifestNames(manifests: string): Promise<string[]> {
  const names = await readdir(manifests).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  return names.filter((name) => name.endsWith('.json')).toSorted()
}
