import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { basename, join, resolve } from 'node:path'
import { test } from 'node:test'
import { atEnd } from '../../../test/support/at-end.ts'
import { sharedBrowser } from '../../../test/support/browser.ts'
import { openService } from '../../../test/support/service.ts'

const SRC = resolve(import.meta.dirname, '../src')

const PAGE = `<!doctype html><img><script type="module">
import { fileFrom, Mediagen } from './mediagen.ts'
globalThis.run = async (apiKey) => {
  const client = new Mediagen({ apiKey })
  const image = await client.images.generate({ model: 'sandbox', prompt: 'from a page' })
  const picture = document.querySelector('img')
  picture.src = URL.createObjectURL(await image.file.blob())
  await picture.decode()
  const told = []
  const video = await client.videos.generate(
    { model: 'sandbox', prompt: '[[delay 1s]] [[progress 2]]', image: [await image.file.blob(), image] },
    { onProgress: ({ status }) => told.push(status) },
  )
  const saving = await image.save('fox.png').then(() => 'saved', (error) => error.message)
  const path = await client.images.generate({ model: 'sandbox', prompt: 'x', image: fileFrom('in.png') }).catch((error) => error.message)
  const refused = await client.images.generate({ model: 'nothing', prompt: 'x' }).catch((error) => error)
  const signed = await client.webhooks.sign('{}', { secret: 'whsec_AAAA' })
  return {
    baseURL: client.baseURL,
    width: picture.naturalWidth,
    last: told.at(-1),
    clip: (await video.file.bytes()).length,
    wanted: (await video.file.details()).bytes,
    saving,
    path,
    refused: [refused.name, refused.code, refused.requestId.slice(0, 4)],
    unwrapped: await client.webhooks.unwrap({ body: '{}', headers: signed }, { secret: 'whsec_AAAA' }),
  }
}
</script>`

test('a page in Chromium makes an image and a video, watches it by events, and learns what it cannot do', async (t) => {
  const service = await openService(t)
  const profile = await (await sharedBrowser()).newContext()
  atEnd(t, () => profile.close())
  const page = await profile.newPage()
  page.setDefaultTimeout(0)
  // The service's own origin, as a page behind the same proxy would have it; its modules are served as they are, without types.
  await page.route(`${service.url}/page/**`, async (route) => {
    const name = basename(new URL(route.request().url()).pathname)
    if (!name.endsWith('.ts')) return route.fulfill({ contentType: 'text/html', body: PAGE })
    const body = stripTypeScriptTypes(await readFile(join(SRC, name), 'utf8'))
    return route.fulfill({ contentType: 'text/javascript', body })
  })
  const mistakes: string[] = []
  page.on('pageerror', (error) => mistakes.push(error.message))
  await page.goto(`${service.url}/page/home`)
  await page.waitForFunction('globalThis.run !== undefined')
  const seen = await page.evaluate<Record<string, unknown>>(`run(${JSON.stringify(service.key)})`)
  assert.deepEqual(mistakes, [])
  assert.equal(seen['baseURL'], service.url)
  assert.ok(Number(seen['width']) > 0)
  assert.equal(seen['last'], 'success')
  assert.ok(Number(seen['clip']) > 0)
  assert.equal(seen['clip'], seen['wanted'])
  assert.match(String(seen['saving']), /no file system here: use blob\(\)/)
  assert.match(String(seen['path']), /in\.png cannot be read, because there is no file system/)
  assert.deepEqual(seen['refused'], ['InvalidRequestError', 'model_not_found', 'req_'])
  assert.deepEqual(seen['unwrapped'], {})
})
