import { parentPort, threadId } from 'node:worker_threads'
import type { Brief } from '../../src/brief.ts'
import type { FromThread, ToThread } from '../../src/threads/messages.ts'

// Speaks as a drawing thread does, and does what a prompt says: `throw`, `crash`, `leave`, or answers with it. To `who` it
// answers with its own number, and what it reads is that too.

const readBy = (thread: number): Brief => ({ chance: String(thread) }) as Partial<Brief> as Brief
const answerTo = (prompt: string) => ({ bytes: Buffer.from(prompt === 'who' ? String(threadId) : prompt) })

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
      : { kind: 'done', ticket, result: order.kind === 'read' ? { brief: readBy(threadId) } : answerTo(prompt) }
  port?.postMessage(answer, [])
})
