// Requests that are made from the service's own document, against SQLite in a folder of its own, or against DATABASE_URL.
// Values fit, nearly fit or do not; every answer must be described, none may be a 5xx, and errors have our form.
//   npm run fuzz -- --requests 20000 --seed 7
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fuzz } from './fuzz-run.ts'
import { endProcess, startServiceProcess } from './service-process.ts'

const { values } = parseArgs({ options: { requests: { type: 'string', default: '20000' }, seed: { type: 'string' } } })
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 32))
const count = Number(values.requests)
const database = process.env['DATABASE_URL']
const dataDir = await mkdtemp(join(tmpdir(), 'mediagen-fuzz-'))
console.log(`seed ${seed}, ${count} requests, ${database === undefined ? 'SQLite' : 'DATABASE_URL'}`)
const apiKey = 'key-of-the-fuzzer'
const env = database === undefined ? {} : { DATABASE_URL: database }
const service = await startServiceProcess({ dataDir, apiKey, env })
try {
  const { statuses, faults } = await fuzz(service.url, apiKey, { count, seed })
  console.table(Object.fromEntries([...statuses].toSorted(([a], [b]) => a - b)))
  for (const fault of faults.slice(0, 20)) console.log(fault)
  console.log(`${faults.length} faults`)
  process.exitCode = faults.length === 0 ? 0 : 1
} finally {
  await endProcess(service.child, 'SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
}
