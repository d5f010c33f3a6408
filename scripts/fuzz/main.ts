// Requests that are made from the service's own documents, and what no HTTP library would send. Values fit, nearly fit or
// do not; every answer must be described and fit its schema, none may be a 5xx, errors have our form, and planted secrets
// must show up nowhere: not in answers, not in the log, not in the database.
//   npm run fuzz -- --requests 20000 --seed 7 --driver sqlite|postgres
import { execFileSync } from 'node:child_process'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../../test/support/postgres.ts'
import { endProcess, startServiceProcess } from '../service-process.ts'
import { canariesIn, canariesInFolder, type Canaries } from './canaries.ts'
import { canariesInDatabase } from './database-canaries.ts'
import { limitedKeys } from './keys.ts'
import { fuzz } from './run.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string' },
    driver: { type: 'string', default: 'sqlite' },
  },
})
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 32))
const count = Number(values.requests)
// Grown by more than this from a warm process to the end, it holds what it should have let go of.
const MOST_GROWTH_MIB = 200

const postgres = values.driver === 'postgres' ? await startPostgres(['fsync=off']) : undefined
const folder = await mkdtemp(join(tmpdir(), 'mediagen-fuzz-'))
const dataDir = join(folder, 'data')
const databaseUrl = (await postgres?.newDatabase())?.replace('://mediagen@', '://mediagen:canary-of-the-database@')
const apiKey = 'canary-of-the-environment-key'
const env: Record<string, string> = {
  MEDIAGEN_AUTOMATIC1111: 'on',
  MEDIAGEN_LOG_LEVEL: 'debug',
  FAL_KEY: 'canary-of-a-provider',
  ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
}
console.log(`seed ${seed}, ${count} requests, ${values.driver}`)
const log = await open(join(folder, 'log'), 'w')
const service = await startServiceProcess({ dataDir, apiKey, env, logFile: log.fd })
const { texts: others, all } = limitedKeys({ ...env, MEDIAGEN_DATA_DIR: dataDir, MEDIAGEN_API_KEY: apiKey })
const secrets: Canaries = {
  'the key of the environment': apiKey,
  'the key of a provider': 'canary-of-a-provider',
  'the password of the database': 'canary-of-the-database',
  ...Object.fromEntries(all.map((text, index) => [`limited key ${index}`, text])),
}

function residentMib(): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(service.pid)], { encoding: 'utf8' })) / 1024
}

try {
  const begun = performance.now()
  let warmMib: number | undefined
  const onProgress = (sent: number): void => {
    const seconds = (performance.now() - begun) / 1000
    if (sent >= count / 4) warmMib ??= residentMib()
    console.log(`${sent} sent, ${Math.round(sent / seconds)}/s, ${Math.round(residentMib())} MiB`)
  }
  const keys = [apiKey, ...others] as const
  const { statuses, faults } = await fuzz(service.url, { keys, count, seed, canaries: secrets, onProgress })
  console.table(Object.fromEntries([...statuses].toSorted(([a], [b]) => a - b)))
  if (service.child.exitCode !== null || service.child.signalCode !== null) faults.push('the process has ended')
  else if (residentMib() - (warmMib ?? residentMib()) > MOST_GROWTH_MIB) faults.push(`it grew to ${residentMib()} MiB`)
  const inLog = canariesIn(await readFile(join(folder, 'log'), 'utf8'), {
    ...secrets,
    'a prompt': 'canary of a prompt',
  })
  faults.push(...inLog.map((name) => `the log holds ${name}`))
  faults.push(...(await canariesInFolder(dataDir, secrets)).map((name) => `on disk: ${name}`))
  if (databaseUrl !== undefined)
    faults.push(...(await canariesInDatabase(databaseUrl, secrets)).map((name) => `in the database: ${name}`))
  for (const fault of faults.slice(0, 20)) console.log(fault)
  console.log(
    `${faults.length} faults in ${count} requests, ${Math.round((count / (performance.now() - begun)) * 1000)}/s`,
  )
  process.exitCode = faults.length === 0 ? 0 : 1
} finally {
  await endProcess(service.child, 'SIGTERM')
  await log.close()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
}
