import { Argument, Command, CommanderError, Option } from 'commander'
import { didYouMean } from '../core/text/nearest-name.ts'
import { givenOf, type CommandSpec, type Given, type OptionSpec } from './command.ts'
import { UsageError } from './exit-codes.ts'

/** The meaning of a command line: a command with its arguments, or a page to show. */
type Runnable = Extract<CommandSpec, { run: unknown }>
export type Parsed = { spec: Runnable; given: Given } | { page: string }

/** Parses a command line. An error is explained in one sentence, with the nearest correct word. */
export function parseCall(specs: readonly CommandSpec[], argv: readonly string[]): Parsed {
  let parsed: Parsed | undefined
  let page = ''
  // An option belongs to the subcommand before it, even if the parent has an option of the same name.
  const program = new Command('mediagen').helpCommand(false).enablePositionalOptions()
  const add = (parent: Command, spec: CommandSpec): void => {
    const command = addCommand(parent, spec)
    command.exitOverride((error) => refuse(error, spec))
    command.configureOutput({ writeOut: (text) => (page += text), writeErr: () => undefined })
    if (spec.run !== undefined)
      command.action(() => {
        const values = byLongName(command)
        checkRequired(spec, values)
        parsed = { spec, given: givenOf(command.args, values) }
      })
    if (spec.commands !== undefined) command.enablePositionalOptions()
    for (const each of spec.commands ?? []) add(command.helpCommand(false), each)
  }
  program.showSuggestionAfterError(false)
  for (const spec of specs) add(program, spec)
  program.exitOverride((error) => refuse(error, { name: 'mediagen', commands: specs }))
  program.configureOutput({ writeOut: () => undefined, writeErr: () => undefined })
  try {
    program.parse(argv, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError && error.code === 'commander.helpDisplayed') return { page }
    throw error
  }
  if (parsed === undefined) throw new UsageError('No command was given.')
  return parsed
}

type Named = Pick<CommandSpec, 'name' | 'commands' | 'options'>

/** The parser ends either with a page to show or with an error. */
function refuse(error: CommanderError, { name, commands = [], options = [] }: Named): never {
  if (error.code === 'commander.helpDisplayed') throw error
  const names = commands.map((each) => each.name)
  const near = didYouMean(wrongWord(error.message), nearOnes(error, names, options))
  // A subcommand must be named.
  if (error.code === 'commander.help') throw new UsageError(`'${name}' requires one of: ${names.join(', ')}.`)
  if (error.code === 'commander.excessArguments' && names.length > 0) {
    if (near !== '') throw new UsageError(`Unknown command '${wrongWord(error.message)}'.${near}`)
    throw new UsageError(`Use '${name}' alone or with one of: ${names.join(', ')}.`)
  }
  throw new UsageError(`${sentence(error.message)}${near}`)
}

/** What the user may have meant: a command, an option, or a value of a list. */
function nearOnes(
  { code, message }: CommanderError,
  commands: readonly string[],
  options: readonly OptionSpec[],
): readonly string[] {
  if (code === 'commander.unknownOption') return ['--help', ...options.map(longOf)]
  const [, choices] = /Allowed choices are (.*)\.$/.exec(message) ?? []
  return choices?.split(', ') ?? commands
}

/** The parser quotes it, or lists it last among the excess arguments. */
function wrongWord(message: string): string {
  const [, quoted, first = ''] =
    /(?:argument|value|option|command) '([^']*)'(?: is invalid|$)|got \d+: ([^,]*?)(?:,|\.$)/.exec(message) ?? []
  return quoted ?? first
}

function addCommand(
  program: Command,
  { name, summary, about, arguments: args = [], options = [], examples }: CommandSpec,
): Command {
  const command = program
    .command(name)
    .summary(summary)
    .description(about === undefined ? summary : `${summary}\n\n${about}`)
  for (const { name: word, description, isRequired = false, isMany = false, choices } of args) {
    const dots = isMany ? '...' : ''
    const argument = new Argument(isRequired ? `<${word}${dots}>` : `[${word}${dots}]`, description)
    command.addArgument(choices === undefined ? argument : argument.choices([...choices]))
  }
  for (const option of options) command.addOption(optionOf(option))
  if (examples !== undefined) command.addHelpText('after', examplesText(examples))
  return command
}

function optionOf({ flags, description, choices, isMany }: OptionSpec): Option {
  const option = new Option(flags, description)
  if (choices !== undefined) option.choices([...choices])
  if (isMany === true) option.argParser((value: string, before: string[] | undefined) => [...(before ?? []), value])
  return option
}

/** Not done by the parser, which would look for missing arguments before mistyped ones. */
function checkRequired({ name, options = [] }: CommandSpec, values: Readonly<Record<string, unknown>>): void {
  for (const { flags, isRequired } of options) {
    if (isRequired === true && values[longOf({ flags }).slice(2)] === undefined)
      throw new UsageError(`'${name}' requires ${flags}.`)
  }
}

/** The parser names values like properties; everything here uses the names that people write. */
function byLongName(command: Command): Record<string, unknown> {
  const values = command.opts<Record<string, unknown>>()
  return Object.fromEntries(
    command.options.map((option) => [(option.long ?? '').replace(/^--(?:no-)?/, ''), values[option.attributeName()]]),
  )
}

function examplesText(examples: readonly string[]): string {
  return `\nExamples:\n${examples.map((example) => `  mediagen ${example}\n`).join('')}`
}

const longOf = ({ flags }: Pick<OptionSpec, 'flags'>): string => /--[\w-]+/.exec(flags)?.[0] ?? ''

/** Turns the parser's message into a sentence like all others. */
function sentence(message: string): string {
  const words = message
    .replace(/^error: /, '')
    .replace(/^command-argument value ('.*') is invalid for argument '(\w+)'/, 'There is no $2 $1')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${words.endsWith('.') ? '' : '.'}`
}
