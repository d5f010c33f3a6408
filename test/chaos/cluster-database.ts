import { eventually } from '../support/eventually.ts'
import { command, rowsOf, startPostgres, startStandby, type PostgresServer } from '../support/postgres.ts'
import { openTcpProxy } from '../support/tcp-proxy.ts'

/** Whether a commit waits until the standby has it. */
export type Standby = 'synchronous' | 'asynchronous'

/** The database of a fleet, with a standby where one is asked for. */
export type ClusterDatabase = {
  readonly server: PostgresServer
  /** Follows the primary, as the address does that operators give the service. */
  readonly url: string
  port(): number
  /** The standby hears of all that was committed before this was called, and of nothing from when it is done. */
  cutOff(): Promise<void>
  /** Kills the primary as a power cut would, and puts the standby into its place. */
  failOver(): Promise<void>
  stop(): Promise<void>
}

export async function openClusterDatabase(
  settings: readonly string[],
  standby: Standby | undefined,
): Promise<ClusterDatabase> {
  const server = await startPostgres(settings)
  const url = await server.newDatabase()
  const none = (): never => {
    throw new Error('this fleet has no standby')
  }
  if (standby === undefined)
    return { server, url, port: () => server.port, cutOff: none, failOver: none, stop: () => server.stop() }

  const wire = await openTcpProxy(() => server.port)
  // Copied while the primary is down, and before it learns to wait: once promoted, the standby waits for nobody.
  await server.kill()
  const second = await startStandby({ ...server, port: wire.port }, settings)
  await server.start()
  if (standby === 'synchronous') {
    await command(url, `ALTER SYSTEM SET synchronous_standby_names = '*'`)
    await command(url, 'SELECT pg_reload_conf()')
  }
  await eventually(async () => {
    const [row] = await rowsOf(url, 'SELECT state, sync_state FROM pg_stat_replication')
    return (row?.['state'] === 'streaming' && row['sync_state'] === STATES[standby]) || undefined
  })
  let primary = server
  const address = await openTcpProxy(() => primary.port)
  const through = new URL(url)
  through.port = String(address.port)
  return {
    server,
    url: through.href,
    port: () => primary.port,
    async cutOff() {
      const [place] = await rowsOf(url, 'SELECT CAST(pg_current_wal_flush_lsn() AS text) AS lsn')
      const hasIt = `SELECT 1 FROM pg_stat_replication WHERE flush_lsn >= '${String(place?.['lsn'])}'`
      await eventually(async () => (await rowsOf(url, hasIt)).length > 0 || undefined)
      wire.swallow(true)
    },
    async failOver() {
      await server.kill()
      // The address may lead to a server that takes no writes yet.
      primary = second
      const direct = new URL(url)
      direct.port = String(second.port)
      await command(direct.href, 'SELECT pg_promote()')
    },
    async stop() {
      await Promise.all([wire.close(), address.close()])
      await Promise.all([server.stop(), second.stop()])
    },
  }
}

const STATES: Readonly<Record<Standby, string>> = { synchronous: 'sync', asynchronous: 'async' }
