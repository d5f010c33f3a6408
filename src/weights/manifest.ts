import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type LocalModel, type WeightsRole, WEIGHTS_ROLES } from '../core/local-model.ts'
import { systemDisk } from '../files/disk.ts'
import { durableMove } from '../files/durable-move.ts'
import { diskFull } from './partial-file.ts'
import { blobPath, digestOf, type WeightsPlaces } from './weights-places.ts'

/** A file of an installed model: in the store by its digest, or where its owner keeps it. */
export type InstalledFile = { name: string; bytes: number } & ({ blob: string } | { path: string; modifiedMs: number })

/** What is written down of an installed model. */
export type WeightsManifest = Omit<LocalModel, 'files'> & {
  title: string
  /** The name in the curated list, `hf:…`, or a path. */
  from: string
  addedAt: string
  /** Where its licence asks for it. */
  acceptedLicence?: { licence: string; at: string } | undefined
  files: Readonly<Partial<Record<WeightsRole, InstalledFile>>>
}

// Also the name of a file: nothing in it may lead elsewhere.
const ID = /^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/

/** Tells whether a model may be called this. */
export function isModelId(id: string): boolean {
  return ID.test(id) && !id.includes('..')
}

export function manifestPath({ manifests }: WeightsPlaces, id: string): string {
  if (!isModelId(id)) throw new Error(`not the name of a model: ${id}`)
  return join(manifests, `${id}.json`)
}

/** Writes JSON so that a reader sees the old or the new, also after a power cut. */
export async function writeJson(path: string, value: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const temporary = `${path}.${randomUUID()}.tmp`
  try {
    await writeFile(temporary, `${JSON.stringify(value, null, 2)}\n`)
    await durableMove(systemDisk, dirname(path))(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? diskFull(error) : error
  }
}

/** Reads a manifest that anybody may have edited; throws a sentence about what is wrong with it. */
export function parseManifest(text: string, id: string): WeightsManifest {
  const value = JSON.parse(text) as Partial<WeightsManifest> | null
  const expect = (isRight: boolean, what: string): void => {
    if (!isRight) throw new Error(`its ${what} cannot be used`)
  }
  expect(typeof value === 'object' && value !== null, 'content')
  const manifest = value as WeightsManifest
  expect(manifest.id === id && isModelId(id), 'id')
  expect(['image', 'video'].includes(manifest.kind), 'kind')
  expect(['generate', 'upscale', 'cutout', 'moderate'].includes(manifest.does), 'does')
  expect(['bare', 'sd-server', 'onnx'].includes(manifest.driver), 'driver')
  expect(typeof manifest.family === 'string' && typeof manifest.licence === 'string', 'family or licence')
  expect(Array.isArray(manifest.sizes) && manifest.sizes.every((size) => /^\d{1,5}x\d{1,5}$/.test(size)), 'sizes')
  expect(typeof manifest.defaults === 'object' && manifest.defaults !== null, 'defaults')
  expect(typeof manifest.files === 'object' && Object.keys(manifest.files ?? {}).length > 0, 'files')
  for (const [role, file] of Object.entries(manifest.files))
    expect((WEIGHTS_ROLES as readonly string[]).includes(role) && isFile(file), `file '${role}'`)
  return manifest
}

function isFile(file: InstalledFile): boolean {
  if (typeof file !== 'object' || file === null || typeof file.name !== 'string') return false
  return 'blob' in file ? digestOf(file.blob) !== undefined : typeof file.path === 'string'
}

/** Where a file of an installed model lies. */
export function pathOfFile(places: WeightsPlaces, file: InstalledFile): string {
  return 'blob' in file ? blobPath(places, digestOf(file.blob) ?? '') : file.path
}
