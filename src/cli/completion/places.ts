import type { TreeCommand, TreeOption } from '../command-tree.ts'

export type Word = { text: string; description: string }

/** A position on the command line: after a command or a subcommand. */
export type CompletionPoint = {
  /** The words before it, such as `keys create`; none at the beginning. */
  path: readonly string[]
  /** What may follow: subcommands, or the values of an argument. Files if empty. */
  words: readonly Word[]
  options: readonly TreeOption[]
}

const HELP: TreeOption = { long: '--help', short: '-h', description: 'show help for this command' }

/** Every position with its possible words; each shell writes the same in its own way. */
export function placesOf(tree: TreeCommand): CompletionPoint[] {
  return placesIn(tree, [])
}

function placesIn({ arguments: args, options, commands }: TreeCommand, path: readonly string[]): CompletionPoint[] {
  const choices = (args[0]?.choices ?? []).map((text) => ({ text, description: '' }))
  const words = [...commands.map(({ name, summary }) => ({ text: name, description: summary })), ...choices]
  return [
    { path, words, options: [...options.filter(({ long }) => long !== HELP.long), HELP] },
    ...commands.flatMap((each) => placesIn(each, [...path, each.name])),
  ]
}

/** A word without special meaning in any shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** Both names of an option. */
export function namesOf({ long, short }: TreeOption): string[] {
  return short === undefined ? [long] : [long, short]
}

/** Commands with subcommands: two words decide their position. */
export function parentsIn(places: readonly CompletionPoint[]): string[] {
  return [...new Set(places.flatMap(({ path }) => (path.length === 2 && path[0] !== undefined ? [path[0]] : [])))]
}
