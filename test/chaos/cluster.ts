import { setTimeout as pause } from 'node:timers/promises'
import { swiftS3 } from '../support/s3-server.ts'
import { openTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { openClusterDatabase, type Standby } from './cluster-database.ts'
import { ask, clusterStorage, ownFolder, type ClusterPlace } from './cluster-storage.ts'
import { tracesIn } from './evidence-paths.ts'
import { gather, type Evidence } from './evidence.ts'
import { openJournal } from './journal.ts'
import { openMember, type Member } from './member.ts'
import { outsideAt } from './outside.ts'
import type { ProcessEnd } from './process-ends.ts'
import { openScene, STILL_LOOKS, type SceneOptions } from './scene.ts'
import { seeded, type Seeded } from './seeded-random.ts'
import type { Waiting } from './server-process.ts'
import type { Orders } from './server-parts.ts'

export type ClusterOptions = Omit<SceneOptions, 'storage'> & {
  apis: number
  workers: number
  /** Bytes in a bucket of a real S3 server; in one folder that all processes see otherwise. */
  s3: boolean
  /** Settings of PostgreSQL. */
  postgres: readonly string[]
  /** A second server that can take the place of the first. */
  standby?: Standby
}

// Five processes take up to eleven connections each, and those of the killed ones linger for a moment.
const ROOM = 'max_connections=200'
// Processes that have loaded the program and wait: most faults end one, and loading takes longer than a fault.
const SPARES = 2
// Beyond every lease and every pause of ours: what has not moved for this long is stranded.
const STRANDED_LOOKS = 1_200
const LOOK_MS = 100

/** A fleet on one PostgreSQL: every process reaches everything, and is reached, through a wire that can be troubled. */
export async function openCluster(options: ClusterOptions) {
  const traces = tracesIn(options.folder)
  const names = [...numbered('api', options.apis), ...numbered('worker', options.workers)]
  const database = await openClusterDatabase([ROOM, ...options.postgres], options.standby)
  const { server: postgres, url } = database
  const bucket = options.s3 ? await (await swiftS3()).newBucket() : undefined
  const place = { url, bucket, dataDir: traces.dataDir, names }
  const scene = await openScene({ ...options, storage: clusterStorage(place) })
  const ends = openJournal<ProcessEnd>(traces.ends)

  const spares: Waiting[] = []
  const hire = (): Waiting => {
    while (spares.length <= SPARES) spares.push(scene.hire())
    return spares.shift() ?? scene.hire()
  }
  const wires: Wires = { 'outside world': await openTcpProxy(() => scene.outside.port) }
  const members: Member[] = []
  for (const name of names) {
    const orders = await ordersFor(name, { ...place, common: scene.orders, wires, databasePort: () => database.port() })
    const member = openMember({ name, orders, hire, ends })
    if (orders.role === 'api') member.front = wires[`callers to ${name}`] = await openTcpProxy(() => member.port())
    members.push(member)
  }
  await Promise.all(members.map((member) => member.start()))

  const apis = members.filter(({ orders }) => orders.role === 'api')
  /** The address of an api process that is there and awake, behind its wire. */
  const apiUrl = async (choices: Seeded): Promise<string> => {
    for (;;) {
      const there = apis.filter((api) => api.port() !== undefined && !api.frozen)
      const chosen = there[choices.between(0, there.length - 1)]
      if (chosen?.front !== undefined) return `http://127.0.0.1:${chosen.front.port}`
      await pause(20)
    }
  }

  return {
    ...scene,
    postgres,
    database,
    url,
    wires,
    members,
    apis,
    workers: members.filter(({ orders }) => orders.role === 'worker'),
    apiUrl,
    callers: (seed: number) => {
      const choices = seeded(seed)
      return scene.clientsOf(() => apiUrl(choices), choices, outsideAt(wires['outside world']?.port ?? 0))
    },
    /** Asks the database itself. */
    ask: <Row extends object>(sql: string) => ask<Row>(url, sql),
    /** Waits until every task has ended, every announcement has come through and every job is stopped, or until nothing moves. */
    async quiet(sendAgain: () => Promise<unknown>): Promise<void> {
      let still = 0
      for (let before = Number.NaN; still < STRANDED_LOOKS;) {
        const left = await scene.left()
        if (left === 0 && still >= STILL_LOOKS) return
        still = left === before ? still + 1 : 0
        before = left
        if (still % 10 === 9) await sendAgain()
        await pause(LOOK_MS)
      }
    },
    /** Ends all processes as an operator would; what is known then is the evidence. */
    async end(): Promise<Evidence> {
      await Promise.all(members.map((member) => member.stop()))
      return gather(traces, scene.storage)
    },
    async close(): Promise<void> {
      await Promise.all(members.map((member) => member.kill()))
      await Promise.all(spares.map((spare) => spare.dismiss()))
      await Promise.all(Object.values(wires).map((wire) => wire.close()))
      await scene.close()
      ends.close()
      await database.stop()
    },
  }
}

type Wires = Record<string, TcpProxy>

type Surroundings = ClusterPlace & { common: Orders; wires: Wires; databasePort: () => number }

/** What a process of this name is told: everything that it reaches lies behind a wire of its own. */
async function ordersFor(name: string, parts: Surroundings): Promise<Orders> {
  const { common, wires, bucket, databasePort } = parts
  const database = (wires[`${name} to database`] = await openTcpProxy(databasePort))
  const address = new URL(parts.url)
  address.port = String(database.port)
  const env: Record<string, string> = {
    ...common.env,
    DATABASE_URL: address.href,
    MEDIAGEN_DATA_DIR: ownFolder(parts, name),
    // Nobody listens there: files are read past the service.
    MEDIAGEN_PUBLIC_URL: 'http://127.0.0.1:9',
  }
  if (bucket !== undefined) {
    const port = Number(new URL(bucket.endpoint).port)
    const wire = (wires[`${name} to bucket`] = await openTcpProxy(() => port))
    env['MEDIAGEN_S3_ENDPOINT'] = `http://127.0.0.1:${wire.port}`
  }
  return { ...common, env, role: name.startsWith('api') ? 'api' : 'worker' }
}

export type Cluster = Awaited<ReturnType<typeof openCluster>>

function numbered(role: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${role}-${index + 1}`)
}
