import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { atEnd } from '../../../test/support/at-end.ts'

export type CuttingProxy = {
  url: string
  /** Bytes that have passed so far, both ways. */
  passed(): number
}

/** A way to a service that breaks its first connection once so many bytes have passed, both ways counted together. */
export async function cuttingProxy(t: TestContext, target: string, cutAfterBytes: number): Promise<CuttingProxy> {
  let passed = 0
  let isWhole = true
  const server = createServer((client) => {
    const upstream = connect({ host: '127.0.0.1', port: Number(new URL(target).port) })
    const end = (): void => {
      client.destroy()
      upstream.destroy()
    }
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.setNoDelay().on('error', end).on('close', end)
      from.on('data', (bytes: Buffer) => {
        const room = isWhole ? cutAfterBytes - passed : Infinity
        passed += Math.min(bytes.length, room)
        if (bytes.length < room) return void to.write(bytes)
        isWhole = false
        // What was before the cut arrives; the flush of the last bytes comes before the break.
        return void to.write(bytes.subarray(0, room), end)
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(t, () => {
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, passed: () => passed }
}
