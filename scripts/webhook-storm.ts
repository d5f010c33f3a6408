// Ten thousand tasks with webhooks while the service is killed at random:  npm run storm:webhooks [tasks]
//
// The service is a process of its own that gets SIGKILL half a second to six seconds after each start and is started
// again at once on the same folder. The caller repeats what was not answered under the same Idempotency-Key. At the end
// every task must have been announced at least once, under one id, with one body.
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { endProcess, startServiceProcess, submitVideo, type ServiceProcess } from './service-process.ts'

const TASKS = Number(process.argv[2] ?? 10_000)
const API_KEY = 'key-of-the-storm-of-webhooks'
const IN_FLIGHT = 48
const KILL_AFTER_MS = { least: 500, most: 6_000 }
// One in so many is refused once, so that retries are part of the storm too.
const REFUSE_ONE_IN = 50
const RECEIVERS = 16
// A lease of a killed worker runs 30 s; well past that, nothing more is to be expected.
const PATIENCE_MS = 180_000

type Event = { ids: Set<string>; bodies: Set<string>; times: number; accepted: number }

// Others may need the machine; the service inherits this.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const events = new Map<string, Event>()
let arrivals = 0
let refused = 0
/** Some receivers, so that not everything shares one host's eight attempts at a time. */
const ports = await Promise.all(
  Array.from({ length: RECEIVERS }, async () => {
    const server = createServer((request, reply) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        const body = Buffer.concat(parts)
        const { id } = JSON.parse(body.toString()) as { id: string }
        const event = events.get(id) ?? { ids: new Set(), bodies: new Set(), times: 0, accepted: 0 }
        events.set(id, event)
        event.ids.add(String(request.headers['webhook-id']))
        event.bodies.add(createHash('sha256').update(body).digest('hex'))
        const refuse = event.times++ === 0 && arrivals++ % REFUSE_ONE_IN === 0
        if (refuse) refused++
        else event.accepted++
        reply.writeHead(refuse ? 500 : 204).end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    server.unref()
    return (server.address() as AddressInfo).port
  }),
)

const dataDir = await mkdtemp(join(tmpdir(), 'mediagen-storm-'))
// Most of a start is compiling the same files again.
const env = { NODE_COMPILE_CACHE: join(dataDir, 'compiled') }
let kills = 0
const calm = new AbortController()
let service: ServiceProcess = await startServiceProcess({ dataDir, apiKey: API_KEY, env })
// The same port after each start, so that the caller's connections only break and need no new address.
const port = Number(new URL(service.url).port)
// Callers that knock at a closed door all the time would take the processor from the one who opens it.
let up = Promise.resolve()

async function storm(): Promise<void> {
  while (!calm.signal.aborted) {
    const { least, most } = KILL_AFTER_MS
    await pause(least + Math.random() * (most - least))
    if (calm.signal.aborted) return
    const { promise, resolve } = Promise.withResolvers<void>()
    up = promise
    await endProcess(service.child, 'SIGKILL')
    kills++
    service = await startServiceProcess({ dataDir, apiKey: API_KEY, env, port })
    resolve()
  }
}

/** The id of one task, asked for until the service says it. */
async function accepted(index: number): Promise<string> {
  const webhookUrl = `http://127.0.0.1:${ports[index % RECEIVERS]}/`
  const prompt = index % 10 === 0 ? '[[delay 1s]] [[fail provider_error]]' : '[[fail no_output]]'
  for (;;) {
    await up
    try {
      return await submitVideo({ url: service.url, apiKey: API_KEY, webhookUrl, prompt, idempotencyKey: `s${index}` })
    } catch {
      await pause(20)
    }
  }
}

async function submitAll(): Promise<string[]> {
  const ids: string[] = []
  let next = 0
  const caller = async (): Promise<void> => {
    for (let index = next++; index < TASKS; index = next++) ids[index] = await accepted(index)
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, caller))
  return ids
}

const isReceived = (id: string): boolean => (events.get(id)?.accepted ?? 0) > 0

const begun = performance.now()
try {
  const storming = storm()
  const ids = await submitAll()
  const submittedS = (performance.now() - begun) / 1000
  // The storm goes on until all but the last stragglers are through; those need a quiet service for their leases.
  const until = performance.now() + PATIENCE_MS
  while (ids.filter(isReceived).length < TASKS * 0.98 && performance.now() < until) await pause(500)
  calm.abort()
  await storming
  while (!ids.every(isReceived) && performance.now() < until) await pause(500)
  await endProcess(service.child, 'SIGTERM')
  process.exitCode = report(ids, submittedS) ? 0 : 1
} finally {
  calm.abort()
  await endProcess(service.child, 'SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
}

function report(ids: string[], submittedS: number): boolean {
  const db = new DatabaseSync(join(dataDir, 'mediagen.db'), { readOnly: true })
  const count = (sql: string): number => Number(db.prepare(sql).get()?.['n'])
  const tasks = count('SELECT count(*) n FROM tasks')
  const unended = count('SELECT count(*) n FROM tasks WHERE finished_at IS NULL')
  const unannounced = count(
    'SELECT count(*) n FROM tasks WHERE finished_at IS NOT NULL AND id NOT IN (SELECT task_id FROM deliveries)',
  )
  const undelivered = count(`SELECT count(*) n FROM deliveries WHERE status <> 'delivered'`)
  db.close()
  const all = [...events.values()]
  const missing = ids.filter((id) => !isReceived(id)).length
  const twoIds = all.filter((event) => event.ids.size > 1).length
  const twoBodies = all.filter((event) => event.bodies.size > 1).length
  const again = all.reduce((sum, { accepted: times }) => sum + Math.max(0, times - 1), 0)
  const strangers = [...events.keys()].filter((id) => !ids.includes(id)).length
  console.log(
    `${TASKS} tasks, ${kills} kills, ${submittedS.toFixed(0)} s to submit, ${((performance.now() - begun) / 1000).toFixed(0)} s in all`,
  )
  console.log(`tasks on disk ${tasks}, not ended ${unended}, ended without an announcement ${unannounced}`)
  console.log(`events received ${all.length}, missing ${missing}, of unknown tasks ${strangers}`)
  console.log(`with two ids ${twoIds}, with two bodies ${twoBodies}`)
  console.log(
    `refused once on purpose ${refused}, received more than once after a kill ${again}, open at the end ${undelivered}`,
  )
  const wrong = missing + twoIds + twoBodies + strangers + unended + unannounced + Math.abs(tasks - TASKS)
  console.log(wrong === 0 ? 'every event arrived, under one id' : 'A PROMISE IS BROKEN')
  return wrong === 0
}
