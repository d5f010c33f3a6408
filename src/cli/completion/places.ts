import type { TreeCommand, TreeOption } from '../command-tree.ts'

export type Word = { text: string; description: string }

/** A place on the command line: after a command, or after a command of a command. */
export type CompletionPoint = {
  /** The words before it, such as `keys create`; none at the beginning. */
  path: readonly string[]
  /** What may stand there: commands, or what an argument can be. Files where there is nothing. */
  words: readonly Word[]
  options: readonly TreeOption[]
}

const HELP: TreeOption = { long: '--help', short: '-h', description: 'show this command' }

/** Every place with what may be written there; each shell has its own words for the same. */
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

/** A word that no shell reads anything into. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** Both names of an option. */
export function namesOf({ long, short }: TreeOption): string[] {
  return short === undefined ? [long] : [long, short]
}

/** Commands that have commands of their own: their place is told by two words. */
export function parentsIn(places: readonly CompletionPoint[]): string[] {
  return [...new Set(places.flatMap(({ path }) => (path.length === 2 && path[0] !== undefined ? [path[0]] : [])))]
}
