import { stat } from 'node:fs/promises'
import type { AvailableModel, InstalledModel } from '../ports/local-models.ts'
import { planAdd, type WeightsDeps } from './add-model.ts'
import { CURATED } from './curated.ts'
import { isRunnable } from './families.ts'
import { readManifests, type ReportProblem } from './installed-models.ts'
import { pathOfFile } from './manifest.ts'
import { orderOf } from './model-order.ts'

/** The curated list, with what of each model is on this disk already. */
export async function availableModels(deps: WeightsDeps): Promise<AvailableModel[]> {
  const installed = new Set((await readManifests(deps.places.root)).map(({ id }) => id))
  return Promise.all(
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
        isRunnable: isRunnable(model),
      }
    }),
  )
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
