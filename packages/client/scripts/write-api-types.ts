// Writes src/api-types.ts from what the service says of itself: npm run types -w @mediagen/client
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startService } from '../../../src/compose/service.ts'
import { readConfig } from '../../../src/config.ts'
import { apiTypes, type ApiDocument } from './api-types.ts'

const folder = await mkdtemp(join(tmpdir(), 'mediagen-types-'))
const service = await startService(readConfig({ PORT: '0', MEDIAGEN_DATA_DIR: folder, MEDIAGEN_LOG_LEVEL: 'warn' }))
try {
  const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as ApiDocument
  await writeFile(resolve(import.meta.dirname, '../src/api-types.ts'), apiTypes(document))
} finally {
  await service.stop()
  await rm(folder, { recursive: true })
}
