import { ConfigError } from '../config.ts'
import { AppError } from '../core/errors.ts'
import { UsageError } from './usage-error.ts'

const HELP = `mediagen: a media generation service

  mediagen serve                     start the service (what npm start does)
        [--role all|api|worker]      one part of a fleet: answer requests, or do the work
  mediagen migrate                   bring the database up to date and end; serve does so too
  mediagen keys create --name NAME   make an API key; it is shown once
        [--scopes images:write,videos:write,tasks:read,tasks:write,admin]
        [--models diorama,sandbox] [--expires 2030-01-31]
  mediagen keys list                 show all keys, never their text
  mediagen keys revoke ID            a revoked key stops working at once
  mediagen keys secret ID [--rotate] show, or replace, the webhook signing secret of a key
  mediagen models                    list the models that these settings offer
  mediagen doctor                    check settings, disk, database, ffmpeg, keys and reachability
  mediagen help                      this page

Settings come from the environment: see docs/configuration.md.
From a checkout, write "npm run mediagen --" in place of "mediagen".
`

/** Runs one command and gives back the exit code. What goes wrong is said in words, on standard error. */
export async function runCommand(argv: readonly string[]): Promise<number> {
  const [name = 'help', ...rest] = argv
  try {
    // Loaded only when asked for: listing keys must not wait for a whole service to be read.
    switch (name) {
      case 'serve':
        return await (await import('./operator/serve.ts')).serveCommand(rest)
      case 'migrate':
        return await (await import('./operator/migrate.ts')).migrateCommand(rest)
      case 'keys':
        return await (await import('./operator/keys.ts')).keysCommand(rest)
      case 'models':
        return await (await import('./operator/models.ts')).modelsCommand(rest)
      case 'doctor':
        return await (await import('./operator/doctor.ts')).doctorCommand(rest)
      case 'help':
      case '--help':
      case '-h':
        process.stdout.write(HELP)
        return 0
      default:
        throw new UsageError(`There is no command '${name}'.`)
    }
  } catch (error) {
    return explain(error)
  }
}

function explain(error: unknown): number {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n\n${HELP}`)
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
