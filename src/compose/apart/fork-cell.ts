import type { Config } from '../../config.ts'
import type { Cell } from '../../workers/quarantine.ts'
import type { Parts } from '../parts.ts'
import { forkProgram, programBeside } from './fork-program.ts'
import { hearChild, type HeardBy } from './hear-child.ts'

/** Starts the process in which suspects run. */
export function forkCell(config: Config, parts: HeardBy & Pick<Parts, 'publicUrl'>, owner: string): Cell {
  const program = programBeside(import.meta.url, 'cell-program')
  const { child, ...cell } = forkProgram(program, config, [owner, parts.publicUrl()])
  hearChild({ child, ended: cell.ended }, parts)
  return cell
}
