import type { TreeCommand } from '../command-tree.ts'
import { bashScript } from './bash.ts'
import { fishScript } from './fish.ts'
import { placesOf } from './places.ts'
import { zshScript } from './zsh.ts'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

/**
 * A script that lets a shell complete commands, options and their values. It starts no program when a key is pressed.
 */
export function completionScript(shell: Shell, tree: TreeCommand): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](placesOf(tree))
}
