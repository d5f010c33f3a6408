// The real service in a process of its own, made to be killed. It loads everything, then waits for its orders: so the next
// one can stand ready while this one still lives.
import { flushCompileCache } from 'node:module'
import { startService } from '../../src/compose/service.ts'
import { readConfig } from '../../src/config.ts'
import { cellFor, replacementsFor, type Orders } from './server-parts.ts'

export type Word = { kind: 'loaded' } | { kind: 'ready'; url: string } | { kind: 'failed'; reason: string }

const tell = (word: Word): void => void process.send?.(word)

async function serve(orders: Orders): Promise<void> {
  let publicUrl = ''
  const openQuarantine = cellFor(orders, () => publicUrl)
  const service = await startService(
    readConfig(orders.env),
    { ...replacementsFor(orders), openQuarantine },
    orders.role,
  )
  publicUrl = service.publicUrl
  process.once('SIGTERM', () => void service.stop().then(() => process.disconnect?.()))
  tell({ kind: 'ready', url: service.url })
}

process.once('message', (orders: Orders) => {
  serve(orders).catch((error: unknown) => {
    tell({ kind: 'failed', reason: String(error) })
    process.exitCode = 1
    process.disconnect?.()
  })
})
// The parent is gone: nobody would ever end us.
process.once('disconnect', () => process.exit())
flushCompileCache()
tell({ kind: 'loaded' })
