import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { test, type TestContext } from 'node:test'
import { machineResolver } from './resolve.ts'

const TYPE_A = 1
const TYPE_AAAA = 28

/** A name server on loopback. `records` gives the address bytes for a name and a type; nothing at all means silence. */
async function nameServer(t: TestContext, records: (name: string, type: number) => Buffer[] | undefined) {
  const questions: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    const labels: string[] = []
    let at = 12
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length))
      at += length + 1
    }
    const type = query.readUInt16BE(at + 1)
    questions.push(`${labels.join('.')} ${type}`)
    const found = records(labels.join('.'), type)
    if (found === undefined) return
    const header = Buffer.from(query.subarray(0, 12))
    header.writeUInt16BE(found.length > 0 ? 0x8180 : 0x8183, 2)
    header.writeUInt16BE(found.length, 6)
    header.writeUInt16BE(0, 10)
    const answers = found.map((data) => {
      const head = Buffer.from([0xc0, 0x0c, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length])
      return Buffer.concat([head, data])
    })
    socket.send(Buffer.concat([header, query.subarray(12, at + 5), ...answers]), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  t.after(() => socket.close())
  return { questions, socket, resolve: machineResolver([`127.0.0.1:${socket.address().port}`]) }
}

const v6 = Buffer.from('26062800022000010000000000000001', 'hex')

test('all addresses of both families are found, with one question each', async (t) => {
  const { resolve, questions } = await nameServer(t, (_name, type) => {
    return type === TYPE_A
      ? [Buffer.from([93, 184, 216, 34]), Buffer.from([127, 0, 0, 1])]
      : type === TYPE_AAAA
        ? [v6]
        : []
  })
  const found = await resolve('both.example.com', new AbortController().signal)
  assert.deepEqual([...found].toSorted(), ['127.0.0.1', '2606:2800:220:1::1', '93.184.216.34'])
  assert.deepEqual(questions.toSorted(), ['both.example.com 1', 'both.example.com 28'])
})

test('a name with one family only has those addresses, and one with none is an error', async (t) => {
  const { resolve } = await nameServer(t, (name, type) =>
    name === 'six.example.com' && type === TYPE_AAAA ? [v6] : [],
  )
  const { signal } = new AbortController()
  assert.deepEqual(await resolve('six.example.com', signal), ['2606:2800:220:1::1'])
  await assert.rejects(async () => resolve('none.example.com', signal), /ENOTFOUND/)
})

test('a question that nobody answers ends when the request is given up', async (t) => {
  const { resolve, socket } = await nameServer(t, () => undefined)
  const stop = new AbortController()
  const asked = resolve('silent.example.com', stop.signal)
  const failed = assert.rejects(async () => asked, /ECANCELLED/)
  await once(socket, 'message')
  stop.abort()
  await failed
})

test('an internal name is asked of the machine, never of a public name server', async (t) => {
  const { resolve, questions } = await nameServer(t, () => [])
  assert.ok((await resolve('localhost', new AbortController().signal)).length > 0)
  assert.deepEqual(questions, [])
})
