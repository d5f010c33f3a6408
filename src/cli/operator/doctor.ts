import { access, constants, lstat, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readModels } from '../../compose/catalog.ts'
import { checkEngines, type Finding } from '../../compose/check-engines.ts'
import { checkCredentials } from '../../compose/credentials.ts'
import { storedFiles } from '../../compose/files.ts'
import { checkSignIn } from '../../compose/sign-in.ts'
import { ConfigError, processEnvironment, readConfig, type Config } from '../../config.ts'
import { hasRetired, type Model, retirementNotice } from '../../core/tasks/model.ts'
import { systemClock } from '../../runtime/system.ts'
import { lookAtReplica, lookAtSchema, openStore } from '../../store/open-store.ts'
import type { ReportProblem } from '../../weights/installed-models.ts'
import type { Given } from '../command.ts'

const MIB = 2 ** 20
// Room for one clip of the largest usual size and for the growth of the database.
const LEAST_FREE_BYTES = 512 * MIB

/** Checks everything that the service needs and says what is wrong; exits with 1 if something is. */
export async function doctorCommand(given: Given): Promise<number> {
  const report = given.flag('json') === true ? reportJson : reportWords
  const findings: Finding[] = []
  let config: Config
  try {
    config = readConfig(processEnvironment())
    findings.push({ ok: true, what: 'settings', detail: 'valid' })
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return report([{ ok: false, what: 'settings', detail: error.message }])
  }
  findings.push(await checkDisk(config), await checkDatabase(config), ...(await checkReplica(config)))
  findings.push(await checkFiles(config))
  findings.push(...(await checkCredentials(config.credentials, systemClock.now())))
  findings.push(...(await checkSignIn(config.signIn?.oidc, systemClock)))
  findings.push(...(await checkModels(config)))
  return report(findings)
}

function freeInWords(bytes: number): string {
  const mib = Math.floor(bytes / MIB)
  return mib < 1024 ? `${mib} MiB` : `${Math.floor(mib / 1024)} GiB`
}

async function checkDisk({ dataDir }: Config): Promise<Finding> {
  try {
    const folder = await nearestFolder(dataDir)
    const isThere = folder === dataDir
    if (isThere) await tryWrite(folder)
    else await access(folder, constants.W_OK)
    const { bavail, bsize } = await statfs(folder)
    const free = bavail * bsize
    const found = isThere ? 'is writable' : `does not exist yet; ${folder} is writable, so it can be created there`
    const detail = `${dataDir} ${found}, ${freeInWords(free)} free`
    return { ok: free >= LEAST_FREE_BYTES, what: 'disk', detail }
  } catch (error) {
    return { ok: false, what: 'disk', detail: `${dataDir} cannot be written: ${reason(error)}` }
  }
}

/** The folder, or the nearest one above it that exists. */
async function nearestFolder(folder: string): Promise<string> {
  try {
    await stat(folder)
    return folder
  } catch (error) {
    const above = dirname(folder)
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    // A link to a disk that is not mounted is there, and nothing can be created in its place.
    const isLink = await lstat(folder).then(
      () => true,
      () => false,
    )
    if (!isMissing || isLink || above === folder) throw error
    return nearestFolder(above)
  }
}

async function tryWrite(folder: string): Promise<void> {
  const probe = join(folder, '.doctor')
  await writeFile(probe, 'x')
  await rm(probe)
}

/** Migrations cannot be undone, so it is not the doctor who runs them. */
async function checkDatabase({ dataDir, databaseUrl }: Config): Promise<Finding> {
  const what = 'database'
  const place = { dataDir, url: databaseUrl?.reveal() }
  const kind = databaseUrl === undefined ? 'SQLite' : 'PostgreSQL'
  try {
    const { applied, pending } = await lookAtSchema(place)
    if (applied === 0) return { ok: true, what, detail: `nothing in ${kind} yet; the first start creates the tables` }
    if (pending > 0) {
      const detail = `${kind} opens; pending migrations: ${pending}. Make a backup, then run mediagen migrate or start the service`
      return { ok: true, isWarning: true, what, detail }
    }
    const store = await openStore({ ...place, migrates: false })
    const keys = await store.keys.list()
    await store.close()
    return { ok: true, what, detail: `${kind} opens; API keys: ${keys.length}` }
  } catch (error) {
    return { ok: false, what, detail: reason(error) }
  }
}

type ReplicaFault = NonNullable<Awaited<ReturnType<typeof lookAtReplica>>>
const REPLICA_FAULTS: Readonly<Record<ReplicaFault, string>> = {
  behind: 'is behind the primary, so the primary serves its reads',
  away: 'is not responding, so the primary serves its reads',
  detached:
    'no longer follows the primary, so the primary serves its reads. Make it a standby again, or remove DATABASE_READ_URL',
  foreign: 'is not a replica of the database in DATABASE_URL, so the service does not start',
}

async function checkReplica({ databaseUrl, databaseReadUrl }: Config): Promise<Finding[]> {
  if (databaseUrl === undefined || databaseReadUrl === undefined) return []
  const what = 'replica'
  try {
    const fault = await lookAtReplica(databaseUrl.reveal(), databaseReadUrl.reveal())
    if (fault === undefined) return [{ ok: true, what, detail: 'is up to date with the primary' }]
    return [{ ok: fault === 'behind', isWarning: true, what, detail: REPLICA_FAULTS[fault] }]
  } catch (error) {
    return [{ ok: false, what, detail: reason(error) }]
  }
}

/** Lists the first name in the bucket: that needs a server, a bucket and valid credentials. */
async function checkFiles(config: Config): Promise<Finding> {
  const where = config.s3 === undefined ? 'in the data folder' : `in the bucket ${config.s3.bucket}`
  try {
    for await (const _ of await storedFiles(config)) break
    return { ok: true, what: 'files', detail: `stored ${where}` }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return { ok: false, what: 'files', detail: `${where}: ${reason(cause)}` }
  }
}

async function checkModels(config: Config): Promise<Finding[]> {
  try {
    const gone: Finding[] = []
    const report: ReportProblem = ({ id, why }) => void gone.push({ ok: false, what: `local model ${id}`, detail: why })
    const { all, file, providers } = await readModels(config, { report })
    const now = systemClock.now()
    const offered = all.filter((model) => !hasRetired(model, now))
    const detail = `${offeredInWords(offered)}${file === undefined ? '' : `, by ${file}`}${waitingInWords(providers, now)}`
    return [{ ok: true, what: 'models', detail }, ...gone, ...retirements(all, now), ...(await checkEngines(config))]
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [{ ok: false, what: 'models', detail: error.message }]
  }
}

// Nobody reads a line with more names.
const MOST_NAMES = 6

function offeredInWords(models: readonly Model[]): string {
  return `${models.length} offered${models.length === 0 ? '' : ` (${firstOf(models.map(({ id }) => id))})`}`
}

/** The ready-made models of providers whose key is not set. */
function waitingInWords(providers: Awaited<ReturnType<typeof readModels>>['providers'], now: number): string {
  const waiting = providers.filter(({ isOn }) => !isOn)
  const count = waiting.flatMap(({ models }) => models.filter((model) => !hasRetired(model, now))).length
  const names = firstOf(waiting.map(({ name }) => name))
  return count === 0 ? '' : `; ${count} more need a provider key (${names}): see docs/models.md`
}

function firstOf(all: readonly string[]): string {
  const names = [...new Set(all)]
  const more = names.length - MOST_NAMES
  return `${names.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/**
 * Models that will be shut down soon, and aliases that lead nowhere; models that nobody can use any more are no news.
 */
function retirements(models: readonly Model[], now: number): Finding[] {
  return models.flatMap((model) => {
    const { id, aliases = [] } = model
    const notice = retirementNotice(model, now)
    if (notice === undefined || (hasRetired(model, now) && aliases.length === 0)) return []
    const names = aliases.length === 0 ? '' : ` Aliases that point to it: ${aliases.join(', ')}.`
    return [{ ok: true, isWarning: true, what: `model ${id}`, detail: `${notice}${names}` }]
  })
}

function reportJson(findings: readonly Finding[]): number {
  const ok = findings.every((finding) => finding.ok)
  process.stdout.write(`${JSON.stringify({ ok, findings }, null, 2)}\n`)
  return ok ? 0 : 1
}

function reportWords(findings: readonly Finding[]): number {
  for (const finding of findings) process.stdout.write(`${wordOf(finding)}  ${finding.what}: ${finding.detail}\n`)
  const bad = findings.filter(({ ok }) => !ok).length
  process.stdout.write(bad === 0 ? '\nAll checks passed.\n' : `\n${bad} of ${findings.length} checks failed.\n`)
  return bad === 0 ? 0 : 1
}

function wordOf({ ok, isWarning }: Finding): string {
  if (!ok) return 'FAIL'
  return isWarning === true ? 'WARN' : 'ok  '
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
