import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { KEY } from '../harness/http-bytes.ts'
import { cpuOfTree, memoryOfTree } from '../harness/process-cost.ts'
import { WorkNotDone, type Row, type RowOptions, type Sample, type Side } from '../harness/row.ts'
import { mainOf, sideProgram, startOurs, startSide, type SideProcess } from '../harness/side-process.ts'
import { ourVersion, versionOf } from '../harness/versions.ts'
import { installPacked, packInto } from '../../test/support/installed-pack.ts'

const PACKED = 'mediagen, packed, api role'
const BARE = 'Fastify with one route'
// Long enough for what is put off until after the start, and for the collector to have come by.
const IDLE_MS = 1_000

function startingSide(name: string, version: string, start: () => Promise<SideProcess>): Side {
  const round = async (): Promise<Sample> => {
    const began = performance.now()
    const side = await start()
    try {
      const readyMs = performance.now() - began
      const { pid = 0 } = side
      const cpuMs = cpuOfTree(pid)
      const { status } = await fetch(`${side.url}/healthz`, { headers: { authorization: `Bearer ${KEY}` } })
      if (status !== 200) throw new WorkNotDone(`it said that it was ready, and answers ${status}`)
      await pause(IDLE_MS)
      return { readyMs, cpuMs, idleMib: memoryOfTree(pid, 'VmRSS') }
    } finally {
      await side.close()
    }
  }
  // The first start fills what Node keeps of compiled code, and is not counted.
  const open = async () => {
    await round()
    return { round, close: async () => {} }
  }
  return { name, version, open }
}

function sides({ atEnd, root }: RowOptions): Side[] {
  const folder = mkdtempSync(join(tmpdir(), 'mediagen-bench-'))
  atEnd(async () => rmSync(folder, { recursive: true, force: true }))
  const home = join(folder, 'home')
  mkdirSync(home)
  installPacked(packInto(join(folder, 'packed'), root), home)
  const packed = join(home, 'node_modules/mediagen/dist/main.js')
  const ours = (name: string, role: 'all' | 'api' | 'worker', main: string, env: Record<string, string> = {}): Side =>
    startingSide(name, ourVersion(root), () => startOurs({ role, main, env }))
  return [
    ours('mediagen, checkout, api role', 'api', mainOf(root)),
    ours(PACKED, 'api', packed),
    ours('mediagen, packed, all roles', 'all', packed),
    ours('mediagen, packed, worker', 'worker', packed),
    ours('mediagen, packed, api role, no compile cache', 'api', packed, { NODE_DISABLE_COMPILE_CACHE: '1' }),
    startingSide(BARE, versionOf('fastify'), () => startSide({ command: [sideProgram('start-fastify.ts')] })),
  ]
}

export const start: Row = {
  name: 'start',
  what: 'from the start of a process until it serves, and what it holds while idle',
  rounds: 3,
  aims: [
    { metric: 'readyMs', atMost: 500 },
    { metric: 'idleMib', atMost: 120 },
    { metric: 'readyMs', of: PACKED, atMost: 500 },
    { metric: 'idleMib', of: PACKED, atMost: 120 },
  ],
  sides,
}
