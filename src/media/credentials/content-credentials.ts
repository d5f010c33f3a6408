import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Credentials, LocalFile, Signing, StepFailure } from '../../ports/marking.ts'
import type { Clock } from '../../ports/runtime.ts'
import { childProgram, type Silence } from '../child-program.ts'
import { waitingLine } from '../waiting-line.ts'
import { fileIsSigned } from './file-walker.ts'
import { readIdentity, type IdentityFiles, type KnownIdentity } from './identity.ts'
import { makeSignature, signatureForm, type SignatureParts } from './make-signature.ts'
import type { SignerOrder, SignerReply, SignerReport, SignerResult, SignerWork } from './signer-orders.ts'

const MIB = 2 ** 20
// The library holds a file several times over: this is about a gigabyte.
const MOST_BYTES = 100 * MIB
const UNSIGNABLE = new Set(['video/webm'])
/** What is never signed, for those who set the service up. */
export const SIGNING_LIMITS = `WebM and files above ${MOST_BYTES / MIB} MiB cannot be signed`
// Measured: a clip of 43 MB takes 330 MB and one second. Three times that, and what the library itself needs.
const memoryFor = (bytes: number): number => 300 * MIB + 12 * bytes
const workMsFor = (bytes: number): number => 30_000 + bytes / 2_000
// The allowance of processor time ends an order long before; this is for a program that hangs without working.
const HANGS_AFTER_MS = 5 * 60_000
const HEAVY_BYTES = 16 * MIB

// The compiled program has the same files under another ending.
const PROGRAM = import.meta.url.endsWith('.ts')
  ? new URL('./signer-program.ts', import.meta.url)
  : new URL('./signer-program.js', import.meta.url)

type Generator = { name: string; version: string }

export type SigningParts = SignatureParts & {
  files: IdentityFiles
  isRequired: boolean
  generator: Generator
  clock: Clock
}

/** Looks for credentials, and signs nothing. */
export function onlyLooking(): Credentials {
  return { isSigned: fileIsSigned, isRequired: false, check: checking(signersInTurn()) }
}

/** Signs files in processes of their own, which start with the first of them. */
export function contentCredentials(parts: SigningParts): Credentials {
  const { files, isRequired, generator, clock } = parts
  const inTurn = signersInTurn()
  return {
    isSigned: fileIsSigned,
    isRequired,
    check: checking(inTurn),
    async sign(file, claim, inputs, asker) {
      if (UNSIGNABLE.has(file.mediaType)) return ofFile('WebM cannot contain Content Credentials')
      if (file.bytes > MOST_BYTES) return ofFile(`it is larger than ${MOST_BYTES / MIB} MiB, the maximum for signing`)
      if (await fileIsSigned(file.path))
        return theirs(await inTurn({ asker, bytes: file.bytes }, { kind: 'read', file, wantsStory: false }))
      const identity = await readIdentity(files, clock.now())
      // Certificate and key are the operator's to mend, or are being replaced this very moment.
      if ('problem' in identity) return { kind: 'failed', fault: 'outside', reason: identity.problem }
      const into = `${file.path}.signed`
      const discard = (): Promise<void> => rm(into, { force: true })
      const signedWith = async (told: readonly LocalFile[]): Promise<Signing> => {
        const bytes = sizeOf([file, ...told])
        const isEdit = claim.isEdit && told[0] === inputs[0]
        const work = { kind: 'sign', file, into, claim: { ...claim, isEdit }, inputs: told, generator } as const
        const signature = signatureOf(parts, identity)
        const said = await inTurn({ asker, bytes }, work, signature)
        if (said.kind === 'signed') {
          const isWhole = said.leftOut === 0 && told.length === inputs.length
          const warnings = [...signature.warnings(), ...(isWhole ? [] : [NOT_TOLD])]
          return { kind: 'signed', signer: identity.signer, warnings, open: () => createReadStream(into), discard }
        }
        await discard()
        return (
          signature.failure() ?? (said.kind === 'failed' ? said : ofFile('the Content Credentials library did nothing'))
        )
      }
      const told = fitting(inputs, MOST_BYTES - file.bytes)
      const signing = await signedWith(told)
      // Inputs are a caller's, and what they are made of must not cost the result its credentials.
      const isPerhapsTheirs = signing.kind === 'failed' && signing.fault === 'unsure' && told.length > 0
      return isPerhapsTheirs ? signedWith([]) : signing
    },
  }
}

const NOT_TOLD = 'The Content Credentials of an input are not included, because they are too large or cannot be read.'

function sizeOf(files: readonly LocalFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** The inputs for which there is room, the first ones first. */
function fitting(inputs: readonly LocalFile[], room: number): LocalFile[] {
  const told: LocalFile[] = []
  for (const input of inputs) if (sizeOf([...told, input]) <= room) told.push(input)
  return told
}

type SignersInTurn = ReturnType<typeof signersInTurn>

/** Two processes that start with the first order; large files wait for one of them. */
function signersInTurn() {
  const inTurn = waitingLine({ heavy: signerProgram(), light: signerProgram() })
  return (
    { asker, bytes }: { asker: string; bytes: number },
    work: SignerWork,
    { signing, answer }: Partial<Signature> = {},
  ): Promise<SignerResult | StepFailure> =>
    inTurn({ asker, light: bytes < HEAVY_BYTES }, (program) =>
      program.run({ work, signing, allowance: allowanceFor(bytes) }, answer),
    )
}

/** What the library's reader says of a file; nothing is started for one that carries no credentials. */
function checking(inTurn: SignersInTurn): NonNullable<Credentials['check']> {
  return async (file, asker) => {
    if (!(await fileIsSigned(file.path))) return { present: false, valid: null, signer: null }
    const isReadable = !UNSIGNABLE.has(file.mediaType) && file.bytes <= MOST_BYTES
    const said = isReadable
      ? theirs(await inTurn({ asker, bytes: file.bytes }, { kind: 'read', file, wantsStory: false }))
      : undefined
    return said?.kind === 'there'
      ? { present: true, valid: said.valid, signer: said.signer }
      : { present: true, valid: null, signer: null }
  }
}

/** Known before anything is tried. */
function ofFile(reason: string): StepFailure {
  return { kind: 'failed', fault: 'file', reason }
}

type Signature = ReturnType<typeof signatureOf>

/** Answers the program that asks for a signature, and remembers why there was none, which is not the file's fault. */
function signatureOf(parts: SignatureParts, identity: KnownIdentity) {
  let failure: StepFailure | undefined
  let warnings: readonly string[] = []
  const answer = async (question: unknown): Promise<SignerReply['reply']> => {
    const { claim } = question as Extract<SignerReport, { kind: 'ask' }>
    const made = await makeSignature(parts, identity, claim).catch((): StepFailure => ({
      kind: 'failed',
      fault: 'outside',
      reason: 'no signature could be made',
    }))
    if (made.kind === 'failed') {
      failure = made
      return { signature: null }
    }
    warnings = made.warnings
    return { signature: made.cose }
  }
  return { signing: signatureForm(identity, parts), answer, failure: () => failure, warnings: () => warnings }
}

/** What cannot be read is not made ours by another signature: it stays, as something that nobody can vouch for. */
function theirs(said: SignerResult | StepFailure): Signing {
  if (said.kind === 'failed' && said.fault === 'outside') return said
  if (said.kind !== 'found') return { kind: 'there', valid: false, signer: null }
  return { kind: 'there', valid: said.valid, signer: said.signer }
}

/** Reads what a file says of itself; for the command line, which looks at one and ends. */
export async function readCredentials(file: LocalFile): Promise<SignerResult | StepFailure> {
  const work = { kind: 'read', file, wantsStory: true } as const
  return signerProgram().run({ work, signing: undefined, allowance: allowanceFor(file.bytes) })
}

function allowanceFor(bytes: number): SignerOrder['allowance'] {
  return { workMs: workMsFor(bytes), bytes: memoryFor(bytes) }
}

type SignerProgram = {
  run(order: SignerOrder, answer?: Signature['answer']): Promise<SignerResult | StepFailure>
}

function signerProgram(): SignerProgram {
  const program = childProgram<SignerOrder, SignerReport>({
    program: PROGRAM,
    hangsAfterMs: HANGS_AFTER_MS,
    // The library never gives memory back: after a large file it begins anew.
    mayGoOn: (said, { work }) => said.kind === 'done' && work.file.bytes < HEAVY_BYTES,
  })
  return {
    run: async (order, answer) => {
      try {
        const said = await program.run(order, answer)
        return said.kind === 'done' ? said.result : { kind: 'failed', ...failureOf(said) }
      } catch {
        return { kind: 'failed', fault: 'outside', reason: 'the signing program could not be started' }
      }
    },
  }
}

/** Only what the library says, and what it takes, may be the fault of the file: a process can be ended by anybody. */
function failureOf(said: Exclude<SignerReport, { kind: 'done' }> | Silence): Omit<StepFailure, 'kind'> {
  switch (said.kind) {
    case 'failed':
      return { fault: 'unsure', reason: `the Content Credentials library reported: ${said.message.slice(0, 300)}` }
    case 'outside':
      return { fault: 'outside', reason: `the signing program had a problem with the disk: ${said.message}` }
    case 'over':
      return { fault: 'unsure', reason: `it requires more ${said.what} than is allowed for a file of its size` }
    case 'hangs':
      return { fault: 'outside', reason: 'the signing program is not responding' }
    case 'ended':
    case 'ready':
    case 'ask':
      return { fault: 'outside', reason: 'the signing program ended early' }
  }
}
