import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lineExpecter } from '../harness/expect-lines.ts'
import { getBytes } from '../harness/http-bytes.ts'
import { loadSide, type LoadSide, type Work } from '../harness/load-side.ts'
import { WorkNotDone, type Row, type RowOptions, type Side } from '../harness/row.ts'
import { seedTasks, untilStatus } from '../harness/seed-tasks.ts'
import { mainOf, sideProgram, startOurs, startSide } from '../harness/side-process.ts'
import { ourVersion, versionOf } from '../harness/versions.ts'
import { POLL_TASKS, pollId } from '../sides/poll-answer.ts'

const FASTIFY = 'Fastify + SHA-256 + 1 SELECT'

/** Asks after these tasks in turn; each answer must be about the one that was asked for, and be logged where there is a log. */
function polls(ids: readonly string[], log?: string, headers: Readonly<Record<string, string>> = {}): Work {
  const requests = ids.map((id) => getBytes(`/api/ai/videos/${id}`, headers))
  const beginnings = ids.map((id) => Buffer.from(`"id":"${id}"`))
  return {
    request: (n) => requests[n % requests.length] ?? Buffer.alloc(0),
    check({ body }, n) {
      const id = beginnings[n % beginnings.length]
      if (id === undefined || !body.includes(id)) throw new WorkNotDone(`not the task asked for: ${body.toString()}`)
    },
    verify: log === undefined ? async () => {} : lineExpecter(log),
  }
}

/** Fills a folder with tasks: half have ended with a file, half are under way, as callers find them. */
async function fillFolder(folder: string, main: string): Promise<string[]> {
  const side = await startOurs({ role: 'all', folder, main })
  const prompts = Array.from({ length: POLL_TASKS }, (_, n) =>
    n % 2 === 0 ? `clip ${n}` : `clip ${n} [[delay 60min]]`,
  )
  const ids = await seedTasks(side, prompts)
  const isEven = (_: string, n: number): boolean => n % 2 === 0
  await untilStatus(side, ids.filter(isEven), 'success')
  await side.close()
  return ids
}

type Asked = {
  /** Settings of the service beyond the usual ones. */
  env?: Readonly<Record<string, string>>
  /** What each request carries beyond its key. */
  headers?: Readonly<Record<string, string>>
}

/** A process that has made nothing itself, so that its memory is that of the polls. */
export function ours(log: boolean, main: string, asked: Asked = {}): Pick<LoadSide, 'start' | 'prepare'> {
  let ids: string[] = []
  return {
    async start() {
      const folder = mkdtempSync(join(tmpdir(), 'mediagen-bench-'))
      ids = await fillFolder(folder, main)
      const env: Record<string, string> = { ...(log ? {} : { MEDIAGEN_LOG_LEVEL: 'warn' }), ...asked.env }
      const side = await startOurs({ role: 'all', folder, main, env })
      const close = async (): Promise<void> => {
        await side.close()
        rmSync(folder, { recursive: true, force: true })
      }
      return { ...side, close }
    },
    prepare: async ({ folder }) => polls(ids, log ? join(folder, 'side.log') : undefined, asked.headers),
  }
}

const BARE_IDS = Array.from({ length: POLL_TASKS }, (_, n) => pollId(n))

type Poll = { connections: number; log: boolean }

function sides({ connections, log }: Poll, { seconds, root }: RowOptions): Side[] {
  const common = { connections, seconds }
  const floor = loadSide({
    ...common,
    name: 'node:http, from memory, no log',
    version: process.version,
    start: () => startSide({ command: [sideProgram('poll-http.ts')] }),
    prepare: async () => polls(BARE_IDS),
  })
  return [
    loadSide({
      ...common,
      name: 'mediagen',
      version: ourVersion(root),
      ...ours(log, mainOf(root)),
    }),
    loadSide({
      ...common,
      name: FASTIFY,
      version: versionOf('fastify'),
      start: () => startSide({ command: [sideProgram('poll-fastify.ts'), ...(log ? ['--log'] : [])] }),
      prepare: async ({ folder }) => polls(BARE_IDS, log ? join(folder, 'requests.log') : undefined),
    }),
    // The floor is the same with and without a log.
    ...(log ? [floor] : []),
  ]
}

export const poll50: Row = {
  name: 'poll-50',
  what: 'GET of a task, 50 connections, one line of log each',
  rounds: 5,
  aims: [{ metric: 'perSecond', against: FASTIFY, atLeast: 0.8 }],
  sides: (options) => sides({ connections: 50, log: true }, options),
}

export const poll50Quiet: Row = {
  name: 'poll-50-quiet',
  what: 'the same without a log of requests',
  rounds: 5,
  aims: [{ metric: 'perSecond', against: FASTIFY, atLeast: 0.8 }],
  sides: (options) => sides({ connections: 50, log: false }, options),
}

export const poll1: Row = {
  name: 'poll-1',
  what: 'GET of a task, 1 connection, one line of log each',
  rounds: 5,
  aims: [{ metric: 'perSecond', against: FASTIFY, atLeast: 0.6 }],
  sides: (options) => sides({ connections: 1, log: true }, options),
}
