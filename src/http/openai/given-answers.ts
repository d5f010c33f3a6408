import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { KnownAnswers } from '../../actions/tasks/adopt-retry.ts'
import type { AnswerFate } from '../../core/client-call.ts'
import type { Clock, Log } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'
import type { CallName, RefusedAttempts } from '../../ports/store/repeats.ts'

/** Tracks the answers to calls that their clients may repeat. */
export type GivenAnswers = KnownAnswers & {
  /** Watches this answer, which returns the tasks of a call. */
  follow(reply: FastifyReply, call: CallName, taskIds: readonly string[]): void
  /** A request came over this connection: earlier answers on it have arrived. */
  usedAgain(request: FastifyRequest): void
  /** Somebody asks for a task by its id, which only the answer contains. */
  askedFor(taskId: string): void
  /** A first attempt was refused, and created nothing. */
  refused(request: FastifyRequest): void
}

type Followed = CallName & { taskIds: readonly string[]; fate: AnswerFate }

// Of more answers than this, nobody knows the outcome; each is a few hundred bytes.
const MOST_FOLLOWED = 20_000
// Names of refused attempts that wait for the store. Callers choose their content, so their number is limited.
const MOST_NAMES = 1_000
// Clients wait a minute at most before they repeat a refused request, and may be refused once more.
const REFUSED_FOR_MS = 2 * 60 * 1000
// A proxy between us and a client may reuse its connection for the requests of others.
const PROXY_HEADERS = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip']

/** Follows the answers of one process. What it learns goes into the store, so that all processes know it. */
export function givenAnswers(deps: { store: Pick<Store, 'repeats'>; clock: Clock; log: Log }): GivenAnswers {
  const followed = new Map<string, Followed>()
  const callOfTask = new Map<string, string>()
  const answered = new WeakMap<Socket, Set<string>>()
  const notes = factsOf(deps)

  const forget = (name: string): Followed | undefined => {
    const call = followed.get(name)
    followed.delete(name)
    for (const id of call?.taskIds ?? []) callOfTask.delete(id)
    return call
  }
  const arrived = (name: string): void => {
    const call = forget(name)
    if (call !== undefined) notes.arrived(call)
  }

  const waitForNext = (socket: Socket, name: string): void => {
    const names = answered.get(socket) ?? new Set<string>()
    names.add(name)
    if (answered.has(socket)) return
    answered.set(socket, names)
    socket.once('close', () => {
      for (const each of names) {
        const call = followed.get(each)
        if (call?.fate === 'connected') call.fate = 'unknown'
      }
    })
  }

  return {
    fateOf: (call) => followed.get(nameOf(call))?.fate ?? 'unknown',
    settled: notes.settled,
    follow: (reply, call, taskIds) => {
      const name = nameOf(call)
      forget(name)
      for (const oldest of followed.keys()) {
        if (followed.size < MOST_FOLLOWED) break
        forget(oldest)
      }
      const isDirect = isFromClient(reply.request)
      const { socket } = reply.request.raw
      const kept: Followed = { ...call, taskIds, fate: isDirect ? 'connected' : 'unknown' }
      followed.set(name, kept)
      for (const id of taskIds) callOfTask.set(id, name)
      const ended = (): void => {
        if (!reply.raw.writableFinished || asksToRepeat(reply)) kept.fate = 'lost'
        else if (isDirect) waitForNext(socket, name)
      }
      if (reply.raw.destroyed) ended()
      else reply.raw.once('close', ended)
    },
    usedAgain: (request) => {
      const names = answered.get(request.raw.socket)
      if (names === undefined || !isFromClient(request)) return
      for (const name of names) arrived(name)
      names.clear()
    },
    askedFor: (taskId) => {
      const name = callOfTask.get(taskId)
      if (name !== undefined) arrived(name)
    },
    refused: (request) => notes.refused({ keyId: request.caller.id, key: refusedAs(request) }),
  }
}

/** The content of a request before its body is read: it identifies a first attempt that was refused. */
export function refusedAs({ method, routeOptions, headers }: FastifyRequest): string {
  const type = headers['content-type']?.split(';', 1)[0] ?? ''
  return `refused ${method} ${routeOptions.url ?? ''} ${type} ${headers['content-length'] ?? 'chunked'}`
}

/** Whether the other end of the connection is the client itself, as far as anybody can tell. */
export function isFromClient({ headers }: FastifyRequest): boolean {
  return PROXY_HEADERS.every((name) => headers[name] === undefined)
}

function nameOf({ keyId, key }: CallName): string {
  return `${keyId} ${key}`
}

/** The client was told that its task continues, and returns for it. */
function asksToRepeat(reply: FastifyReply): boolean {
  return reply.statusCode >= 400 && reply.getHeader('x-should-retry') !== 'false'
}

/** Writes what was learned into the store, everything since the last write at once. */
function factsOf({ store, clock, log }: Parameters<typeof givenAnswers>[0]) {
  let calls: CallName[] = []
  let refusals = new Map<string, RefusedAttempts>()
  let writing: Promise<void> | undefined

  const write = async (): Promise<void> => {
    while (calls.length > 0 || refusals.size > 0) {
      const facts = { arrived: calls, refused: [...refusals.values()] }
      calls = []
      refusals = new Map()
      // Losing these facts costs nobody a task: a repeat then gets what it would have got without them.
      await store.repeats
        .note(facts)
        .catch((error: unknown) => log.debug('the response format could not be recorded', { error }))
    }
    writing = undefined
  }
  const begin = (): void => void (writing ??= write())

  return {
    arrived: ({ keyId, key }: CallName): void => {
      calls.push({ keyId, key })
      begin()
    },
    refused: (name: CallName): void => {
      const now = clock.now()
      const earlier = refusals.get(nameOf(name))
      if (earlier === undefined && refusals.size >= MOST_NAMES) return
      const times = (earlier?.times ?? 0) + 1
      refusals.set(nameOf(name), { ...name, times, now, expiresAt: now + REFUSED_FOR_MS })
      begin()
    },
    settled: async (): Promise<void> => writing,
  }
}
