import { ConfigError, processEnvironment } from '../config.ts'
import { AppError } from '../core/errors.ts'
import { systemClock } from '../runtime/system.ts'
import { VERSION } from '../version.ts'
import { CALLER_COMMANDS } from './caller-commands.ts'
import { outliveClosedPipes } from './process-ends.ts'
import { EXIT, InterruptedByUser, UsageError } from './exit-codes.ts'
import { commandTree, helpLines } from './command-tree.ts'
import type { CommandSpec } from './command.ts'
import { LOCAL_MODEL_COMMANDS } from './local-model-commands.ts'
import { OPERATOR_COMMANDS } from './operator-commands.ts'
import { JSON_ON_REQUEST } from './shared-options.ts'
import { wrapPage, wrapText } from './terminal/wrap-text.ts'

/** The commands about this program itself. */
const OWN_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'completion',
    summary: 'print a completion script for your shell',
    arguments: [{ name: 'shell', description: 'your shell', isRequired: true, choices: ['bash', 'zsh', 'fish'] }],
    run: ({ given }) => completion(given.args[0] ?? ''),
  },
  {
    name: 'version',
    summary: 'print the version',
    options: JSON_ON_REQUEST,
    run: async ({ given }) =>
      print(given.flag('json') === true ? `${JSON.stringify({ version: VERSION })}\n` : `mediagen ${VERSION}\n`),
  },
  {
    name: 'help',
    summary: 'print this page, or the help for one command',
    arguments: [
      {
        name: 'command',
        description: 'the command',
        get choices() {
          return COMMANDS.map(({ name }) => name)
        },
      },
    ],
    run: async ({ given: { args } }) => (args.length === 0 ? printPage(helpPage()) : runParsed([...args, '--help'])),
  },
]

const COMMANDS: readonly CommandSpec[] = [...CALLER_COMMANDS, ...OPERATOR_COMMANDS, ...OWN_COMMANDS]

const OTHER_NAMES = new Map([
  ['--help', 'help'],
  ['-h', 'help'],
  ['--version', 'version'],
  ['-v', 'version'],
])

const isHelp = (word: string): boolean => word === '--help' || word === '-h'

/** Runs one command and returns the exit code. Errors are explained on standard error. */
export async function runCommand(argv: readonly string[]): Promise<number> {
  outliveClosedPipes()
  const [first = 'help', ...rest] = argv
  try {
    if (argv.some(isHelp) && argv.includes('--json')) return printTree(first)
    return await runParsed([OTHER_NAMES.get(first) ?? first, ...rest])
  } catch (error) {
    return await explain(error, argv)
  }
}

async function runParsed(argv: readonly string[]): Promise<number> {
  const { parseCall } = await import('./parse-call.ts')
  const parsed = parseCall(COMMANDS, argv)
  if ('page' in parsed) return print(parsed.page)
  return parsed.spec.run({ given: parsed.given, environment: processEnvironment(), nowMs: () => systemClock.now() })
}

async function completion(shell: string): Promise<number> {
  const { completionScript, SHELLS } = await import('./completion/completion-script.ts')
  const known = SHELLS.find((each) => each === shell)
  if (known === undefined) throw new UsageError(`'completion' requires one of: ${SHELLS.join(', ')}.`)
  return print(completionScript(known, commandTree(COMMANDS)))
}

function printTree(name: string): number {
  const tree = commandTree(COMMANDS)
  const one = tree.commands.find((each) => each.name === name)
  return print(`${JSON.stringify(one ?? tree, null, 2)}\n`)
}

function helpPage(): string {
  return `mediagen: a media generation service

Call a service (details: mediagen COMMAND --help):
${helpLines(CALLER_COMMANDS)}
Run a service:
${helpLines(OPERATOR_COMMANDS)}
${helpLines(OWN_COMMANDS)}
Settings come from the environment (docs/configuration.md). For commands that call a service, see docs/cli.md.
From a checkout, write "npm run mediagen --" instead of "mediagen".
`
}

/** As wide as the window; a file gets full lines. */
function printPage(page: string): number {
  return print(wrapPage(page, process.stdout.isTTY ? process.stdout.columns || 80 : Infinity))
}

function print(text: string): number {
  process.stdout.write(text)
  return EXIT.done
}

async function explain(error: unknown, argv: readonly string[]): Promise<number> {
  if (error instanceof InterruptedByUser) return EXIT.interrupted
  if (error instanceof UsageError) {
    const name = argv[0] !== undefined && isCommand(argv[0]) ? ` ${argv[0]}` : ''
    const details = `See: mediagen${name} --help`
    return say(argv, { exit: EXIT.usage, code: 'usage', message: error.message, details })
  }
  if (error instanceof ConfigError || error instanceof AppError)
    return say(argv, { exit: EXIT.failed, code: 'failed', message: error.message })
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    const { port = '' } = error as { port?: number }
    const message = `Port ${port} is in use. Stop the program that uses it, or set PORT to a different port.`
    return say(argv, { exit: EXIT.failed, code: 'failed', message })
  }
  if (!isCallers(argv)) {
    const message = uselessFolder(error)
    if (message === undefined) throw error
    return say(argv, { exit: EXIT.failed, code: 'failed', message })
  }
  // Only caller commands fail in these ways, and by then the client is loaded.
  const { explainFailure } = await import('./caller/explain-failure.ts')
  const explained = explainFailure(error)
  if (explained === undefined) throw error
  return say(argv, explained)
}

const NO_FOLDER = /^(EACCES|EPERM|EROFS|EEXIST|ENOTDIR)$/

/** What to do if the data folder cannot be created or read: most often a volume that belongs to another user. */
function uselessFolder(error: unknown): string | undefined {
  const { code, syscall, path } = error as NodeJS.ErrnoException
  const what = syscall === 'mkdir' ? 'created' : syscall === 'scandir' ? 'read' : undefined
  if (what === undefined || path === undefined || code === undefined || !NO_FOLDER.test(code)) return undefined
  return (
    `The data folder ${path} cannot be ${what} (${code}). Give the user that runs mediagen access to the ` +
    'parent folder, or set MEDIAGEN_DATA_DIR to a different folder.'
  )
}

type Said = { exit: number; code: string; message: string; details?: string; task_id?: string; request_id?: string }

/** A sentence for people, or one line of JSON for programs, both on standard error. */
function say(argv: readonly string[], { exit, details = '', ...error }: Said): number {
  const isForPrograms = argv.includes('--json') || (!process.stdout.isTTY && !process.stderr.isTTY && isCallers(argv))
  if (isForPrograms && !argv.includes('--no-json'))
    process.stderr.write(`${JSON.stringify({ error: { ...error, details } })}\n`)
  else {
    const columns = process.stderr.isTTY ? process.stderr.columns || 80 : Infinity
    const lines = [error.message, details].flatMap((each) => (each === '' ? [] : [wrapText(each, { columns })]))
    process.stderr.write(`${lines.join('\n')}\n`)
  }
  return exit
}

/**
 * Commands that only call a service. Those for the models of this machine belong to the operator, although they are
 * listed with the catalogue.
 */
function isCallers([name, below]: readonly string[]): boolean {
  if (name === 'models' && LOCAL_MODEL_COMMANDS.some((each) => each.name === below)) return false
  return CALLER_COMMANDS.some((each) => each.name === name)
}

function isCommand(name: string): boolean {
  return COMMANDS.some((each) => each.name === name)
}
