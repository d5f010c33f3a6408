import { parentPort } from 'node:worker_threads'
import type { FromThread, ToThread } from '../../src/threads/messages.ts'

// Speaks as a drawing thread does, and does what a picture's prompt says: `throw`, `crash`, `leave`, or answers with it.

const port = parentPort
port?.on('message', (message: ToThread) => {
  if (message.kind === 'forget') return
  const { ticket, order } = message
  const { prompt } = order.job
  if (prompt === 'crash') throw new Error('this thread was told to crash')
  if (prompt === 'leave') process.exit(7)
  const answer: FromThread =
    prompt === 'throw'
      ? { kind: 'failed', ticket, reason: 'this order was told to fail' }
      : { kind: 'done', ticket, result: { bytes: Buffer.from(prompt) } }
  port?.postMessage(answer, [])
})
