// A program of somebody who installed the package; the address and the key come from the environment.
import { Mediagen, MediagenError, type TaskSummary } from '@mediagen/client'

const client = new Mediagen()
const image = await client.images.generate({ model: 'sandbox', prompt: 'a fox', aspect_ratio: '1:1' })
const [path = ''] = await image.save('fox.{ext}')

const told: TaskSummary['status'][] = []
const video = await client.videos.generate(
  { model: 'sandbox', prompt: '[[delay 1s]]', image: [path, image.file] },
  { onProgress: ({ status }) => told.push(status) },
)
await video.save('clip.mp4')

let tasks = 0
for await (const task of client.tasks.list({ limit: 1 })) tasks += task.status === 'success' ? 1 : 0
const { requestId } = await client.models.list({ kind: 'video' }).withResponse()
const [secret] = await client.webhooks.secrets()
const headers = await client.webhooks.sign('{"id":"1"}', { secret: secret?.secret ?? '' })
const event = await client.webhooks.unwrap({ body: '{"id":"1"}', headers }, { secret: secret?.secret ?? '' })

let refused: string | undefined
try {
  await client.videos.generate({ model: 'sandbox', prompt: '[[fail no_output]]' })
} catch (error) {
  refused = error instanceof MediagenError ? error.name : 'of another kind'
}

const { kind, usd_max: cost } = await client.estimate({ model: 'sandbox', prompt: 'a fox', kind: 'image', image: path })
const { key } = await client.limits()
const again = await client.tasks.retry(video.ids[0] ?? '')
const retried = (await client.handle(again.id).wait()).files.length
const waiting = await client.videos.create({ model: 'sandbox', prompt: '[[delay 600s]]' })
const { cancelled } = await client.tasks.cancelMany({ ids: [waiting.id] })

const files = video.files.map(({ extension }) => extension)
const seen = { path, files, last: told.at(-1), tasks, named: requestId?.slice(0, 4), event: event.id, refused }
const newer = { estimate: [kind, cost], limits: typeof key.in_work.used, retried, cancelled: cancelled.length }
console.log(JSON.stringify({ ...seen, ...newer }))
