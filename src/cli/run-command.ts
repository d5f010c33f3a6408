import { ConfigError, processEnvironment } from '../config.ts'
import { AppError } from '../core/errors.ts'
import { systemClock } from '../runtime/system.ts'
import { VERSION } from '../version.ts'
import { CALLER_COMMANDS } from './caller-commands.ts'
import { outliveClosedPipes } from './closed-pipes.ts'
import { EXIT } from './exit-codes.ts'
import { callerHelp, commandTree, type OperatorCommand } from './command-tree.ts'
import { Interrupted } from './interrupted.ts'
import { wrapPage, wrapText } from './terminal/wrap-text.ts'
import { UsageError } from './usage-error.ts'

type Command = { help: string; run: (argv: string[]) => Promise<number> }

/**
 * The commands of the operator, each with its part of the help page; they read their own arguments. Loaded only when asked
 * for: listing keys must not wait for a service. Those of callers are in `caller-commands.ts`.
 */
const COMMANDS: Readonly<Record<string, Command>> = {
  serve: {
    run: async (argv) => (await import('./operator/serve.ts')).serveCommand(argv),
    help: `
  mediagen serve                     start the service (what npm start does)
        [--role all|api|worker]      one part of a fleet: answer requests, or do the work`,
  },
  migrate: {
    run: async (argv) => (await import('./operator/migrate.ts')).migrateCommand(argv),
    help: `
  mediagen migrate                   bring the database up to date and end; serve does so too`,
  },
  backup: {
    run: async (argv) => (await import('./operator/backup.ts')).backupCommand(argv),
    help: `
  mediagen backup --to FOLDER        copy records and files, also while the service runs; again: what is new
                                     (--verify also reads what is there, and repairs it)`,
  },
  restore: {
    run: async (argv) => (await import('./operator/restore.ts')).restoreCommand(argv),
    help: `
  mediagen restore --from FOLDER     put a backup into an empty data folder`,
  },
  keys: {
    run: async (argv) => (await import('./operator/keys.ts')).keysCommand(argv),
    help: `
  mediagen keys create --name NAME   make an API key; it is shown once
        [--scopes images:write,videos:write,tasks:read,tasks:write,admin]   all but admin if left out
        [--models diorama,sandbox] [--expires 30d|12h|2030-01-31]
        [--rpm 60] [--reads 600]     requests a minute that make something, and that only read
        [--in-work 4] [--waiting 100] [--per-day 5] [--per-month 50]        tasks at once, in line; dollars
        [--user-rpm 5] [--user-in-work 1] [--user-per-day 0.5] …            the same for each end user
  mediagen keys edit ID …            change any of these; none lifts a limit, --models all allows every model
  mediagen keys rotate ID            give it another text; the old one works for 24 hours more
        [--overlap 30m|0]            or for as long as this; 0 ends it now
  mediagen keys list                 show all keys, never their text
  mediagen keys show ID              all about one key
  mediagen keys revoke ID            a revoked key stops working within a second
  mediagen keys secret ID            show the secret that signs the webhooks of a key
        [--rotate]                   replace it
  mediagen keys audit [ID]           who changed what, newest first
        [--limit 50]
  mediagen keys … --json             any of these as JSON, under the names that /api/ai/admin uses`,
  },
  prices: {
    run: async (argv) => (await import('./operator/prices.ts')).pricesCommand(argv),
    help: `
  mediagen prices import FILE        read LiteLLM's public list of prices and show what would change (docs/money.md)
        [--write mediagen.prices.json] [--as-of 2026-12-01] [--believe-zero]`,
  },
  credentials: {
    run: async (argv) => (await import('./operator/credentials.ts')).credentialsCommand(argv),
    help: `
  mediagen credentials init          make a certificate for tests, with which results are signed (docs/provenance.md)
        [--to ./credentials] [--name "Example studio"]
  mediagen credentials check FILE    what a picture or clip says of its origin, and whether that is valid
        [--json]                     the whole story, as C2PA tells it`,
  },
  doctor: {
    run: async (argv) => (await import('./operator/doctor.ts')).doctorCommand(argv),
    help: `
  mediagen doctor                    check settings, disk, database, ffmpeg, keys and reachability`,
  },
  mcp: {
    run: async (argv) => (await import('./operator/mcp.ts')).mcpCommand(argv),
    help: `
  mediagen mcp                       be the tool of a desktop assistant that starts it (docs/mcp.md): with MEDIAGEN_URL
                                     and MEDIAGEN_API_KEY of that service, else of one of its own in ~/.mediagen`,
  },
  completion: {
    run: (argv) => completion(argv),
    help: `
  mediagen completion bash|zsh|fish  a script that lets your shell complete all of this`,
  },
  version: {
    run: async () => print(`mediagen ${VERSION}\n`),
    help: `
  mediagen version                   the version of this program`,
  },
  help: {
    run: (argv) => help(argv),
    help: `
  mediagen help [COMMAND]            this page, or what it says of one command`,
  },
}

const OTHER_NAMES = new Map([
  ['--help', 'help'],
  ['-h', 'help'],
  ['--version', 'version'],
  ['-v', 'version'],
])

const isHelp = (word: string): boolean => word === '--help' || word === '-h'

/** Runs one command and gives back the exit code. What goes wrong is said in words, on standard error. */
export async function runCommand(argv: readonly string[]): Promise<number> {
  outliveClosedPipes()
  const [first = 'help', ...rest] = argv
  const name = OTHER_NAMES.get(first) ?? first
  try {
    if (argv.some(isHelp) && argv.includes('--json')) return printTree(first)
    if (!Object.hasOwn(COMMANDS, name)) return await runCaller([name, ...rest])
    return rest.some(isHelp) ? printPage(`${commandNamed(name).help.slice(1)}\n`) : await commandNamed(name).run(rest)
  } catch (error) {
    return await explain(error, argv)
  }
}

/** Commands of callers go through a parser; those of the operator never wait for it. */
async function runCaller(argv: readonly string[]): Promise<number> {
  const { parseCall } = await import('./parse-call.ts')
  // Known by name alone, so that a mistyped one is recognised.
  const others = Object.keys(COMMANDS).map((name) => ({ name, summary: '', run: async () => EXIT.usage }))
  const parsed = parseCall([...CALLER_COMMANDS, ...others], argv)
  if ('page' in parsed) return print(parsed.page)
  return parsed.spec.run({ given: parsed.given, environment: processEnvironment(), nowMs: () => systemClock.now() })
}

async function completion([shell, ...more]: string[]): Promise<number> {
  const { completionScript, SHELLS } = await import('./completion/completion-script.ts')
  const known = SHELLS.find((each) => each === shell)
  if (known === undefined || more.length > 0) throw new UsageError(`'completion' takes one of ${SHELLS.join(', ')}.`)
  return print(completionScript(known, commandTree(CALLER_COMMANDS, operatorCommands())))
}

function printTree(name: string): number {
  const tree = commandTree(CALLER_COMMANDS, operatorCommands())
  const one = tree.commands.find((each) => each.name === name)
  return print(`${JSON.stringify(one ?? tree, null, 2)}\n`)
}

function operatorCommands(): OperatorCommand[] {
  return Object.entries(COMMANDS).map(([name, { help }]) => ({ name, help }))
}

function commandNamed(name: string): Command {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command === undefined) throw new UsageError(`There is no command '${name}'.`)
  return command
}

async function help([name]: string[]): Promise<number> {
  if (name === undefined) return printPage(helpPage())
  const isCaller = CALLER_COMMANDS.some((each) => each.name === name)
  return isCaller ? runCaller([name, '--help']) : printPage(`${commandNamed(name).help.slice(1)}\n`)
}

function helpPage(): string {
  const commands = Object.values(COMMANDS).map((command) => command.help)
  return `mediagen: a media generation service

Call a service (mediagen COMMAND --help tells more):
${callerHelp(CALLER_COMMANDS)}
Run a service:
${commands.join('')}

Settings come from the environment: see docs/configuration.md; commands that call a service: docs/cli.md.
From a checkout, write "npm run mediagen --" in place of "mediagen".
`
}

/** As wide as the window; a file gets every line whole. */
function printPage(page: string): number {
  return print(wrapPage(page, process.stdout.isTTY ? process.stdout.columns || 80 : Infinity))
}

function print(text: string): number {
  process.stdout.write(text)
  return EXIT.done
}

async function explain(error: unknown, argv: readonly string[]): Promise<number> {
  if (error instanceof Interrupted) return EXIT.interrupted
  if (error instanceof UsageError) {
    const name = argv[0] !== undefined && isCommand(argv[0]) ? ` ${argv[0]}` : ''
    const details = `See: mediagen${name} --help`
    return say(argv, { exit: EXIT.usage, code: 'usage', message: error.message, details })
  }
  if (error instanceof ConfigError || error instanceof AppError)
    return say(argv, { exit: EXIT.failed, code: 'failed', message: error.message })
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    const message = 'The port is in use. Stop what listens there, or set PORT to another one.'
    return say(argv, { exit: EXIT.failed, code: 'failed', message })
  }
  if (!isCallers(argv)) {
    const message = uselessFolder(error)
    if (message === undefined) throw error
    return say(argv, { exit: EXIT.failed, code: 'failed', message })
  }
  // Only commands of callers fail in these ways, and then the client is loaded already.
  const { explainFailure } = await import('./caller/explain-failure.ts')
  const explained = explainFailure(error)
  if (explained === undefined) throw error
  return say(argv, explained)
}

const NO_FOLDER = /^(EACCES|EPERM|EROFS|EEXIST|ENOTDIR)$/

/** What to do where the data folder cannot be made: most often a volume that belongs to somebody else. */
function uselessFolder(error: unknown): string | undefined {
  const { code, syscall, path } = error as NodeJS.ErrnoException
  if (syscall !== 'mkdir' || path === undefined || code === undefined || !NO_FOLDER.test(code)) return undefined
  return (
    `The data folder ${path} cannot be made (${code}). Give the folder above it to the user that runs mediagen, ` +
    'or set MEDIAGEN_DATA_DIR to another one.'
  )
}

type Said = { exit: number; code: string; message: string; details?: string; task_id?: string; request_id?: string }

/** For people a sentence, and for programs one line of JSON, both on standard error. */
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

function isCallers([name]: readonly string[]): boolean {
  return CALLER_COMMANDS.some((each) => each.name === name)
}

function isCommand(name: string): boolean {
  return Object.hasOwn(COMMANDS, name) || isCallers([name])
}
