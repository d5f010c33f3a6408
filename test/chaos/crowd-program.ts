// The real service with one engine that takes many tasks at once, made to be killed from outside or by one of its tasks.
// With an owner's name it is the process in which that service runs its suspects.
import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { runWorkerProcess } from '../../src/compose/worker-process/run.ts'
import { startService, type Replacements } from '../../src/compose/service.ts'
import { processEnvironment, readConfig } from '../../src/config.ts'
import type { Engine } from '../../src/ports/engine.ts'
import type { QuarantineProcess } from '../../src/workers/quarantine.ts'
import { aModel, CLIP, PICTURE } from '../reliability/house.ts'

import { gateIn, KILLER } from './crowd-orders.ts'

const WORK_MS = 1_000
const LOOK_MS = 20

const config = readConfig(processEnvironment())

const crowd: Engine = {
  id: 'crowd',
  safeToRestart: true,
  concurrency: 64,
  async start({ prompt }) {
    if (prompt === KILLER) {
      // The others are in hand by then.
      await pause(WORK_MS / 4)
      process.kill(process.pid, 'SIGKILL')
    }
    while (!existsSync(gateIn(config.dataDir))) await pause(LOOK_MS)
    await pause(WORK_MS)
    const cover = { from: 'memory', bytes: PICTURE } as const
    return { kind: 'done', outputs: [{ content: { from: 'memory', bytes: CLIP }, cover, durationMs: 1_000 }] }
  },
  status: () => Promise.reject(new Error('nobody gets here')),
  cancel: async () => 'already over',
  close: async () => {},
}

const replacements: Replacements = { extraEngines: [crowd], extraModels: [aModel('crowd', { id: 'crowd' })] }
// The parent is gone: nobody would ever end us.
process.once('disconnect', () => process.exit())

const [owner, publicUrl = ''] = process.argv.slice(2)
if (owner === undefined) {
  const openQuarantine = (name: string): QuarantineProcess => {
    const child = fork(import.meta.filename, [name, service.publicUrl], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    return { ended, stop: () => void child.kill('SIGTERM') }
  }
  const service = await startService(config, { ...replacements, openQuarantine })
  process.once('SIGTERM', () => void service.stop().then(() => process.disconnect?.()))
  process.send?.({ url: service.url })
} else {
  const stop = new AbortController()
  process.on('SIGTERM', () => stop.abort())
  await runWorkerProcess(config, replacements, { work: 'suspects', owner, publicUrl, stop: stop.signal })
  process.disconnect?.()
}
