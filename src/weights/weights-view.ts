import { stat } from 'node:fs/promises'
import type { ModelMachine } from '../core/local-model.ts'
import type { AvailableModel, InstalledModel, ModelEstimate } from '../ports/local-models.ts'
import { planAdd, type WeightsDeps } from './add-model.ts'
import { CURATED } from './curated.ts'
import { estimateFor, recommendedOf } from './estimate-time.ts'
import { isRunnable, notRunnable } from './families.ts'
import { readManifests, type ReportProblem } from './installed-models.ts'
import { pathOfFile } from './manifest.ts'
import { orderOf, type ModelOrder } from './model-order.ts'

/** The curated list, with what of each model is on this disk already, and what it would take here. */
export async function availableModels(deps: WeightsDeps): Promise<AvailableModel[]> {
  const installed = new Set((await readManifests(deps.places.root)).map(({ id }) => id))
  const machine = await deps.machine()
  const models = await Promise.all(
    CURATED.map(async (model) => {
      const order = orderOf(model, deps.mirrors)
      const { totalBytes, missingBytes } = await planAdd(deps, order)
      const { id, title, about, kind, does, licence, licenceUrl, asksLicence } = model
      return {
        id,
        title,
        about,
        kind,
        does,
        licence,
        licenceUrl,
        asksLicence,
        isPinned: order.isPinned,
        bytes: totalBytes,
        missingBytes,
        memoryBytes: order.memoryBytes,
        isInstalled: installed.has(id),
        isRunnable: isRunnable(model, deps.drivers),
        whyNot: notRunnable(model, deps.drivers),
        estimate: estimateOf(deps, order, { machine, missingBytes }),
      }
    }),
  )
  const recommended = recommendedOf(models, machine, await deps.freeBytes(deps.places.root))
  return models.map((model) => ({ ...model, isRecommended: model.id === recommended }))
}

/** What an order would take on a machine. */
export function estimateOf(
  { drivers }: Pick<WeightsDeps, 'drivers'>,
  order: ModelOrder,
  { machine, missingBytes }: { machine: ModelMachine; missingBytes: number | undefined },
): ModelEstimate {
  const files = order.files.map((file) => ({
    role: file.role,
    name: file.name,
    bytes: 'wanted' in file ? file.wanted.bytes : file.bytes,
  }))
  return estimateFor({ ...order, files }, { machine, missingBytes, isRunnable: isRunnable(order, drivers) })
}

/** The models on this machine, also those of which a file is gone. */
export async function installedModels(
  { places }: Pick<WeightsDeps, 'places'>,
  report?: ReportProblem,
): Promise<InstalledModel[]> {
  return Promise.all(
    (await readManifests(places.root, report)).map(async (manifest) => {
      const { id, title, kind, does, family, driver, from, licence, addedAt } = manifest
      const files = Object.values(manifest.files)
      const paths = files.map((file) => pathOfFile(places, file))
      const there = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)))
      return {
        id,
        title,
        kind,
        does,
        family,
        driver,
        from,
        licence,
        addedAt,
        bytes: files.reduce((sum, file) => sum + file.bytes, 0),
        missing: paths.filter((_path, index) => there[index] === undefined),
      }
    }),
  )
}
