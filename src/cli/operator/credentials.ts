import { parseArgs } from 'node:util'
import { initCredentials, readFileCredentials, type CheckedFile } from '../../compose/credentials.ts'
import { UsageError } from '../usage-error.ts'

const OPTIONS = { to: { type: 'string' }, name: { type: 'string' }, json: { type: 'boolean' } } as const

/** Makes certificates for tests, and tells what a file says of its origin. */
export async function credentialsCommand(argv: readonly string[]): Promise<number> {
  const [verb, ...rest] = argv
  const { values, positionals } = parse(rest)
  if (verb === 'init' && positionals.length === 0) return init(values.to ?? './credentials', values.name)
  const [file, ...more] = positionals
  if (verb !== 'check') throw new UsageError(`'credentials' takes init or check.`)
  if (file === undefined || more.length > 0) throw new UsageError('Name one file: credentials check FILE')
  return check(file, values.json === true)
}

async function init(folder: string, name = 'mediagen test signer'): Promise<number> {
  const made = await initCredentials(folder, name)
  process.stdout.write(`Made for tests, good for a year:
  ${made.chain}   the certificate, with that of its authority
  ${made.key}     its key; nobody else may read it
  ${made.authority}      the authority, for readers who shall trust you
  ${made.authorityKey}  the key of the authority: keep it elsewhere

Set these, and every result that comes without Content Credentials is signed:
  MEDIAGEN_CREDENTIALS=on
  MEDIAGEN_CREDENTIALS_CERT=${made.chain}
  MEDIAGEN_CREDENTIALS_KEY=${made.key}

Readers call such files valid, and their signer unknown, unless they were given ${made.authority}. To be trusted by strangers, use
a certificate of an authority on the trust list of C2PA, for a product that passed its conformance programme (docs/provenance.md).
`)
  return 0
}

/** 0 where the credentials are valid, 1 where they are not or there are none. */
async function check(path: string, asJson: boolean): Promise<number> {
  const found = await readFileCredentials(path)
  if (asJson) process.stdout.write(`${'story' in found ? found.story : JSON.stringify(found)}\n`)
  else process.stdout.write(`${words(path, found).join('\n')}\n`)
  return 'valid' in found && found.valid ? 0 : 1
}

function words(path: string, found: CheckedFile): string[] {
  if ('problem' in found) return [`${path}: cannot be checked: ${found.problem}`]
  if (found.kind !== 'found') return [`${path}: no Content Credentials`]
  const isUnknown = found.problems.includes('signingCredential.untrusted')
  const others = found.problems.filter((code) => code !== 'signingCredential.untrusted')
  return [
    `${path}: Content Credentials, ${found.valid ? 'valid' : 'NOT valid'}`,
    `  signed by   ${found.signer ?? 'nobody known'}${isUnknown ? ' (on no list of ours: whether to trust it is up to you)' : ''}`,
    ...found.actions.map((line) => `  states      ${line}`),
    ...others.map((code) => `  problem     ${code}`),
  ]
}

function parse(argv: string[]) {
  try {
    return parseArgs({ args: argv, options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
