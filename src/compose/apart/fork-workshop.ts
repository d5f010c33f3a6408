import type { Config } from '../../config.ts'
import type { Letter } from '../../ports/process-link.ts'
import { outbox } from '../../runtime/outbox.ts'
import { addCounts } from '../../telemetry/counts-elsewhere.ts'
import type { Shop } from '../../workers/workshop.ts'
import type { Listening } from '../public-url.ts'
import type { Parts } from '../parts.ts'
import { forkProgram, programBeside } from './fork-program.ts'

type Around = { parts: Pick<Parts, 'bell' | 'meters' | 'publicUrl'>; listening: Listening }

/** Starts the process of a workshop. It hears our bell and we hear its; what it counts is counted here. */
export function forkWorkshop(config: Config, { parts, listening }: Around, owner: string): Shop {
  const program = programBeside(import.meta.url, 'workshop-program')
  const { child, ended, stop } = forkProgram(program, config, [owner, parts.publicUrl(), String(listening.port)])
  const ready = Promise.withResolvers<void>()
  const leaving = Promise.withResolvers<void>()
  child.on('message', (message) => {
    const { rung, counted, state } = message as Letter
    for (const topic of rung) parts.bell.hear?.(topic)
    if (parts.meters !== undefined) addCounts(parts.meters, counted)
    if (state === 'ready') ready.resolve()
    if (state === 'leaving') leaving.resolve()
  })
  // One that is gone hears nothing, and need not: it looks for itself when it comes again.
  const post = outbox({ send: (letter) => void (child.connected && child.send(letter, () => undefined)) })
  const unlink = parts.bell.link?.(post.ring)
  void ended.then(unlink)
  return { ended, stop, ready: ready.promise, leaving: leaving.promise }
}
