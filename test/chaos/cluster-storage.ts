import { join } from 'node:path'
import { Client, types } from 'pg'
import { localFiles } from '../../src/files/local.ts'
import type { S3Options } from '../../src/files/s3-client.ts'
import { s3Files } from '../../src/files/s3.ts'
import type { Files } from '../../src/ports/files.ts'
import { systemRandom } from '../../src/runtime/system.ts'
import { postgresStore } from '../../src/store/postgres/store.ts'
import { bucketSettings } from '../support/s3-server.ts'
import { LEFT, ROWS, spooledIn, type Rows, type Storage } from './storage.ts'

export type Bucket = S3Options & { endpoint: string; credentials: { accessKeyId: string; secretAccessKey: string } }

export type ClusterPlace = {
  /** The database itself, with nothing between. */
  url: string
  dataDir: string
  /** Without one, all processes share the data folder. */
  bucket: Bucket | undefined
  /** The names of the processes, which name their own data folders where there is a bucket. */
  names: readonly string[]
}

/** PostgreSQL, and bytes in a bucket or in a folder that all processes see. */
export function clusterStorage(place: ClusterPlace): Storage {
  const { url, bucket } = place
  const folders = bucket === undefined ? [place.dataDir] : place.names.map((name) => ownFolder(place, name))
  return {
    env: bucket === undefined ? {} : bucketSettings(bucket),
    left: async () => Number((await ask<{ count: number }>(url, LEFT))[0]?.count),
    rows: async (): Promise<Rows> => ({
      tasks: await ask(url, ROWS.tasks),
      files: await ask(url, ROWS.files),
      deliveries: await ask(url, ROWS.deliveries),
      usage: await ask(url, ROWS.usage),
      events: await ask(url, ROWS.events),
      stops: await ask(url, ROWS.stops),
    }),
    openStore: () => postgresStore({ url }),
    openFiles: () =>
      Promise.all(
        folders.map((folder): Promise<Files> =>
          bucket === undefined ? localFiles(folder, systemRandom) : s3Files(bucket, folder, systemRandom),
        ),
      ),
    spooled: () => spooledIn(folders),
  }
}

/** The data folder of one process. */
export function ownFolder({ dataDir, bucket }: Pick<ClusterPlace, 'dataDir' | 'bucket'>, name: string): string {
  return bucket === undefined ? dataDir : join(dataDir, name)
}

/** Asks the database over a connection of its own: it may have been cut off, or restarted, since the last question. */
export async function ask<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url, application_name: 'driver' })
  // All of ours are small enough to be numbers.
  client.setTypeParser(types.builtins.INT8, Number)
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}
