import { parentPort } from 'node:worker_threads'
import { carryOut, openLibrary } from './c2pa-library.ts'
import type { ThreadOrder, ThreadReport } from './signer-orders.ts'

const say = (said: ThreadReport): void => parentPort?.postMessage(said, [])
let signed: ((signature: Uint8Array<ArrayBuffer>) => void) | undefined
const opened = openLibrary()

/** The key is on the other side: whatever a file makes of the library, it cannot read it. */
async function ask(claim: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return await new Promise((resolve) => {
    signed = resolve
    say({ kind: 'claim', claim: Uint8Array.from(claim) })
  })
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

parentPort?.on('message', (said: ThreadOrder | { signature: Uint8Array<ArrayBuffer> }) => {
  if ('signature' in said) signed?.(said.signature)
  else void follow(said)
})
