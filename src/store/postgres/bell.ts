import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import type { Bell, Log } from '../../ports/runtime.ts'

export type FleetBell = Bell & { close(): Promise<void> }

const CHANNEL = 'mediagen'
// A commit that notifies takes a lock of the whole server. One for all that rang in this time costs next to nothing, and
// nobody feels the delay: the first ring after a silence goes out at once.
const GATHER_MS = 1
// Far more than ring in that time; the rest goes with the next.
const MOST_AT_ONCE = 500
// A connection that does not answer for this long no longer leads anywhere.
const SILENCE_MS = 5_000
// A ring counts as a transaction; a hint need not wait until the disk has it.
const NO_DISK = '-c synchronous_commit=off'
const RECONNECT_PAUSES_MS = [100, 200, 500, 1_000, 2_000]

const NOTIFY = {
  name: 'ring',
  text: `SELECT pg_notify('${CHANNEL}', topic) FROM unnest($1::text[]) AS rung (topic)`,
}

/**
 * A bell that is heard in every process on the same database, over a connection of its own and outside of every
 * transaction. It remains a hint: while the connection is down it rings in this process alone.
 */
export function postgresBell(options: { url: string; bell: Bell; log: Log }): FleetBell {
  const { url, bell, log } = options
  const closing = new AbortController()
  const rung = new Set<string>()
  const link: { client: Client | undefined } = { client: undefined }
  let sending = false

  const send = async (): Promise<void> => {
    sending = true
    while (rung.size > 0 && link.client !== undefined) {
      const { client } = link
      const topics = [...rung].slice(0, MOST_AT_ONCE)
      for (const topic of topics) rung.delete(topic)
      await client.query({ ...NOTIFY, values: [topics] }).catch((error: unknown) => {
        log.debug('other processes could not be notified', { error })
        return client.end().catch(() => undefined)
      })
      await pause(GATHER_MS, undefined, { ref: false })
    }
    rung.clear()
    sending = false
  }

  const listen = async (): Promise<void> => {
    for (let failures = 0; !closing.signal.aborted; failures++) {
      const connection = new Client({
        connectionString: url,
        application_name: 'mediagen bell',
        connectionTimeoutMillis: SILENCE_MS,
        query_timeout: SILENCE_MS,
        options: NO_DISK,
        keepAlive: true,
      })
      const broken = new Promise<void>((resolve) => connection.once('end', resolve))
      connection.on('error', (error) => log.debug('the notification connection broke', { error }))
      connection.on('notification', ({ processId, payload = '' }) => {
        // Our own rings were heard here when they were rung.
        if (processId !== ownProcess(connection)) bell.ring(payload)
      })
      const stop = (): void => void connection.end().catch(() => undefined)
      try {
        await connection.connect()
        await connection.query(`LISTEN ${CHANNEL}`)
        link.client = connection
        failures = 0
        closing.signal.addEventListener('abort', stop, { once: true })
        if (closing.signal.aborted) stop()
        await broken
      } catch (error) {
        log.info('the connection for notifications is down', { error })
        stop()
      } finally {
        link.client = undefined
        closing.signal.removeEventListener('abort', stop)
      }
      const ms = RECONNECT_PAUSES_MS[Math.min(failures, RECONNECT_PAUSES_MS.length - 1)]
      await pause(ms, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
    }
  }
  const listening = listen()

  return {
    ring(topic) {
      bell.ring(topic)
      if (link.client === undefined) return
      rung.add(topic)
      if (!sending) void send()
    },
    wait: (topic, ms, signal) => bell.wait(topic, ms, signal),
    async close() {
      closing.abort()
      await listening
    },
  }
}

/** The server's number for our connection; the driver knows it, its types do not. */
function ownProcess(connection: Client): unknown {
  return 'processID' in connection ? connection.processID : undefined
}
