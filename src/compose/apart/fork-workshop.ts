import type { Config } from '../../config.ts'
import type { Shop, ShopTold } from '../../workers/workshop.ts'
import type { Listening } from '../public-url.ts'
import type { Parts } from '../parts.ts'
import { forkProgram, programBeside } from './fork-program.ts'
import { hearChild, type HeardBy } from './hear-child.ts'

type Around = { parts: HeardBy & Pick<Parts, 'publicUrl'>; listening: Listening }

/** Starts the process of a workshop. */
export function forkWorkshop(config: Config, { parts, listening }: Around, { owner, ...told }: ShopTold): Shop {
  const program = programBeside(import.meta.url, 'workshop-program')
  const { child, ...shop } = forkProgram(program, config, [owner, parts.publicUrl(), String(listening.port)])
  hearChild({ child, ended: shop.ended }, parts, (state) => {
    if (state === 'ready') told.onReady()
    if (state === 'leaving') told.onLeaving()
  })
  return shop
}
