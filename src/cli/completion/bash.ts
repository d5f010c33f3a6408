import { namesOf, parentsIn, quoted, type CompletionPoint } from './places.ts'

/** The words come only from the script; if it knows none, bash completes files. */
export function bashScript(places: readonly CompletionPoint[]): string {
  return `# mediagen completion bash > /etc/bash_completion.d/mediagen
_mediagen() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" place='' words=''
  (( COMP_CWORD > 1 )) && place="\${COMP_WORDS[1]}"
  case "$place" in ${parentsIn(places).join('|')}) (( COMP_CWORD > 2 )) && [[ \${COMP_WORDS[2]} != -* ]] && place+=" \${COMP_WORDS[2]}" ;; esac
  # --option=value comes as three words.
  [[ $cur == '=' ]] && cur='' before="\${COMP_WORDS[COMP_CWORD-1]}"
  [[ $before == '=' ]] && before="\${COMP_WORDS[COMP_CWORD-2]}"
  case "$place $before" in
${places.flatMap(choiceLines).join('\n')}
    *) case "$cur" in
      -*) case "$place" in
${places.map(({ path, options }) => `        ${at(path)}) words='${options.map(({ long }) => long).join(' ')}' ;;`).join('\n')}
      esac ;;
      *) case "$COMP_CWORD $place" in
${places.flatMap(wordLines).join('\n')}
      esac ;;
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _mediagen mediagen
`
}

function choiceLines({ path, options }: CompletionPoint): string[] {
  return options.flatMap((option) => {
    if (option.choices === undefined) return []
    const patterns = namesOf(option).map((name) => quoted([...path, name].join(' ')))
    return [`    ${patterns.join('|')}) words='${option.choices.join(' ')}' ;;`]
  })
}

function wordLines({ path, words }: CompletionPoint): string[] {
  if (words.length === 0) return []
  const position = quoted(`${path.length + 1} ${path.join(' ')}`)
  return [`        ${position}) words='${words.map(({ text }) => text).join(' ')}' ;;`]
}

function at(path: readonly string[]): string {
  return quoted(path.join(' '))
}
