// npm run bench:capacity — what each operation costs every process that takes part: the api, the worker and PostgreSQL, by
// the time they spent on a core, with the bytes of log and disk. Linux only: it reads /proc.
//   npm run bench:capacity -- --scale 2 --save bench/capacity.json
// `npm run simulate` reads the saved figures.
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { startPostgres } from '../test/support/postgres.ts'
import { measureHttp, type HttpCosts } from './capacity-http.ts'
import { measureStore, type StoreCosts } from './capacity-store.ts'

/** All that one run has measured. */
export type Capacity = { at: string; cores: number; store: StoreCosts; http: HttpCosts }

if (import.meta.main) {
  const { values } = parseArgs({ options: { scale: { type: 'string', default: '1' }, save: { type: 'string' } } })
  const scale = Number(values.scale)
  // As it comes, durable; it only tells how long its log takes to reach the disk.
  const server = await startPostgres(['track_wal_io_timing=on'])
  try {
    const store = await measureStore(await server.newDatabase(), scale)
    const http = await measureHttp(await server.newDatabase(), scale)
    const capacity: Capacity = { at: new Date().toISOString().slice(0, 10), cores: availableParallelism(), store, http }
    show(capacity)
    if (values.save !== undefined) writeFileSync(values.save, `${JSON.stringify(capacity, null, 2)}\n`)
  } finally {
    await server.stop()
  }
}

function show({ store, http }: Capacity): void {
  console.log('store operations; "20" after a name: so many come together. CPU per single one, in µs')
  console.table(store.operations)
  console.log('inserts by callers; claim and finish by workers')
  console.table(store.inserts)
  console.table(store.lives)
  console.log('real processes over HTTP; CPU per request or task, in µs')
  console.table(http.points)
  console.log(
    'a notification:',
    store.bell,
    'log to disk, µs:',
    store.flushUs,
    http.flushUs,
    'autovacuum a task, µs:',
    http.vacuumUs,
  )
  console.log('while idle, a second:', http.idle)
  console.log('connections:', http.connections)
  console.log('bytes on disk a task:', http.bytesPerTask)
}
