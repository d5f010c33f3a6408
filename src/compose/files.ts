import type { Config, S3Config } from '../config.ts'
import { folderContents, localFiles } from '../files/local.ts'
import type { Files, FileSigner, KeptBytes } from '../ports/files.ts'
import type { Clock, Random } from '../ports/runtime.ts'

/** Opens the file storage: a local folder, or a bucket if one is set. */
export async function openFiles({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>, random: Random): Promise<Files> {
  if (s3 === undefined) return localFiles(dataDir, random)
  // Loaded only if it is used: the client is large.
  const { s3Files } = await import('../files/s3.ts')
  return s3Files({ ...s3, credentials: credentialsOf(s3) }, dataDir, random)
}

/** What the file storage has. Creates no folder. */
export async function storedFiles({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): Promise<AsyncIterable<KeptBytes>> {
  if (s3 === undefined) return folderContents(dataDir)
  const { bucketContents } = await import('../files/s3.ts')
  return bucketContents({ ...s3, credentials: credentialsOf(s3) })
}

/** Signs URLs in a private bucket, if the settings ask for that. */
export async function openSigner(s3: S3Config | undefined, clock: Clock): Promise<FileSigner | undefined> {
  if (s3?.presignSeconds === undefined) return undefined
  const { s3Signer } = await import('../files/s3-sign.ts')
  return s3Signer({ ...s3, credentials: credentialsOf(s3), seconds: s3.presignSeconds }, clock)
}

function credentialsOf({ accessKeyId, secretAccessKey }: S3Config) {
  const isGiven = accessKeyId !== undefined && secretAccessKey !== undefined
  return isGiven ? { accessKeyId, secretAccessKey: secretAccessKey.reveal() } : undefined
}
