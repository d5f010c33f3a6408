// Holds sockets open that want nothing but to stay: half a head, half a body, and answers that nobody reads.
import { connect, type Socket } from 'node:net'

const [, , url = '', apiKey = '', count = '0'] = process.argv
const { hostname, port } = new URL(url)
const STEP_MS = 50
const STEPS = 20
// Several looks of the service at those that are slow.
const SETTLED_MS = 8_000

const post = `POST /api/ai/videos HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${apiKey}\r\n`
const KINDS = [
  { begins: 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A: ', reads: true },
  { begins: `${post}Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"prompt":"`, reads: true },
  { begins: 'GET /docs HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(4), reads: false },
]

const sockets: (Socket | undefined)[] = []

/** Opens one, and another in its place when it is ended. */
function hold(place: number): void {
  const { begins, reads } = KINDS[place % KINDS.length]!
  const socket = connect({ host: hostname, port: Number(port) }, () => {
    sockets[place] = socket
    socket.write(begins)
  })
  if (reads) socket.resume()
  else socket.pause()
  socket.on('error', () => {})
  socket.on('close', () => {
    sockets[place] = undefined
    setTimeout(() => hold(place), STEPS * STEP_MS)
  })
}

for (let place = 0; place < Number(count); place++) setTimeout(() => hold(place), place)

// A byte a second for each, some of them at a time.
let step = 0
setInterval(() => {
  step = (step + 1) % STEPS
  for (let place = step; place < sockets.length; place += STEPS)
    if (KINDS[place % KINDS.length]?.reads === true && sockets[place]?.writable === true) sockets[place]?.write('a')
}, STEP_MS)

setTimeout(() => process.send?.(sockets.filter((socket) => socket !== undefined).length), SETTLED_MS)
process.once('disconnect', () => process.exit())
