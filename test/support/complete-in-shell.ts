import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Shell = 'bash' | 'zsh' | 'fish'

/** Whether this machine has the shell. */
export function hasShell(shell: Shell): boolean {
  return spawnSync(shell, ['--version']).status === 0
}

/**
 * What a real shell offers when Tab is pressed at the end of a line; it knows nothing but the script, which lies in
 * `folder` together with whatever else can be completed.
 */
export function completeInShell(shell: Shell, { folder, script, line }: Where): string[] {
  const work = join(folder, 'shell')
  mkdirSync(work, { recursive: true })
  const found = join(work, 'found')
  writeFileSync(found, '')
  writeFileSync(join(work, 'completion'), script)
  IN[shell]({ work, folder, line, found })
  // fish writes what it knows of a word behind it.
  const words = readFileSync(found, 'utf8')
    .split('\n')
    .map((each) => each.replace(/\t.*/, ''))
  return words.filter((word) => word !== '')
}

export type Where = { folder: string; script: string; line: string }
type Inside = { work: string; folder: string; line: string; found: string }

const IN: Readonly<Record<Shell, (inside: Inside) => void>> = { bash: inBash, zsh: inZsh, fish: inFish }

/** Readline writes all completions into the line, and the function gets them after the words that were there before. */
function inBash({ work, folder, line, found }: Inside): void {
  const [, ...words] = line.match(/"[^"]*"|\S+/g) ?? []
  const begun = line.endsWith(' ') ? '' : (words.pop() ?? '')
  writeFileSync(
    join(work, 'rc'),
    `source '${join(work, 'completion')}'
bind 'set completion-ignore-case off'
bind '"\\C-t": insert-completions'
mediagen() { shift ${words.length}; [[ "$*" == '${begun}' ]] || printf '%s\\n' "$@" > '${found}'; }
`,
  )
  const bash = `bash --noprofile --rcfile '${join(work, 'rc')}' -i`
  run('script', ['-qec', bash, '/dev/null'], { cwd: folder, input: `${line}\u0014\nexit\n` })
}

/** An interactive zsh on a terminal of its own that writes down what would be offered. The script is a file of fpath. */
function inZsh({ work, folder, line, found }: Inside): void {
  copyFileSync(join(work, 'completion'), join(work, '_mediagen'))
  writeFileSync(
    join(work, 'rc'),
    `PROMPT=''
fpath=('${work}' $fpath)
autoload -Uz compinit && compinit -C -d '${join(work, 'dump')}'
# What fills an array is a question of the completion system itself; all else is an offer.
compadd() {
  if [[ "\${@[1,(i)(-|--)]}" == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return; fi
  local -a seen
  builtin compadd -O seen "$@"
  (( $#seen )) && print -lr -- $seen >> '${found}'
  builtin compadd "$@"
}
finished() { exit }
comppostfuncs=(finished)
bindkey '^I' complete-word
`,
  )
  writeFileSync(
    join(work, 'drive.zsh'),
    `zmodload zsh/zpty
zpty inner zsh -f -i
zpty -w inner "source '${join(work, 'rc')}'"
zpty -w -n inner ${quoted(line)}$'\\t'
while zpty -r inner heard; do :; done
`,
  )
  run('zsh', ['-f', join(work, 'drive.zsh')], { cwd: folder })
}

function inFish({ work, folder, line, found }: Inside): void {
  const program = `source '${join(work, 'completion')}'; complete -C ${quoted(line)} > '${found}'`
  run('fish', ['--no-config', '-c', program], { cwd: folder })
}

function run(command: string, args: readonly string[], options: { cwd: string; input?: string }): void {
  const { status, error, stderr } = spawnSync(command, args, { ...options, encoding: 'utf8' })
  if (error !== undefined || status !== 0)
    throw new Error(`${command} ended with ${status}: ${stderr}`, { cause: error })
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
