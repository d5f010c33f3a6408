import { createPrivateKey } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { watchWork } from '../watch-work.ts'
import { algorithmOf, coseBytes, signClaim } from './cose.ts'
import type { Identity, SignerOrder, SignerReport, ThreadOrder, ThreadReport } from './signer-orders.ts'

// The compiled program has the same files under another ending.
const THREAD = import.meta.url.endsWith('.ts')
  ? new URL('./signer-thread.ts', import.meta.url)
  : new URL('./signer-thread.js', import.meta.url)

// Whoever started us may be gone this very moment: then nobody listens, and the end of the line ends us.
const report = (said: SignerReport): void => void process.send?.(said, undefined, undefined, () => undefined)

// The library works on a thread, so that this one can watch what it takes, and keep the key to itself.
const thread = new Worker(THREAD, { env: {}, execArgv: [] })
thread.on('error', (error) => {
  throw error
})

async function follow({ work, identity, allowance }: SignerOrder): Promise<void> {
  const watching = watchWork(allowance, (what) => report({ kind: 'over', what }))
  try {
    report(await askThread({ work, signing: identity === undefined ? undefined : signingOf(identity) }, identity))
  } catch (error) {
    report({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
  } finally {
    clearInterval(watching)
  }
}

function signingOf({ pem, chain }: Identity): ThreadOrder['signing'] {
  const algorithm = algorithmOf(createPrivateKey(pem))
  if (algorithm === undefined) throw new Error('C2PA knows no signature with this kind of key')
  return { name: algorithm.name, bytes: coseBytes(chain, algorithm) }
}

async function askThread(order: ThreadOrder, identity: Identity | undefined): Promise<SignerReport> {
  return await new Promise((resolve, reject) => {
    const heard = (said: ThreadReport): void => {
      if (said.kind !== 'claim') {
        thread.off('message', heard)
        resolve(said)
        return
      }
      try {
        thread.postMessage({ signature: signClaim(said.claim, identity?.pem ?? '', identity?.chain ?? []) }, [])
      } catch (error) {
        thread.off('message', heard)
        reject(error)
      }
    }
    thread.on('message', heard)
    thread.postMessage(order, [])
  })
}

// A library that hangs would keep an orderly exit waiting for ever.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// Ctrl-C reaches every process of a terminal; the one that started us decides when we stop.
process.on('SIGINT', () => undefined)
process.on('message', (order) => void follow(order as SignerOrder))
report({ kind: 'ready' })
