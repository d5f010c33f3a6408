import { initCredentials, readFileCredentials, type CheckedFile } from '../../compose/credentials.ts'
import { showable } from '../terminal/text-width.ts'
import type { Given } from '../command.ts'

/** Makes certificates for tests. */
export async function initCredentialsCommand(given: Given): Promise<number> {
  const made = await initCredentials(given.text('to') ?? './credentials', given.text('name') ?? 'mediagen test signer')
  if (given.flag('json') === true) {
    process.stdout.write(`${JSON.stringify(made)}\n`)
    return 0
  }
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

/** Tells what a file says of its origin: 0 where its credentials are valid, 1 where they are not or there are none. */
export async function checkCredentialsCommand(given: Given): Promise<number> {
  const [path = ''] = given.args
  const found = await readFileCredentials(path)
  if (given.flag('json') === true) process.stdout.write(`${'story' in found ? found.story : JSON.stringify(found)}\n`)
  else process.stdout.write(`${words(path, found).map(showable).join('\n')}\n`)
  return 'valid' in found && found.valid ? 0 : 1
}

function words(path: string, found: CheckedFile): string[] {
  if ('problem' in found) return [`${path} cannot be checked: ${found.problem}.`]
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
