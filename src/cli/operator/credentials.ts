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
  process.stdout.write(`Created for tests, valid for a year:
  ${made.chain}   the certificate, with the certificate of its authority
  ${made.key}     the private key; readable only by you
  ${made.authority}      the authority, for readers who should trust you
  ${made.authorityKey}  the private key of the authority: store it elsewhere

To sign every result that has no Content Credentials, set:
  MEDIAGEN_CREDENTIALS=on
  MEDIAGEN_CREDENTIALS_CERT=${made.chain}
  MEDIAGEN_CREDENTIALS_KEY=${made.key}

Readers show such files as valid but their signer as unknown, unless they have ${made.authority}. To be trusted everywhere, use a
certificate from an authority on the C2PA trust list, for a product that passed the C2PA conformance programme (docs/provenance.md).
`)
  return 0
}

/**
 * Shows what a file says about its origin: exits with 0 if its credentials are valid, with 1 if they are not or there
 * are none.
 */
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
    `  signed by   ${found.signer ?? 'an unknown signer'}${isUnknown ? ' (not on a trust list: decide for yourself whether to trust it)' : ''}`,
    ...found.actions.map((line) => `  states      ${line}`),
    ...others.map((code) => `  problem     ${code}`),
  ]
}
