import { ApiError, ConnectionError, TimeoutError, type Mediagen } from '@mediagen/client'
import { errorText } from '../../../parts/states/error-state.tsx'
import { nowSeconds } from '../../../parts/words/now.ts'
import { tabStore } from '../../../data/tab-store.ts'
import { paramsOf, type Wish } from '../form/request.ts'

/** Why the service took a request not at all. */
export type Refusal = { text: string; code: string | undefined; requestId: string | undefined }

/** One request of a click, and what became of it. */
export type Ask = {
  wish: Wish
  /** Empty until the service has taken it. */
  taskIds: readonly string[]
  refusal: Refusal | undefined
}

/** One click on Generate: a request to each chosen model. */
export type Run = { id: string; at: number; asks: readonly Ask[] }

// As many as a strip shows; older ones are among the tasks.
const MOST_RUNS = 12

export const runStore = tabStore<readonly Run[]>('mediagen.playground.runs', {
  empty: [],
  read: (kept) => (Array.isArray(kept) ? (kept as Run[]) : []),
  smaller: (runs) => runs.map((run) => ({ ...run, asks: run.asks.map(withoutPictures) })),
})

/** Pictures of the user are the bulk of it; they are missing only where the same is asked for once more. */
function withoutPictures(ask: Ask): Ask {
  const references = ask.wish.references.map((each) => (each.url.startsWith('data:') ? { ...each, url: '' } : each))
  return { ...ask, wish: { ...ask.wish, references } }
}

const cancelled = new Set<string>()

/** Sends every wish; the results are followed by whoever shows them. */
export async function startRun(client: Mediagen, wishes: readonly Wish[]): Promise<void> {
  const run: Run = {
    id: crypto.getRandomValues(new Uint32Array(2)).join('-'),
    at: nowSeconds(),
    asks: wishes.map((wish) => ({ wish, taskIds: [], refusal: undefined })),
  }
  runStore.set([run, ...runStore.get()].slice(0, MOST_RUNS))
  await Promise.all(run.asks.map((ask, index) => sendAsk(client, run.id, { ask, index })))
}

async function sendAsk(client: Mediagen, runId: string, { ask, index }: { ask: Ask; index: number }): Promise<void> {
  const change = (become: Partial<Ask>): void =>
    runStore.set(
      runStore.get().map((run) => {
        if (run.id !== runId) return run
        return { ...run, asks: run.asks.map((each, at) => (at === index ? { ...each, ...become } : each)) }
      }),
    )
  try {
    const taskIds = await askPatiently(client, ask.wish, () => cancelled.has(runId))
    change({ taskIds })
    // Whoever cancelled while the request was on its way meant this task.
    if (cancelled.has(runId)) await client.tasks.cancelMany({ ids: taskIds })
  } catch (error) {
    change({ refusal: refusalOf(error) })
  }
}

// Each round is some eight seconds of the client's own attempts: a restart with a migration is over by then.
const MOST_ROUNDS = 12

/** Asks until the service answers. However often that is, the service makes one task of it: the key stays the same. */
async function askPatiently(client: Mediagen, wish: Wish, isGivenUp: () => boolean): Promise<string[]> {
  const idempotencyKey = `console-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`
  for (let round = 1; ; round++) {
    try {
      if (wish.kind === 'video') return [(await client.videos.create(paramsOf(wish), { idempotencyKey })).id]
      return (await client.images.create(paramsOf(wish), { idempotencyKey })).map(({ id }) => id)
    } catch (error) {
      const isAway = error instanceof ConnectionError && !(error instanceof TimeoutError)
      if (!isAway || round >= MOST_ROUNDS || isGivenUp()) throw error
    }
  }
}

/** Ends a run: what runs is cancelled now, what is still being sent as soon as its id is known. */
export async function cancelRun(client: Mediagen, { id, asks }: Run): Promise<void> {
  cancelled.add(id)
  const ids = asks.flatMap(({ taskIds }) => taskIds)
  if (ids.length > 0) await client.tasks.cancelMany({ ids })
}

function refusalOf(error: unknown): Refusal {
  const isOfService = error instanceof ApiError
  return {
    text: errorText(error),
    code: isOfService ? error.code : undefined,
    requestId: isOfService ? error.requestId : undefined,
  }
}
