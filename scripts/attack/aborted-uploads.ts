import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { heavyPng } from '../../test/support/uploads.ts'
import type { Figure, Target } from './target.ts'

const UPLOADS = 1_000
const TOGETHER = 20
const MOST_LOOKS = 100
const LOOK_EVERY_MS = 100

/** Uploads that are cut off somewhere in the middle of their picture: none may leave a file or a task behind. */
export async function abortedUploads(target: Target): Promise<Figure[]> {
  const picture = await heavyPng(400_000)
  let sent = 0
  await Promise.all(
    Array.from({ length: TOGETHER }, async () => {
      while (sent < UPLOADS) await cutOff(target, picture, sent++)
    }),
  )
  let left: string[] = []
  for (let look = 0; look < MOST_LOOKS; look++) {
    left = [...(await target.filesIn('spool')), ...(await target.filesIn('files'))]
    if (left.length === 0) break
    await pause(LOOK_EVERY_MS)
  }
  const answer = await fetch(`${target.url}/api/ai/tasks`, { headers: { authorization: `Bearer ${target.apiKey}` } })
  const { data } = (await answer.json()) as { data: unknown[] }
  return [
    { what: `files left by ${sent} aborted uploads`, value: left.length, most: 0, unit: '' },
    { what: 'tasks made by them', value: data.length, most: 0, unit: '' },
  ]
}

async function cutOff({ url, apiKey }: Target, picture: Buffer, number: number): Promise<void> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => {})
  await once(socket, 'connect')
  const part = '--B\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n'
  const path = number % 2 === 0 ? '/api/ai/images/generations' : '/api/ai/videos'
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${apiKey}\r\n`
  const type = `Content-Type: multipart/form-data; boundary=B\r\nContent-Length: ${part.length + picture.length + 100}\r\n\r\n`
  socket.write(head + type + part)
  // From nothing of the picture to nearly all of it.
  const share = picture.subarray(0, Math.floor((picture.length * (number % 100)) / 100))
  socket.write(share, () => (number % 3 === 0 ? socket.resetAndDestroy() : socket.destroy()))
  await once(socket, 'close')
}
