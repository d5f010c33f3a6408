import type { TreeOption } from '../command-tree.ts'
import { quoted, type CompletionPoint } from './places.ts'

/** Only the words before it decide the position: a prompt may contain the names of commands. */
export function fishScript(places: readonly CompletionPoint[]): string {
  const lines = places.flatMap(({ path, words, options }) => [
    ...words.map(
      ({ text, description }) =>
        `complete -c mediagen -n ${quoted(['__mediagen_next', ...path].join(' '))} -f -a ${text}${about(description)}`,
    ),
    ...options.map((option) => optionLine(path, option)),
  ])
  return `# mediagen completion fish > ~/.config/fish/completions/mediagen.fish
function __mediagen_at
    set -l before (commandline -opc)
    set -l last (math (count $argv) + 1)
    if test (count $argv) -eq 0
        test (count $before) -eq 1
    else
        test (count $before) -ge $last; and test "$before[2..$last]" = "$argv"
    end
end
function __mediagen_next
    test (count (commandline -opc)) -eq (math (count $argv) + 1); and __mediagen_at $argv
end
${lines.join('\n')}
`
}

function optionLine(path: readonly string[], { long, short, value, description = '', choices }: TreeOption): string {
  return (
    [
      `complete -c mediagen -n ${quoted(['__mediagen_at', ...path].join(' '))} -l ${long.slice(2)}`,
      ...(short === undefined ? [] : [`-s ${short.slice(1)}`]),
      ...(value === undefined ? [] : ['-r']),
      ...(choices === undefined ? [] : [`-f -a ${quoted(choices.join(' '))}`]),
    ].join(' ') + about(description)
  )
}

function about(description: string): string {
  return description === '' ? '' : ` -d ${quoted(description)}`
}
