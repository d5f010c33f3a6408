import { AppError, Interrupted } from '../../../core/errors.ts'

type Job<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (reason: unknown) => void }

declare const LANE: unique symbol

/** A function whose callers wait for a lane. */
export type Batched<Item, Result> = ((item: Item) => Promise<Result>) & { readonly [LANE]: true }

/** What fills a lane never waits for one: with a single lane it would wait for itself, and all others behind it, for ever. */
export type Unbatched<Work> = Work & { readonly [LANE]?: never }

/** In place of a result: what was found is outdated already, and the item is to be performed once more, by itself. */
export const AGAIN = Symbol('again')

/** The error of a batch of which a part was done: nobody may be told that nothing was. */
export function partlyDone(error: unknown): unknown {
  return error instanceof AppError ? new Interrupted(error.code, error.message, { cause: error }) : error
}

export type Batching<Item, Result> = {
  /** Items with the same key never share a batch: one statement cannot touch a row twice. */
  keyOf: (item: Item) => string
  most: number
  /** How many batches may be under way at once; only one keeps the order in which things were asked. */
  lanes: number
  /** Performs all of them in one statement; a failure undoes them all. */
  together: Unbatched<(items: Item[]) => Promise<(Result | typeof AGAIN)[]>>
  /** Performs one. `maybeDone` tells that it may have been performed before. */
  alone: Unbatched<(item: Item, maybeDone: boolean) => Promise<Result | typeof AGAIN>>
}

/**
 * Gathers what is asked in one turn of the event loop into one statement; what comes while every lane is taken waits and
 * is gathered too. Where the whole fails, each is performed by itself, so that a failing one undoes only itself.
 */
export function batched<Item, Result>(options: Batching<Item, Result>): Batched<Item, Result> {
  let queue: Job<Item, Result>[] = []
  let busy = 0
  let scheduled = false

  const next = async (): Promise<void> => {
    scheduled = false
    if (queue.length === 0 || busy === options.lanes) return
    const [batch, rest] = take(queue, options)
    queue = rest
    busy++
    await perform(batch, options)
    busy--
    schedule()
  }
  const schedule = (): void => {
    if (scheduled || queue.length === 0 || busy === options.lanes) return
    scheduled = true
    setImmediate(() => void next())
  }

  const send = (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject })
      schedule()
    })
  return send as Batched<Item, Result>
}

/** The same, but only what stands in the same line is gathered. Lines are few, and each has lanes of its own. */
export function batchedByLine<Item, Result>(
  lineOf: (item: Item) => string,
  options: Batching<Item, Result>,
): Batched<Item, Result> {
  const lines = new Map<string, Batched<Item, Result>>()
  const send = (item: Item): Promise<Result> => {
    const line = lines.get(lineOf(item)) ?? batched(options)
    lines.set(lineOf(item), line)
    return line(item)
  }
  return send as Batched<Item, Result>
}

function take<Item, Result>(
  queue: Job<Item, Result>[],
  { keyOf, most }: Batching<Item, Result>,
): [Job<Item, Result>[], Job<Item, Result>[]] {
  const [batch, rest]: [Job<Item, Result>[], Job<Item, Result>[]] = [[], []]
  const keys = new Set<string>()
  for (const job of queue) {
    const key = keyOf(job.item)
    const fits = batch.length < most && !keys.has(key)
    keys.add(key)
    ;(fits ? batch : rest).push(job)
  }
  return [batch, rest]
}

async function perform<Item, Result>(
  batch: readonly Job<Item, Result>[],
  { together, alone }: Batching<Item, Result>,
): Promise<void> {
  const untilDone = async (item: Item, maybeDone: boolean): Promise<Result> => {
    for (;;) {
      const result = await alone(item, maybeDone)
      if (result !== AGAIN) return result
    }
  }
  try {
    const results = await together(batch.map(({ item }) => item))
    const each = batch.map(async ({ item, resolve, reject }, index) => {
      const result = results[index] as Result | typeof AGAIN
      if (result === AGAIN) await untilDone(item, false).then(resolve, reject)
      else resolve(result)
    })
    await Promise.all(each)
  } catch (error) {
    const maybeDone = error instanceof Interrupted
    if (!maybeDone && (batch.length === 1 || error instanceof AppError)) {
      for (const { reject } of batch) reject(error)
      return
    }
    await Promise.all(
      batch.map(({ item, resolve, reject }) =>
        untilDone(item, maybeDone).then(resolve, (reason: unknown) => {
          // That it cannot be done now does not tell that it was not done.
          reject(maybeDone && reason instanceof AppError ? error : reason)
        }),
      ),
    )
  }
}
