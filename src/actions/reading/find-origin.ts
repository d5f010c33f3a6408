import { AppError } from '../../core/errors.ts'
import { sniffMediaType } from '../../core/files/media-type.ts'
import { hashDifferences, LOOK_SIDE, MOST_DIFFERENCES, pictureHash } from '../../core/files/picture-hash.ts'
import type { BroughtCredentials, Credentials } from '../../ports/marking.ts'
import type { Files, Spooled } from '../../ports/files.ts'
import type { Images } from '../../ports/images.ts'
import type { Store } from '../../ports/store.ts'
import type { FileOrigin } from '../../ports/store/file-records.ts'

export type FindOriginDeps = {
  store: Pick<Store, 'files'>
  files: Files
  images: Images
  limits: { maxImageBytes: number; maxImagePixels: number }
  bytesAt: (path: string) => Promise<Uint8Array>
  /** Reads what a file says about itself; absent if this process cannot. */
  credentials?: Pick<Credentials, 'check'> | undefined
}

/** Where a file came from, and how it was recognised: by its bytes, or by its looks. */
export type FoundOrigin = { origin: FileOrigin; match: 'exact' | 'similar' }

/** What is known about a file: its origin, and what it says about itself. */
export type KnownFile = { found: FoundOrigin | undefined; credentials: BroughtCredentials | null }

/** Looks for a result with these bytes, or one that looks like this picture. The file is not stored. */
export async function findOrigin(
  deps: FindOriginDeps,
  source: AsyncIterable<Uint8Array>,
  asker: string,
): Promise<KnownFile> {
  const { maxImageBytes } = deps.limits
  const spooled = await deps.files.spool(source, { maxBytes: maxImageBytes, tooLarge: 'payload_too_large' })
  try {
    const found = await originOf(deps, spooled, asker)
    const { path, bytes } = spooled
    const mediaType = sniffMediaType(spooled.head)?.mediaType ?? ''
    return { found, credentials: (await deps.credentials?.check?.({ path, mediaType, bytes }, asker)) ?? null }
  } finally {
    await spooled.discard()
  }
}

async function originOf(deps: FindOriginDeps, spooled: Spooled, asker: string): Promise<FoundOrigin | undefined> {
  const exact = await deps.store.files.originOf(spooled.sha256)
  if (exact !== undefined) return { origin: exact, match: 'exact' }
  const type = sniffMediaType(spooled.head)
  if (type === undefined)
    throw new AppError('invalid_image', 'The body is not a readable picture or clip. Send the file itself.')
  if (type.family !== 'image') return undefined
  await deps.images.inspect(spooled, { maxPixels: deps.limits.maxImagePixels }, asker)
  const pixels = await deps.images.decode(await deps.bytesAt(spooled.path), LOOK_SIDE, asker)
  return await lookAlike(deps, pictureHash(pixels))
}

async function lookAlike({ store }: FindOriginDeps, hash: string | null): Promise<FoundOrigin | undefined> {
  if (hash === null) return undefined
  const near = (await store.files.originsLike(hash))
    .map((each) => ({ ...each, differences: hashDifferences(each.pictureHash, hash) }))
    .filter(({ differences }) => differences <= MOST_DIFFERENCES)
    .toSorted((a, b) => a.differences - b.differences || a.origin.createdAt - b.origin.createdAt)
  return near[0] === undefined ? undefined : { origin: near[0].origin, match: 'similar' }
}
