import type { Config } from '../../config.ts'
import type { Letter } from '../../ports/process-link.ts'
import { outbox } from '../../runtime/outbox.ts'
import { addCounts } from '../../telemetry/add-counts.ts'
import type { Shop, ShopTold } from '../../workers/workshop.ts'
import type { Listening } from '../public-url.ts'
import type { Parts } from '../parts.ts'
import { forkProgram, programBeside } from './fork-program.ts'

type Around = { parts: Pick<Parts, 'bell' | 'meters' | 'publicUrl'>; listening: Listening }

/** Starts the process of a workshop. It hears our bell and we hear its; what it counts is counted here. */
export function forkWorkshop(config: Config, { parts, listening }: Around, { owner, ...told }: ShopTold): Shop {
  const program = programBeside(import.meta.url, 'workshop-program')
  const { child, ...shop } = forkProgram(program, config, [owner, parts.publicUrl(), String(listening.port)])
  child.on('message', (message) => {
    const { rung, counted, state } = message as Letter
    for (const topic of rung) parts.bell.hear?.(topic)
    if (parts.meters !== undefined) addCounts(parts.meters, counted)
    if (state === 'ready') told.onReady()
    if (state === 'leaving') told.onLeaving()
  })
  // One that is gone hears nothing, and need not: it looks for itself when it comes again.
  const post = outbox({ send: (letter) => void (child.connected && child.send(letter, () => undefined)) })
  const unlink = parts.bell.link?.((topic) => post.ring(topic))
  void shop.ended.then(unlink)
  return shop
}
