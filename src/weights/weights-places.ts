import { join } from 'node:path'

/** Where everything of the model store lies. The folder can be copied to another machine as it is. */
export type WeightsPlaces = {
  readonly root: string
  readonly blobs: string
  readonly partials: string
  readonly manifests: string
  /** What is being added: one file a model, with what it needs. */
  readonly pending: string
  readonly locks: string
}

const DIGEST = /^[0-9a-f]{64}$/

export function weightsPlaces(root: string): WeightsPlaces {
  const inside = (name: string): string => join(root, name)
  return {
    root,
    blobs: inside('blobs'),
    partials: inside('partials'),
    manifests: inside('manifests'),
    pending: inside('pending'),
    locks: inside('locks'),
  }
}

/** The name of a blob: its digest. Anything else in the folder is not ours. */
export function blobName(sha256: string): string {
  if (!DIGEST.test(sha256)) throw new Error(`not a SHA-256 digest: ${sha256}`)
  return `sha256-${sha256}`
}

export function blobPath({ blobs }: Pick<WeightsPlaces, 'blobs'>, sha256: string): string {
  return join(blobs, blobName(sha256))
}

/** The digest in the name of a blob; undefined for any other name. */
export function digestOf(name: string): string | undefined {
  const digest = name.startsWith('sha256-') ? name.slice('sha256-'.length) : ''
  return DIGEST.test(digest) ? digest : undefined
}
