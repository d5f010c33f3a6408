import type { ArgumentSpec, CommandSpec, OptionSpec } from './command.ts'

/** A command of the operator reads its own arguments; its help page is what is known of them. */
export type OperatorCommand = { name: string; help: string }

export type TreeOption = {
  long: string
  short?: string
  /** What its value is called; a switch has none. */
  value?: string
  description?: string
  choices?: readonly string[]
  repeatable?: true
}
export type TreeCommand = {
  name: string
  summary: string
  arguments: readonly ArgumentSpec[]
  options: readonly TreeOption[]
  commands: readonly TreeCommand[]
}

/** Every command with everything that it takes: for programs that want to know, and for completion. */
export function commandTree(
  callers: readonly CommandSpec[],
  operators: readonly OperatorCommand[],
): TreeCommand & { name: 'mediagen' } {
  const names = [...callers, ...operators].map(({ name }) => name)
  const commands = [...callers.map(ofCaller), ...operators.map((each) => ofOperator(each, names))]
  return { name: 'mediagen', summary: 'a media generation service', arguments: [], options: [], commands }
}

/** The lines of the help page, aligned like those of the operator. */
export function callerHelp(callers: readonly CommandSpec[]): string {
  const COLUMN = 33
  const line = ({ name, arguments: args = [], summary }: CommandSpec): string => {
    const words = args.map(
      (each) => `${each.name.toUpperCase()}${each.isMany === true && each.isRequired === true ? '…' : ''}`,
    )
    return `  mediagen ${[name, ...words].join(' ').padEnd(COLUMN - 9)}  ${summary}\n`
  }
  return callers.map(line).join('')
}

function ofCaller({ name, summary, arguments: args = [], options = [] }: CommandSpec): TreeCommand {
  return { name, summary, arguments: args, options: options.map(ofOption), commands: [] }
}

function ofOption({ flags, description, choices, isMany }: OptionSpec): TreeOption {
  const [, short, long = '', value] = /^(?:(-\w), )?(--[\w-]+)(?: <(.*)>)?$/.exec(flags) ?? []
  return {
    long,
    ...(short !== undefined && { short }),
    ...(value !== undefined && { value }),
    description,
    ...(choices !== undefined && { choices }),
    ...(isMany === true && { repeatable: true as const }),
  }
}

/** From its help page: lines that begin with the command, the word after it, and every option that it names. */
function ofOperator({ name, help }: OperatorCommand, names: readonly string[]): TreeCommand {
  const parts = help.split(/\n(?= {2}mediagen )/).map((part) => part.trim())
  const named = parts.flatMap((part) => {
    // Words in a row to choose from are no commands of their own.
    const word = new RegExp(`^mediagen ${name} ([a-z]\\w*)(?![\\w|])`).exec(part)?.[1]
    return word === undefined ? [] : [{ name: word, part }]
  })
  const summaryOf = (part: string): string => /\s{2,}([^[\s].*)$/m.exec(part)?.[1] ?? ''
  const optionsOf = (part: string): TreeOption[] => {
    const found = part.matchAll(/(--[a-z][\w-]*)(?: ([A-Z][A-Z]*|[^\s[\]]+))?/g)
    return [...found].map(([, long = '', value]) => {
      const choices = choicesIn(value)
      return { long, ...(value !== undefined && { value }), ...(choices !== undefined && { choices }) }
    })
  }
  const commandOf = (word: string, part: string): TreeCommand => {
    return { name: word, summary: summaryOf(part), arguments: [], options: optionsOf(part), commands: [] }
  }
  const commands = named.map(({ name: word, part }) => commandOf(word, part))
  const own = commands.length > 0 ? [] : optionsOf(help)
  const summary = summaryOf(parts.find((part) => part !== '') ?? '')
  return { name, summary, arguments: argumentsIn(name, help, names), options: own, commands }
}

function argumentsIn(name: string, help: string, names: readonly string[]): ArgumentSpec[] {
  const word = new RegExp(`mediagen ${name} (\\S+)`).exec(help)?.[1]
  const choices = word === '[COMMAND]' ? names : choicesIn(word)
  return choices === undefined ? [] : [{ name: word ?? '', description: '', choices }]
}

/** `all|api|worker` is a choice; `30d|2030-01-31` are examples. */
function choicesIn(value: string | undefined): string[] | undefined {
  return value !== undefined && /^[a-z]+(?:\|[a-z]+)+$/.test(value) ? value.split('|') : undefined
}
