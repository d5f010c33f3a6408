import { ApiError, ConnectionError, TimeoutError, type Mediagen } from '@mediagen/client'
import { errorText } from '../../../parts/states/error-state.tsx'
import { nowSeconds } from '../../../parts/words/now.ts'
import { tabStore } from '../../../data/tab-store.ts'
import { lengthOfPictures } from '../form/form.ts'
import { paramsOf, type Wish } from '../form/request.ts'

/** Why the service took a request not at all. */
export type Refusal = { text: string; code: string | undefined; requestId: string | undefined }

/** One request of a click, and what became of it. */
export type Ask = {
  wish: Wish
  /** The same for every attempt, a reload in between included: the service makes one task of all of them. */
  idempotencyKey: string
  /** Empty until the service has taken it. */
  taskIds: readonly string[]
  refusal: Refusal | undefined
}

/** One click on Generate: a request to each chosen model. */
export type Run = { id: string; at: number; asks: readonly Ask[]; isCancelled?: true }

// As many as a strip shows; older ones are among the tasks.
const MOST_RUNS = 12

export const runStore = tabStore<readonly Run[]>('mediagen.playground.runs', {
  empty: [],
  read: (kept) => (Array.isArray(kept) ? (kept as Run[]) : []),
  pictureLength: (runs) => runs.flatMap(({ asks }) => asks).reduce((sum, { wish }) => sum + lengthOfPictures(wish), 0),
  smaller: (runs) => runs.map((run) => ({ ...run, asks: run.asks.map(withoutPictures) })),
})

/** Pictures of the user are the bulk of it; they are missing only where the same is asked for once more. */
function withoutPictures(ask: Ask): Ask {
  const references = ask.wish.references.map((each) => (each.url.startsWith('data:') ? { ...each, url: '' } : each))
  return { ...ask, wish: { ...ask.wish, references } }
}

/** What this page is sending now; what another page of this tab began before a reload is not among it. */
const onTheirWay = new Set<string>()

/** Sends every wish; the parts that show the results follow them. */
export async function startRun(client: Mediagen, wishes: readonly Wish[]): Promise<void> {
  const run: Run = {
    id: randomText(2),
    at: nowSeconds(),
    asks: wishes.map((wish) => ({
      wish,
      idempotencyKey: `console-${randomText(4)}`,
      taskIds: [],
      refusal: undefined,
    })),
  }
  runStore.set([run, ...runStore.get()].slice(0, MOST_RUNS))
  await Promise.all(run.asks.map((ask) => sendAsk(client, run.id, ask)))
}

/** Goes on with what a reload broke off: nobody waits for its answer any more, and it may not even have been sent. */
export async function resumeRuns(client: Mediagen): Promise<void> {
  const resume = async ({ id, isCancelled: wasCancelled }: Run, ask: Ask): Promise<void> => {
    const text = wasCancelled === true ? CANCELLED_BEFORE : hasAllPictures(ask.wish) ? undefined : PICTURES_LOST
    if (text === undefined) await sendAsk(client, id, ask)
    else changeAsk(id, ask, { refusal: { text, code: undefined, requestId: undefined } })
  }
  await Promise.all(runStore.get().flatMap((run) => run.asks.filter(isUnanswered).map((ask) => resume(run, ask))))
}

const CANCELLED_BEFORE =
  'You cancelled this request while it was being sent. If the service received it, the task is listed under Tasks.'
const PICTURES_LOST =
  'The page was reloaded before this was sent, and the reference images were too large to keep. Add them again, then generate.'

function isUnanswered({ taskIds, refusal, idempotencyKey }: Ask): boolean {
  return taskIds.length === 0 && refusal === undefined && !onTheirWay.has(idempotencyKey)
}

/** Whether the browser still has the pictures that it works from. */
export function hasAllPictures({ references }: Wish): boolean {
  return references.every(({ url }) => url !== '')
}

function isCancelled(runId: string): boolean {
  return runStore.get().some((run) => run.id === runId && run.isCancelled === true)
}

function changeAsk(runId: string, { idempotencyKey }: Ask, become: Partial<Ask>): void {
  const change = (ask: Ask): Ask => (ask.idempotencyKey === idempotencyKey ? { ...ask, ...become } : ask)
  changeRun(runId, (run) => ({ ...run, asks: run.asks.map(change) }))
}

function changeRun(runId: string, change: (run: Run) => Run): void {
  runStore.set(runStore.get().map((run) => (run.id === runId ? change(run) : run)))
}

function randomText(words: number): string {
  return crypto.getRandomValues(new Uint32Array(words)).join('-')
}

async function sendAsk(client: Mediagen, runId: string, ask: Ask): Promise<void> {
  onTheirWay.add(ask.idempotencyKey)
  try {
    const taskIds = await askPatiently(client, ask, () => isCancelled(runId))
    changeAsk(runId, ask, { taskIds })
    // A cancellation while the request was on its way meant this task.
    if (isCancelled(runId)) await client.tasks.cancelMany({ ids: taskIds })
  } catch (error) {
    changeAsk(runId, ask, { refusal: refusalOf(error) })
  } finally {
    onTheirWay.delete(ask.idempotencyKey)
  }
}

// Two minutes in all: a restart with a migration is over by then.
const MOST_ROUNDS = 60
const ROUND_PAUSE_MS = 2_000

/**
 * Asks until the service answers. However often that is, the service makes one task of it: the key stays the same. What it
 * answers is told at once, also where it could be tried later: who looks at the page decides that, and is not left waiting.
 */
async function askPatiently(
  client: Mediagen,
  { wish, idempotencyKey }: Ask,
  isGivenUp: () => boolean,
): Promise<string[]> {
  const options = { idempotencyKey, maxRetries: 0 }
  for (let round = 1; ; round++) {
    try {
      if (wish.kind === 'video') return [(await client.videos.create(paramsOf(wish), options)).id]
      return (await client.images.create(paramsOf(wish), options)).map(({ id }) => id)
    } catch (error) {
      if (!isOfNobody(error) || round >= MOST_ROUNDS || isGivenUp()) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, ROUND_PAUSE_MS))
  }
}

/** Whether no service said this: there is none, it is stopping, or a proxy speaks for it. */
function isOfNobody(error: unknown): boolean {
  if (error instanceof ApiError) return error.code === 'shutting_down' || (error.code === '' && error.retryable)
  return error instanceof ConnectionError && !(error instanceof TimeoutError)
}

/** Ends a run: what runs is cancelled now, what is still being sent as soon as its id is known. */
export async function cancelRun(client: Mediagen, { id }: Pick<Run, 'id'>): Promise<void> {
  changeRun(id, (run) => ({ ...run, isCancelled: true }))
  // As it stands now: what the page shows may be from before an id was known.
  const ids = runStore.get().flatMap((run) => (run.id === id ? run.asks.flatMap(({ taskIds }) => taskIds) : []))
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
