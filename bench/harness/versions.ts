import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')

const versionIn = (...path: string[]): string =>
  (JSON.parse(readFileSync(join(ROOT, ...path, 'package.json'), 'utf8')) as { version: string }).version

/** A package of this checkout with its version, as `fastify 5.12.8`. */
export const versionOf = (name: string): string => `${name} ${versionIn('node_modules', name)}`

/** Our own version, with the commit and whether anything was changed since. */
export function ourVersion(): string {
  try {
    const git = (...words: string[]): string => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim()
    const changed = git('status', '--porcelain', 'src', 'packages', 'migrations') === '' ? '' : ', changed'
    return `mediagen ${versionIn()} (${git('rev-parse', '--short', 'HEAD')}${changed})`
  } catch {
    return `mediagen ${versionIn()}`
  }
}

export type Machine = {
  cpu: string
  cores: number
  arch: string
  memoryGib: number
  node: string
  loadBefore: number[]
}

/** Where the figures come from, and how busy it was before the first round. */
export function readMachine(): Machine {
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    arch: process.arch,
    memoryGib: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    loadBefore: loadavg().map((load) => Number(load.toFixed(2))),
  }
}
