import { namesOf, parentsIn, quoted, type CompletionPoint, type Word } from './places.ts'

/** Works when sourced, and as a file in fpath, where zsh treats the whole file as the function. */
export function zshScript(places: readonly CompletionPoint[]): string {
  return `#compdef mediagen
# mediagen completion zsh > "\${fpath[1]}/_mediagen"
_mediagen() {
  local -a found
  local place='' before="$words[CURRENT-1]"
  (( CURRENT > 2 )) && place="$words[2]"
  case "$place" in ${parentsIn(places).join('|')}) (( CURRENT > 3 )) && [[ $words[3] != -* ]] && place+=" $words[3]" ;; esac
  if compset -P '--*='; then before="\${IPREFIX%=}"; fi
  case "$place $before" in
${places.flatMap(choiceLines).join('\n')}
  esac
  if (( $#found )); then
    compadd -a found
  elif [[ "$PREFIX" == -* ]]; then
    case "$place" in
${places.map(optionLine).join('\n')}
    esac
    _describe -o 'option' found
  else
    case "$CURRENT $place" in
${places.flatMap(wordLines).join('\n')}
    esac
    if (( $#found )); then _describe 'mediagen' found; else _files; fi
  fi
}
if [[ "$funcstack[1]" == _mediagen ]]; then _mediagen "$@"; else compdef _mediagen mediagen; fi
`
}

function choiceLines({ path, options }: CompletionPoint): string[] {
  return options.flatMap((option) => {
    if (option.choices === undefined) return []
    const patterns = namesOf(option).map((name) => quoted([...path, name].join(' ')))
    return [`    ${patterns.join('|')}) found=(${option.choices.map(quoted).join(' ')}) ;;`]
  })
}

function optionLine({ path, options }: CompletionPoint): string {
  const words = options.flatMap((option) =>
    namesOf(option).map((text) => ({ text, description: option.description ?? '' })),
  )
  return `      ${quoted(path.join(' '))}) found=(${described(words)}) ;;`
}

function wordLines({ path, words }: CompletionPoint): string[] {
  if (words.length === 0) return []
  return [`      ${quoted(`${path.length + 2} ${path.join(' ')}`)}) found=(${described(words)}) ;;`]
}

/** `name:description`; without a description, only the name. */
function described(words: readonly Word[]): string {
  const one = ({ text, description }: Word): string => {
    const name = text.replaceAll(':', '\\:')
    return quoted(description === '' ? name : `${name}:${description}`)
  }
  return words.map(one).join(' ')
}
