import { Argument, Command, CommanderError, Option } from 'commander'
import { givenOf, type CommandSpec, type Given, type OptionSpec } from './command.ts'
import { UsageError } from './exit-codes.ts'

/** What a command line asks for: a command with what it was given, or a page to read. */
type Runnable = Extract<CommandSpec, { run: unknown }>
export type Parsed = { spec: Runnable; given: Given } | { page: string }

/** Reads a command line. What is wrong with it is said in one sentence, with the nearest thing that would be right. */
export function parseCall(specs: readonly CommandSpec[], argv: readonly string[]): Parsed {
  let parsed: Parsed | undefined
  let page = ''
  // An option is of the command that stands before it, though the one above may have an option of the same name.
  const program = new Command('mediagen').helpCommand(false).enablePositionalOptions()
  const add = (parent: Command, spec: CommandSpec): void => {
    const command = addCommand(parent, spec)
    command.exitOverride().configureOutput({ writeOut: (text) => (page += text), writeErr: () => undefined })
    if (spec.run !== undefined)
      command.action(() => {
        const values = byLongName(command)
        checkRequired(spec, values)
        parsed = { spec, given: givenOf(command.args, values) }
      })
    if (spec.commands !== undefined) command.enablePositionalOptions()
    for (const each of spec.commands ?? []) add(command.helpCommand(false), each)
  }
  for (const spec of specs) add(program, spec)
  program.exitOverride().configureOutput({ writeOut: () => undefined, writeErr: () => undefined })
  try {
    program.parse(argv, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.code === 'commander.helpDisplayed') return { page }
    // One of its own commands must be named.
    if (error.code === 'commander.help') throw new UsageError(commandMissing(specs, argv))
    const words = own(specs, argv)
    if (error.code === 'commander.excessArguments' && words.length > 0 && !words.includes(argv[1] ?? ''))
      throw new UsageError(`Use '${argv[0]}' alone, or with one of: ${words.join(', ')}.`)
    throw new UsageError(sentence(error.message))
  }
  if (parsed === undefined) throw new UsageError('There is no command.')
  return parsed
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

/** Not by the parser, which would look for what is missing before it looks at what is mistyped. */
function checkRequired({ name, options = [] }: CommandSpec, values: Readonly<Record<string, unknown>>): void {
  for (const { flags, isRequired } of options) {
    const [, long = ''] = /--([\w-]+)/.exec(flags) ?? []
    if (isRequired === true && values[long] === undefined) throw new UsageError(`'${name}' needs ${flags}.`)
  }
}

/** The parser names values as properties are named; everything here goes by what people write. */
function byLongName(command: Command): Record<string, unknown> {
  const values = command.opts<Record<string, unknown>>()
  return Object.fromEntries(
    command.options.map((option) => [(option.long ?? '').replace(/^--(?:no-)?/, ''), values[option.attributeName()]]),
  )
}

function commandMissing(specs: readonly CommandSpec[], argv: readonly string[]): string {
  return `'${argv[0]}' takes one of: ${own(specs, argv).join(', ')}.`
}

/** The commands that a command has of its own. */
function own(specs: readonly CommandSpec[], [name]: readonly string[]): string[] {
  return (specs.find((spec) => spec.name === name)?.commands ?? []).map((each) => each.name)
}

function examplesText(examples: readonly string[]): string {
  return `\nExamples:\n${examples.map((example) => `  mediagen ${example}\n`).join('')}`
}

/** The parser's own words as a sentence like every other. */
function sentence(message: string): string {
  const [first = '', second = ''] = message
    .replace(/^error: /, '')
    .replace(/^command-argument value ('.*') is invalid for argument '(\w+)'/, 'There is no $2 $1')
    .split('\n')
  const hint = second === '' ? '' : ` ${second.replace(/^\(|\)$/g, '')}`
  return `${first.charAt(0).toUpperCase()}${first.slice(1)}${/[.?]$/.test(first) ? '' : '.'}${hint}`
}
