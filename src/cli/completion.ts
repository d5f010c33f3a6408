import type { TreeCommand, TreeOption } from './command-tree.ts'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

/** A script that lets a shell complete commands, options and their choices. It starts nothing when a key is pressed. */
export function completionScript(shell: Shell, tree: TreeCommand): string {
  return { bash, zsh, fish }[shell](tree)
}

function bash({ commands }: TreeCommand): string {
  const choices = commands.flatMap((command) =>
    command.options.flatMap(({ long, short, choices: values }) =>
      values === undefined ? [] : [`    ${patterns(command.name, [long, short])}) words='${values.join(' ')}' ;;`],
    ),
  )
  return `# mediagen completion bash > /etc/bash_completion.d/mediagen
_mediagen() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" words=''
  case "\${COMP_WORDS[1]}:\${COMP_WORDS[COMP_CWORD-1]}" in
${choices.join('\n')}
    *) case "$COMP_CWORD:\${COMP_WORDS[1]}:\${COMP_WORDS[2]}" in
      1:*) words='${names(commands)}' ;;
${commands.flatMap(bashLines).join('\n')}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _mediagen mediagen
`
}

function bashLines({ name, options, commands }: TreeCommand): string[] {
  if (commands.length === 0) return [`      *:${name}:*) words='${flags(options)}' ;;`]
  return [
    `      2:${name}:*) words='${names(commands)}' ;;`,
    ...commands.map((each) => `      *:${name}:${each.name}) words='${flags(each.options)}' ;;`),
  ]
}

function zsh({ commands }: TreeCommand): string {
  const list = (pairs: readonly (readonly [string, string])[]): string =>
    pairs.map(([name, words]) => quoted(words === '' ? name : `${name.replaceAll(':', '\\:')}:${words}`)).join(' ')
  const subs = commands.filter((each) => each.commands.length > 0)
  const pairsOf = (each: readonly TreeCommand[]) => each.map(({ name, summary }) => [name, summary] as const)
  const optionPairs = (options: readonly TreeOption[]) =>
    options.map(({ long, description = '' }) => [long, description] as const)
  return `#compdef mediagen
# mediagen completion zsh > "\${fpath[1]}/_mediagen"
_mediagen() {
  local -a found
  case "$CURRENT:$words[2]:$words[3]" in
    2:*) found=(${list(pairsOf(commands))}) ;;
${subs.map((each) => `    3:${each.name}:*) found=(${list(pairsOf(each.commands))}) ;;`).join('\n')}
${subs.flatMap((each) => each.commands.map((sub) => `    *:${each.name}:${sub.name}) found=(${list(optionPairs(sub.options))}) ;;`)).join('\n')}
${commands
  .filter((each) => each.commands.length === 0)
  .map((each) => `    *:${each.name}:*) found=(${list(optionPairs(each.options))}) ;;`)
  .join('\n')}
  esac
  if [[ "$PREFIX" == -* || $CURRENT -le 3 ]]; then _describe 'mediagen' found; fi
  _files
}
compdef _mediagen mediagen
`
}

function fish({ commands }: TreeCommand): string {
  const lines = commands.flatMap(({ name, summary, options, commands: subs }) => [
    `complete -c mediagen -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
    ...subs.map(
      (sub) => `complete -c mediagen -n '__fish_seen_subcommand_from ${name}' -a ${sub.name} -d ${quoted(sub.summary)}`,
    ),
    ...[...options, ...subs.flatMap((sub) => sub.options)].map((option) => fishOption(name, option)),
  ])
  return `# mediagen completion fish > ~/.config/fish/completions/mediagen.fish\n${[...new Set(lines)].join('\n')}\n`
}

function fishOption(command: string, { long, short, value, description = '', choices }: TreeOption): string {
  return [
    `complete -c mediagen -n '__fish_seen_subcommand_from ${command}' -l ${long.slice(2)}`,
    ...(short === undefined ? [] : [`-s ${short.slice(1)}`]),
    ...(value === undefined ? [] : ['-r']),
    ...(choices === undefined ? [] : [`-f -a ${quoted(choices.join(' '))}`]),
    ...(description === '' ? [] : [`-d ${quoted(description)}`]),
  ].join(' ')
}

function patterns(command: string, options: readonly (string | undefined)[]): string {
  return options.flatMap((option) => (option === undefined ? [] : [`${command}:${option}`])).join('|')
}

function names(commands: readonly TreeCommand[]): string {
  return commands.map(({ name }) => name).join(' ')
}

function flags(options: readonly TreeOption[]): string {
  return [...new Set([...options.map(({ long }) => long), '--help'])].join(' ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
