import { ConfigError } from '../config.ts'
import { AppError } from '../core/errors.ts'
import { VERSION } from '../version.ts'
import { outliveClosedPipes } from './closed-pipes.ts'
import { UsageError } from './usage-error.ts'

type Command = { help: string; run: (argv: string[]) => Promise<number> }

/** Every command with its part of the help page. Loaded only when asked for: listing keys must not wait for a service. */
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
  mediagen backup --to FOLDER        copy records and files, also while the service runs; again: what is new`,
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
  mediagen keys secret ID [--rotate] show, or replace, the webhook signing secret of a key
  mediagen keys audit [ID]           who changed what, newest first
        [--limit 50]`,
  },
  models: {
    run: async (argv) => (await import('./operator/models.ts')).modelsCommand(argv),
    help: `
  mediagen models                    list the models that these settings offer`,
  },
  prices: {
    run: async (argv) => (await import('./operator/prices.ts')).pricesCommand(argv),
    help: `
  mediagen prices import FILE        read LiteLLM's public list of prices and show what would change (docs/money.md)
        [--write mediagen.prices.json] [--as-of 2026-12-01] [--believe-zero]`,
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
  version: {
    run: async () => print(`mediagen ${VERSION}\n`),
    help: `
  mediagen version                   the version of this program`,
  },
  help: {
    run: async ([name]) => print(name === undefined ? helpPage() : `${commandNamed(name).help.slice(1)}\n`),
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

/** Runs one command and gives back the exit code. What goes wrong is said in words, on standard error. */
export async function runCommand(argv: readonly string[]): Promise<number> {
  outliveClosedPipes()
  const [name = 'help', ...rest] = argv
  try {
    return await commandNamed(OTHER_NAMES.get(name) ?? name).run(rest)
  } catch (error) {
    return explain(error)
  }
}

function commandNamed(name: string): Command {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command === undefined) throw new UsageError(`There is no command '${name}'.`)
  return command
}

function helpPage(): string {
  const commands = Object.values(COMMANDS).map(({ help }) => help)
  return `mediagen: a media generation service
${commands.join('')}

Settings come from the environment: see docs/configuration.md.
From a checkout, write "npm run mediagen --" in place of "mediagen".
`
}

function print(text: string): number {
  process.stdout.write(text)
  return 0
}

function explain(error: unknown): number {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n\n${helpPage()}`)
    return 2
  }
  if (error instanceof ConfigError || error instanceof AppError) {
    process.stderr.write(`${error.message}\n`)
    return 1
  }
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    process.stderr.write('The port is in use. Stop what listens there, or set PORT to another one.\n')
    return 1
  }
  throw error
}
