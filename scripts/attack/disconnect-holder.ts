// Opens connections that leave early, or send without end, one after the other; tells when each kind has had its thousand.
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const [, , url = '', apiKey = '', taskId = '', count = '0'] = process.argv
const { hostname, port } = new URL(url)
// A crowd, not a flood: what is measured is what each of them leaves behind, not how fast this program is.
const EVERY_MS = 20
// Before the lookup, within it, and once the answer has begun.
const LEAVE_AFTER_MS = [0, 1, 2, 5, 10, 20, 50]
const PIECE = Buffer.alloc(64 * 1024, 'a')

const key = `Authorization: Bearer ${apiKey}\r\n`
const order = JSON.stringify({ model: 'sandbox', prompt: '[[delay 20s]]', stream: true })
const HELD = [
  `GET /api/ai/tasks/${taskId}/events HTTP/1.1\r\nHost: localhost\r\n${key}\r\n`,
  `GET /api/ai/videos/${taskId} HTTP/1.1\r\nHost: localhost\r\n${key}Prefer: wait=60\r\n\r\n`,
  `POST /v1/images/generations HTTP/1.1\r\nHost: localhost\r\n${key}Content-Type: application/json\r\nContent-Length: ${order.length}\r\n\r\n${order}`,
]
const ENDLESS = [
  'POST /api/ai/videos HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000000000\r\n\r\n',
  `POST /api/ai/tasks/${taskId}/deliveries/1/redeliver HTTP/1.1\r\nHost: localhost\r\n${key}Content-Length: 5000000000\r\n\r\n`,
]

/** Resets the connection so many milliseconds after the request has gone. */
async function leaveEarly(number: number): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      // Most of them hold something; a paid wait now and then.
      socket.write(HELD[number % 50 === 0 ? 2 : number % 2] ?? '')
      setTimeout(() => socket.resetAndDestroy(), LEAVE_AFTER_MS[number % LEAVE_AFTER_MS.length])
    })
    socket.resume()
    socket.on('error', () => {})
    socket.once('close', () => resolve(0))
  })
}

/** Sends until the other side ends it; gives how much has gone. */
async function sendWithoutEnd(number: number): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      socket.write(ENDLESS[number % ENDLESS.length] ?? '')
      pump()
    })
    const pump = (): void => {
      while (!socket.destroyed && socket.write(PIECE));
    }
    socket.on('drain', pump)
    socket.resume()
    socket.on('error', () => {})
    socket.once('close', () => resolve(socket.bytesWritten))
  })
}

async function all(one: (number: number) => Promise<number>): Promise<number> {
  const begun = Array.from({ length: Number(count) }, async (_, number) => {
    await pause(number * EVERY_MS)
    return one(number)
  })
  return Math.max(...(await Promise.all(begun)))
}

process.on('message', (kind) => {
  void all(kind === 'leave early' ? leaveEarly : sendWithoutEnd).then((most) => process.send?.(most))
})
process.once('disconnect', () => process.exit())
process.send?.(0)
