import { resolve } from 'node:path'
import { spawn } from 'node:child_process'
import assert from 'node:assert/strict'
import { ended, type Ran } from './run-mediagen.ts'

const PROGRAM = resolve(import.meta.dirname, 'run-commands-program.ts')

/** Runs commands of mediagen one after the other in one process of their own: to start one takes longer than most of them. */
export async function runCommands(
  lines: readonly (readonly string[])[],
  options: { env: NodeJS.ProcessEnv; cwd?: string },
): Promise<Ran[]> {
  const { code, out, err } = await ended(spawn(process.execPath, [PROGRAM, JSON.stringify(lines)], options))
  assert.equal(code, 0, err)
  return JSON.parse(out) as Ran[]
}
