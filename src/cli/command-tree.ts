import type { ArgumentSpec, CommandSpec, OptionSpec } from './command.ts'

export type TreeOption = {
  long: string
  short?: string
  /** The name of its value; a switch has none. */
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

/** Every command with all of its arguments and options: for other programs, and for completion. */
export function commandTree(specs: readonly CommandSpec[]): TreeCommand & { name: 'mediagen' } {
  const commands = specs.map(describeCommand)
  return { name: 'mediagen', summary: 'a media generation service', arguments: [], options: [], commands }
}

function describeCommand({
  name,
  summary,
  arguments: args = [],
  options = [],
  commands = [],
}: CommandSpec): TreeCommand {
  return {
    name,
    summary,
    arguments: args,
    options: options.map(describeOption),
    commands: commands.map(describeCommand),
  }
}

function describeOption({ flags, description, choices, isMany }: OptionSpec): TreeOption {
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

const COLUMN = 33

/** The lines of the help page: one for each command and subcommand. */
export function helpLines(specs: readonly CommandSpec[], before = 'mediagen'): string {
  const line = ({ name, arguments: args = [], options = [], summary }: CommandSpec): string => {
    const words = args.map(
      (each) => `${each.name.toUpperCase()}${each.isMany === true && each.isRequired === true ? '…' : ''}`,
    )
    const needed = options.flatMap(({ flags, isRequired }) => (isRequired === true ? [flags] : []))
    return `  ${[before, name, ...words, ...needed].join(' ').padEnd(COLUMN)}  ${summary}\n`
  }
  return specs
    .map((spec) => {
      const own = spec.run === undefined ? '' : line(spec)
      return own + (spec.commands === undefined ? '' : helpLines(spec.commands, `${before} ${spec.name}`))
    })
    .join('')
}
