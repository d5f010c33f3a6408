import { Secret } from './core/keys/secret.ts'
import type { Reader } from './environment.ts'

export type S3Config = {
  readonly bucket: string
  readonly endpoint: string | undefined
  readonly region: string
  readonly pathStyle: boolean
  readonly accessKeyId: string | undefined
  readonly secretAccessKey: Secret | undefined
  /** Empty, or with a slash at its end. */
  readonly prefix: string
  readonly publicUrl: string | undefined
  /** How long addresses in answers are good for that are signed for the bucket; undefined signs none. */
  readonly presignSeconds: number | undefined
  /** Where callers reach the service; what is signed names this host. */
  readonly publicEndpoint: string | undefined
}

export type DatabaseSettings = {
  /** PostgreSQL in place of the database in the data folder. May hold a password. */
  readonly databaseUrl: Secret | undefined
  /** A replica of it, for what is only shown. May hold a password. */
  readonly databaseReadUrl: Secret | undefined
}

/** PostgreSQL in place of the database in the data folder, and a replica of it. */
export function readDatabase(read: Reader, problems: string[]): DatabaseSettings {
  const databaseUrl = readDatabaseUrl('DATABASE_URL', read, problems)
  const databaseReadUrl = readDatabaseUrl('DATABASE_READ_URL', read, problems)
  if (databaseUrl === undefined && databaseReadUrl !== undefined)
    problems.push('DATABASE_READ_URL is the replica of a PostgreSQL server, so it requires DATABASE_URL')
  return { databaseUrl, databaseReadUrl }
}

function readDatabaseUrl(
  name: 'DATABASE_URL' | 'DATABASE_READ_URL',
  read: Reader,
  problems: string[],
): Secret | undefined {
  const url = read.text(name)
  if (url === undefined) return undefined
  // Never shown: it may hold a password.
  if (!/^postgres(?:ql)?:$/.test(URL.parse(url)?.protocol ?? ''))
    problems.push(`${name} must be an address such as postgres://user:password@host:5432/mediagen`)
  return new Secret(url)
}

/** A bucket in place of the files in the data folder. */
export function readS3(read: Reader, problems: string[]): S3Config | undefined {
  const bucket = read.text('MEDIAGEN_S3_BUCKET')
  const endpoint = read.url('MEDIAGEN_S3_ENDPOINT')
  const accessKeyId = read.text('MEDIAGEN_S3_ACCESS_KEY_ID')
  const secret = read.text('MEDIAGEN_S3_SECRET_ACCESS_KEY')
  const style = read.choice('MEDIAGEN_S3_PATH_STYLE', 'auto', ['auto', 'on', 'off'])
  const prefix = (read.text('MEDIAGEN_S3_PREFIX') ?? '').replace(/\/*$/, '/').replace(/^\/+/, '')
  if ((accessKeyId === undefined) !== (secret === undefined))
    problems.push('MEDIAGEN_S3_ACCESS_KEY_ID and MEDIAGEN_S3_SECRET_ACCESS_KEY belong together: set both or neither')
  if (!/^[\w./-]*$/.test(prefix)) problems.push('MEDIAGEN_S3_PREFIX may contain only letters, digits and . _ - /')
  const config: Omit<S3Config, 'bucket'> = {
    endpoint,
    region: read.text('MEDIAGEN_S3_REGION') ?? 'us-east-1',
    pathStyle: style === 'auto' ? endpoint !== undefined : style === 'on',
    accessKeyId,
    secretAccessKey: secret === undefined ? undefined : new Secret(secret),
    prefix,
    publicUrl: read.url('MEDIAGEN_S3_PUBLIC_URL'),
    ...readSigning(read, problems),
  }
  if (bucket !== undefined) return Object.freeze({ ...config, bucket })
  if (endpoint ?? accessKeyId ?? config.publicUrl ?? config.presignSeconds ?? config.publicEndpoint)
    problems.push('MEDIAGEN_S3_BUCKET is missing, but other S3 settings are set')
  return undefined
}

function readSigning(read: Reader, problems: string[]): Pick<S3Config, 'presignSeconds' | 'publicEndpoint'> {
  const isOn = read.text('MEDIAGEN_S3_PRESIGN_SECONDS') !== undefined
  // A week is the longest that a signature may last; below a minute, slow callers would come too late.
  const seconds = read.number('MEDIAGEN_S3_PRESIGN_SECONDS', 3600, 60, 7 * 86_400)
  const publicEndpoint = read.url('MEDIAGEN_S3_PUBLIC_ENDPOINT')
  if (isOn && read.text('MEDIAGEN_S3_PUBLIC_URL') !== undefined)
    problems.push(
      'MEDIAGEN_S3_PRESIGN_SECONDS and MEDIAGEN_S3_PUBLIC_URL cannot both be set, because they are two ways to address results',
    )
  if (!isOn && publicEndpoint !== undefined)
    problems.push('MEDIAGEN_S3_PUBLIC_ENDPOINT has no effect without MEDIAGEN_S3_PRESIGN_SECONDS')
  return { presignSeconds: isOn ? seconds : undefined, publicEndpoint }
}

const HOUR_MS = 60 * 60 * 1000
const MIB = 2 ** 20

/** What operators decide about files that are sent once, for later requests. */
export type UploadSettings = {
  readonly uploadMs: number
  /** Of one key. Zero takes none. */
  readonly maxUploadBytes: number
}

export function readUploads(read: Reader): UploadSettings {
  return {
    uploadMs: read.number('MEDIAGEN_UPLOAD_HOURS', 168, 1, 8_760) * HOUR_MS,
    maxUploadBytes: read.number('MEDIAGEN_MAX_UPLOADS_MIB', 1_024, 0, 1_048_576) * MIB,
  }
}
