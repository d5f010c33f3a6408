import { flushCompileCache } from 'node:module'
import { Worker } from 'node:worker_threads'
import { compiledBefore } from '../compiled-before.ts'
import { watchWork } from '../watch-work.ts'
import type { SignerOrder, SignerReply, SignerReport, ThreadOrder, ThreadReport } from './signer-orders.ts'

// The compiled program has the same files under another ending.
const THREAD = import.meta.url.endsWith('.ts')
  ? new URL('./signer-thread.ts', import.meta.url)
  : new URL('./signer-thread.js', import.meta.url)

// The parent may be gone this very moment: then nobody listens, and the end of the channel ends us.
const report = (said: SignerReport): void => void process.send?.(said, undefined, undefined, () => undefined)

// The library works on a thread, so that this one can watch what it takes.
const thread = new Worker(THREAD, { env: compiledBefore(), execArgv: [] })
thread.on('error', (error) => {
  throw error
})

async function follow({ work, signing, allowance }: SignerOrder): Promise<void> {
  const watching = watchWork(allowance, (what) => report({ kind: 'over', what }))
  try {
    report(await askThread({ work, signing }))
  } finally {
    clearInterval(watching)
  }
}

async function askThread(order: ThreadOrder): Promise<ThreadReport> {
  return await new Promise((resolve) => {
    const heard = (said: ThreadReport): void => {
      if (said.kind === 'ask') return report(said)
      thread.off('message', heard)
      resolve(said)
    }
    thread.on('message', heard)
    thread.postMessage(order, [])
  })
}

// A library that hangs would keep an orderly exit waiting for ever.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// Ctrl-C reaches every process of a terminal; the one that started us decides when we stop.
process.on('SIGINT', () => undefined)
process.on('message', (said: SignerOrder | SignerReply) => {
  if ('reply' in said) thread.postMessage(said, [])
  else void follow(said)
})
report({ kind: 'ready' })
// It is killed in the end, which keeps nothing.
flushCompileCache()
