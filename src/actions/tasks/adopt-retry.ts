import { allUpTo, callOf, readSeen, writeSeen, type AnswerFate } from '../../core/client-call.ts'
import { fingerprint } from '../../core/tasks/fingerprint.ts'
import type { Task } from '../../core/tasks/task.ts'
import type { Store } from '../../ports/store.ts'
import type { CallName } from '../../ports/store/repeats.ts'
import { createUnderName, type Naming, noteRepeat } from './create-once.ts'
import { askedFor, createTasks, type CreateTaskDeps, type CreateTasksInput } from './create-task.ts'
import { readGroup } from '../reading/read-task.ts'
import { repeatedTask } from './store-tasks.ts'

/** How a request arrived. */
export type Attempt = {
  /** How often its client has sent it before; 0 if the client does not say. */
  count: number
  /** When its first byte arrived. */
  arrivedAt: number
  /** Whether its client may have given up on it, and may already have sent a later attempt. */
  mayBeOvertaken: () => boolean
  /** The name under which its first attempt was counted if we refused it. */
  refusedAs: string
}

/** What this process knows about the answers that it gave. */
export type KnownAnswers = {
  fateOf: (call: CallName) => AnswerFate
  /** Resolves once everything that is known is in the store. */
  settled: () => Promise<void>
}

export type AdoptDeps = CreateTaskDeps & { store: Pick<Store, 'repeats'>; answers: KnownAnswers }

/** The tasks of a request, and the name of the call to which they belong; null if the caller has named it. */
export type Accepted = { tasks: Task[]; isAdopted: boolean; call: CallName | null }

// Longer than a client waits for its answer before it repeats a request, and short enough that an equal request
// tomorrow, interrupted and repeated, is never mistaken for one of today.
const ADOPTED_FOR_MS = 10 * 60 * 1000
// With more equal calls than this whose answers may have been lost, nobody can tell which of them is repeated.
const MOST_CALLS = 1_000
// Task ids are longer, so a number is never mistaken for one.
const LONGEST_NUMBER = 9
// If several repeats come at once, they want the same number, and one of them gets it in each round.
const ROUNDS = 100

/**
 * Accepts a request whose client repeats it automatically without naming it. A repeat gets the tasks of an earlier call
 * with the same content, which no other repeat with its count has received, and whose answer has not arrived as far as
 * anybody knows. If there is no such call, or if we refused its first attempt, the repeat creates its own tasks. The
 * inserting statement decides which is the original and which the repeat, so that it works across processes and while
 * the first is still being read.
 */
export async function createOrAdopt(deps: AdoptDeps, input: CreateTasksInput, attempt: Attempt): Promise<Accepted> {
  if (input.idempotencyKey !== null) return { tasks: await createTasks(deps, input), isAdopted: false, call: null }
  const { calls, earlier } = await discardingOnError(input, async () => {
    const own = callsOf(deps, input, attempt)
    return { calls: own, earlier: attempt.count === 0 ? undefined : await own.seek() }
  })
  if (earlier !== undefined) {
    await discard(input)
    const tasks = await readGroup(deps, await repeatedTask(deps, earlier.taskId))
    await noteRepeat(deps, tasks)
    return { tasks, isAdopted: true, call: earlier.call }
  }
  const named: { call: CallName | null } = { call: null }
  const made = await createUnderName(
    deps,
    input,
    naming(calls, attempt, (call) => (named.call = call)),
  )
  return { ...made, ...named }
}

type Found = { call: CallName; taskId: string }
type Named = { call: CallName; taskId?: undefined }

type Calls = {
  keyId: string
  /** The earlier call to which the attempt belongs; undefined if it creates its own. */
  seek: () => Promise<Found | undefined>
  /** The same once the attempt is about to create its own tasks, and otherwise the name of the call that it makes. */
  seekOrName: () => Promise<Found | Named>
  /** A name that no other call can have. */
  nameFor: (taskId: string) => CallName
  /** The content of the record for a call that this attempt makes. */
  seen: () => string
}

function callsOf({ store, clock, answers, ...deps }: AdoptDeps, input: CreateTasksInput, attempt: Attempt): Calls {
  const keyId = input.caller.id
  // It contains a space, so that no caller can send it as a key.
  const content = `repeat ${fingerprint({ ...askedFor({ ...deps, store, clock }, input), count: input.count })}`
  let isRefused = false

  const listed = async () => {
    const open = await store.repeats.listOpen({ keyId, content, now: clock.now(), most: MOST_CALLS })
    return open.flatMap(({ key, taskId, seen: text }) => {
      const seen = readSeen(text)
      return seen === undefined ? [] : [{ key, taskId, text, seen, fate: answers.fateOf({ keyId, key }) }]
    })
  }
  type Listed = Awaited<ReturnType<typeof listed>>

  /** Takes the call to which the attempt belongs, unless another attempt takes it first; then the next look decides. */
  const take = async (known: Listed): Promise<Found | 'none' | 'changed'> => {
    const { count, arrivedAt } = attempt
    const mine = callOf(known, { count, arrivedAt, mayBeOvertaken: attempt.mayBeOvertaken() })
    if (mine === undefined) return 'none'
    const call = { keyId, key: mine.key }
    const to = writeSeen({ counts: [...mine.seen.counts, count], at: clock.now() })
    const isOurs = await store.repeats.see(call, { from: mine.text, to })
    return isOurs ? { call, taskId: mine.taskId } : 'changed'
  }

  const seek = async (): Promise<Found | undefined> => {
    await answers.settled()
    for (;;) {
      const known = await listed()
      const lost = known.filter(({ fate }) => fate === 'lost')
      const found = await take(lost)
      if (found === 'changed') continue
      if (found !== 'none') return found
      isRefused ||= await store.repeats.takeRefused({ keyId, key: attempt.refusedAs }, clock.now())
      if (isRefused) return undefined
      const other = await take(known)
      if (other !== 'changed') return other === 'none' ? undefined : other
    }
  }

  const seekOrName = async (): Promise<Found | Named> => {
    for (;;) {
      const known = await listed()
      const found = isRefused ? 'none' : await take(known)
      if (found === 'changed') continue
      if (found !== 'none') return found
      // The next free number: an attempt and its concurrent repeat want the same one, and one of them gets it.
      const names = known.map(({ key }) => key.slice(content.length + 1))
      const numbers = names.filter(({ length }) => length <= LONGEST_NUMBER).map(Number)
      return { call: { keyId, key: `${content} ${Math.max(0, ...numbers) + 1}` } }
    }
  }
  const counts = (): number[] => (isRefused ? allUpTo(attempt.count) : [attempt.count])
  return {
    keyId,
    seek,
    seekOrName,
    nameFor: (taskId) => ({ keyId, key: `${content} ${taskId}` }),
    seen: () => writeSeen({ counts: counts(), at: clock.now() }),
  }
}

/** The record of a call, or the earlier or faster attempt that it turns out to repeat; `onCall` receives the call. */
function naming(calls: Calls, attempt: Attempt, onCall: (call: CallName) => void): Naming {
  let round = 0
  return async ({ id, createdAt }) => {
    round++
    // A request that its client still waits for cannot have been repeated.
    const isAlone = (attempt.count === 0 && !attempt.mayBeOvertaken()) || round > ROUNDS
    const found: Found | Named = isAlone ? { call: calls.nameFor(id) } : await calls.seekOrName()
    onCall(found.call)
    if (found.taskId !== undefined) return { repeats: found.taskId }
    return { key: found.call.key, fingerprint: calls.seen(), expiresAt: createdAt + ADOPTED_FOR_MS }
  }
}

/** Pictures that came with a repeat are removed. */
async function discard({ references }: CreateTasksInput): Promise<void> {
  for (const each of references) if (each.from === 'bytes') await each.spooled.discard()
}

async function discardingOnError<T>(input: CreateTasksInput, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await discard(input)
    throw error
  }
}
