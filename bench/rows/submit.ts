import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { postJson } from '../harness/http-bytes.ts'
import { loadSide, type Work } from '../harness/load-side.ts'
import { WorkNotDone, type Row, type RowOptions, type Side } from '../harness/row.ts'
import { mainOf, sideProgram, startOurs, startSide, type SideProcess } from '../harness/side-process.ts'
import { countIn, expectCount } from '../harness/verify.ts'
import { ourVersion, versionOf } from '../harness/versions.ts'

const EACH = 'Fastify + durable INSERT'
const SHARED = 'Fastify + INSERTs sharing a commit'
const API = 'mediagen, api role'

/** Submits clips of the sandbox; each must be a row of its own afterwards. */
export function submissions(side: SideProcess, databaseFile: string): Work {
  const request = postJson('/api/ai/videos', { model: 'sandbox', prompt: 'a red fox in a snowy forest at dawn' })
  return {
    request: () => request,
    check({ body }) {
      if (!body.includes('"id":"')) throw new WorkNotDone(`no id: ${body.toString()}`)
    },
    async verify(answered) {
      expectCount('tasks', countIn(join(side.folder, databaseFile), 'SELECT count(*) FROM tasks'), answered)
    },
  }
}

const ours = (name: string, connections: number, { seconds, root }: RowOptions, isFresh = false): Side =>
  loadSide({
    name,
    version: ourVersion(root),
    connections,
    seconds,
    isFresh,
    start: () => startOurs({ role: 'api', main: mainOf(root) }),
    prepare: async (side) => submissions(side, 'mediagen.db'),
  })

const bare = (name: string, connections: number, { seconds }: RowOptions): Side =>
  loadSide({
    name,
    version: versionOf('fastify'),
    connections,
    seconds,
    start: () => startSide({ command: [sideProgram('submit-fastify.ts'), ...(name === SHARED ? ['--shared'] : [])] }),
    prepare: async (side) => submissions(side, 'bare.db'),
  })

// The first clip loads the encoder; a service that has made none in this time does not work at all.
const FIRST_CLIP_WITHIN_MS = 20_000

async function untilSomeMade(databaseFile: string): Promise<void> {
  const until = performance.now() + FIRST_CLIP_WITHIN_MS
  while (countIn(databaseFile, `SELECT count(*) FROM tasks WHERE status = 'success'`) === 0) {
    if (performance.now() > until) throw new WorkNotDone('no task was worked on')
    await pause(50)
  }
}

/** The service that also makes what is submitted. It works on long after a round, so each round has a process of its own. */
const working = (connections: number, { seconds, root }: RowOptions): Side =>
  loadSide({
    name: 'mediagen, all roles',
    version: ourVersion(root),
    connections,
    seconds,
    isFresh: true,
    start: () => startOurs({ role: 'all', main: mainOf(root), signal: 'SIGKILL' }),
    async prepare(side) {
      const work = submissions(side, 'mediagen.db')
      return {
        ...work,
        async verify(answered) {
          await work.verify(answered)
          await untilSomeMade(join(side.folder, 'mediagen.db'))
        },
      }
    },
  })

export const submit1: Row = {
  name: 'submit-1',
  what: 'POST of a clip, 1 caller, api role',
  rounds: 5,
  aims: [{ metric: 'perSecond', against: EACH, atLeast: 0.7 }],
  sides: (options) => [ours('mediagen', 1, options), bare(EACH, 1, options)],
}

export const submit64: Row = {
  name: 'submit-64',
  what: 'POST of a clip, 64 callers, api role',
  rounds: 5,
  aims: [
    { metric: 'perSecond', against: SHARED, atLeast: 0.7 },
    { metric: 'p99Ms', against: SHARED, atMost: 2 },
  ],
  sides: (options) => [ours('mediagen', 64, options), bare(SHARED, 64, options), bare(EACH, 64, options)],
}

const whileWorking = (connections: number): Pick<Row, 'rounds' | 'aims' | 'sides'> => ({
  rounds: 3,
  aims: [
    { metric: 'perSecond', against: API, atLeast: 0.5 },
    { metric: 'p99Ms', atMost: 50 },
  ],
  sides: (options) => [working(connections, options), ours(API, connections, options, true)],
})

export const submitWorking1: Row = {
  name: 'submit-working-1',
  what: 'POST of a clip, 1 caller, while the same process makes them',
  ...whileWorking(1),
}

export const submitWorking64: Row = {
  name: 'submit-working-64',
  what: 'POST of a clip, 64 callers, while the same process makes them',
  ...whileWorking(64),
}
