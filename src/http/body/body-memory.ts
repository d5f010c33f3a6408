import type { FastifyRequest } from 'fastify'
import { byteBudget } from '../../core/files/byte-budget.ts'
import { AppError } from '../../core/errors.ts'

const MIB = 2 ** 20
// What a body may have in memory while it is read: 256 KiB of parameters, as bytes and as text, and what the line, the
// decoder and the disk have in hand of a picture. Pictures themselves are on disk.
const MOST_OF_A_BODY = MIB
// 128 large bodies at a time, 32 of one key. The others wait with their bytes on the line, where they cost nothing.
const BODIES = byteBudget({ total: 128 * MIB, each: 32 * MIB })

/** Reads a body once there is memory for it. Whoever sends many at once waits for its own, not before the others. */
export async function bodyMemory<T>(request: FastifyRequest, read: () => Promise<T>): Promise<T> {
  const { raw, caller } = request as Partial<Pick<FastifyRequest, 'caller'>> & Pick<FastifyRequest, 'raw'>
  const bytes = Math.min(Number(raw.headers['content-length'] ?? MOST_OF_A_BODY), MOST_OF_A_BODY)
  // Nearly always there is room, and nobody has to be told who hangs up meanwhile.
  const freeNow = BODIES.takeNow(caller?.id ?? '', bytes)
  if (freeNow !== undefined) return await read().finally(freeNow)
  const gone = new AbortController()
  const hangUp = (): void => gone.abort(new AppError('invalid_parameter', 'The connection broke off.'))
  raw.once('close', hangUp)
  const taken = BODIES.take(caller?.id ?? '', bytes, gone.signal)
  // A request closes also when its body has been read; an error made for each of them would be a twentieth of its cost.
  const free = await taken.finally(() => raw.off('close', hangUp))
  return await read().finally(free)
}
