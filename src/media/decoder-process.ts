import { AppError } from '../core/errors.ts'
import { childProgram, type Silence } from './child-program.ts'
import type { DecoderOrder, DecoderReport, DecoderResult } from './decoder-orders.ts'
import { damaged, tooMuchWork } from './picture-limits.ts'

// The compiled program has the same files under another ending.
const PROGRAM = import.meta.url.endsWith('.ts')
  ? new URL('./decoder-program.ts', import.meta.url)
  : new URL('./decoder-program.js', import.meta.url)

// The allowance of processor time ends a picture long before; this is for a decoder that hangs without working.
const HANGS_AFTER_MS = 60_000

const ENDED: Silence = { kind: 'ended' }

/** Does one order at a time; what it throws is for the caller of the service, unless no decoder could be started. */
export type DecoderProcess = { run(order: DecoderOrder): Promise<DecoderResult> }

/** A decoder in a process of its own. */
export function decoderProcess({ hangsAfterMs = HANGS_AFTER_MS } = {}): DecoderProcess {
  const program = childProgram<DecoderOrder, DecoderReport>({
    program: PROGRAM,
    hangsAfterMs,
    mayGoOn: ({ kind }) => kind === 'done' || kind === 'refused',
  })
  return {
    run: async (order) => {
      const said = await program.run(order).catch(() => ENDED)
      // Anybody may end a process, such as a system that runs out of memory: a fresh one decides whether it was the file.
      return resultOf(said.kind === 'ended' ? await program.run(order) : said, order)
    },
  }
}

function resultOf(said: DecoderReport | Silence, { work }: DecoderOrder): DecoderResult {
  switch (said.kind) {
    case 'done':
      return said.result
    case 'refused':
      throw new AppError(said.code, said.message, { param: 'image' })
    case 'over':
      if (work.kind === 'clip') return { damaged: `it requires more ${said.what} to read than is allowed for a clip` }
      if (work.kind === 'film') return { damaged: `left frames that need more ${said.what} than a clip may use` }
      throw tooMuchWork(said.what)
    case 'hangs':
      if (work.kind === 'clip') return { damaged: 'it cannot be read completely' }
      throw tooMuchWork('time')
    case 'ended':
      if (work.kind === 'clip') return { damaged: 'it crashes the decoder' }
      if (work.kind === 'film') return { damaged: 'left frames that crash the decoder' }
      throw damaged(work.type, new Error('the decoder crashed'))
    case 'ready':
      throw new Error('the decoder sent an unexpected message')
  }
}
