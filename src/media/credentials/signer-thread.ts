import { flushCompileCache } from 'node:module'
import { parentPort } from 'node:worker_threads'
import { carryOut, openLibrary } from './c2pa-library.ts'
import type { SignerReply, ThreadOrder, ThreadReport } from './signer-orders.ts'

const say = (said: ThreadReport): void => parentPort?.postMessage(said, [])
let replied: ((reply: SignerReply['reply']) => void) | undefined
const opened = openLibrary()
// Its process is killed in the end, which keeps nothing.
void opened.then(
  () => flushCompileCache(),
  () => undefined,
)

/** The key is in another process: nothing that a file makes of the library can reach it. */
async function ask(claim: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const { signature } = await new Promise<SignerReply['reply']>((resolve) => {
    replied = resolve
    say({ kind: 'ask', claim: Uint8Array.from(claim) })
  })
  if (signature === null) throw new Error('there is no signature')
  return signature
}

async function follow(order: ThreadOrder): Promise<void> {
  try {
    await opened
    say({ kind: 'done', result: await carryOut(order, ask) })
  } catch (error) {
    say(failureIn(error))
  }
}

/** What has the name of a system call failed around the library, not in it. */
function failureIn(error: unknown): ThreadReport {
  if (!(error instanceof Error)) return { kind: 'failed', message: String(error) }
  if ('syscall' in error) return { kind: 'outside', message: 'code' in error ? String(error.code) : 'unknown' }
  return { kind: 'failed', message: error.message }
}

parentPort?.on('message', (said: ThreadOrder | SignerReply) => {
  if ('reply' in said) replied?.(said.reply)
  else void follow(said)
})
