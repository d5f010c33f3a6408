import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { tracesIn } from './evidence-paths.ts'
import type { FullDiskOptions } from './full-disk-run.ts'
import type { Summary } from './summary.ts'

export type FullDiskResult = { refused: number; read: number; summary: Summary }

const PROGRAM = join(import.meta.dirname, 'full-disk-program.ts')
const SIZE_MIB = 16

/** Plays the full disk in a process that alone sees a small disk over the data; undefined where we may not mount one. */
export async function onSmallDisk(options: FullDiskOptions): Promise<FullDiskResult | undefined> {
  const { dataDir } = tracesIn(options.folder)
  await mkdir(dataDir, { recursive: true })
  const mount = `mount -t tmpfs -o size=${SIZE_MIB}m tmpfs "$0" && exec "$@"`
  const child = fork(PROGRAM, [JSON.stringify(options)], {
    execPath: 'unshare',
    execArgv: ['-m', 'sh', '-c', mount, dataDir, process.execPath],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  let result: FullDiskResult | undefined
  child.once('message', (message: FullDiskResult) => (result = message))
  await once(child, 'exit').catch(() => undefined)
  return result
}
