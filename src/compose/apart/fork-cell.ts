import type { Config } from '../../config.ts'
import type { Cell } from '../../workers/quarantine.ts'
import { forkProgram, programBeside } from './fork-program.ts'

/** Starts the process in which suspects run. */
export function forkCell(config: Config, publicUrl: string, owner: string): Cell {
  return forkProgram(programBeside(import.meta.url, 'cell-program'), config, [owner, publicUrl])
}
