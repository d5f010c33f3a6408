import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { test, type TestContext } from 'node:test'
import { atEnd, temporaryFolder } from '../support/at-end.ts'
import { eventually, eventuallyOn } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { manualClock } from '../support/manual-clock.ts'
import { openService } from '../support/service.ts'
import { heavyPng } from '../support/uploads.ts'

const PAGE = readFileSync(resolve(import.meta.dirname, '../../docs/proxies.md'), 'utf8')
const blockOf = (language: string): string =>
  new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(PAGE)?.[1] ?? ''

type Place = { port: number; upstream: string; folder: string }

/** Each proxy with the page's settings, but without TLS and at a port of the test. */
const PROXIES = [
  {
    name: 'nginx',
    probe: ['-v'],
    file: 'nginx.conf',
    settings: ({ port, upstream, folder }: Place) => `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
      events {} http { access_log off; ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
        .join(' ')}
      ${blockOf('nginx')
        .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
        .replaceAll(/ssl_certificate.*\n/g, '')
        .replace('127.0.0.1:8080', upstream)} }`,
    args: (folder: string) => ['-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')],
  },
  {
    name: 'caddy',
    probe: ['version'],
    file: 'Caddyfile',
    settings: ({ port, upstream }: Place) =>
      `{\n  admin off\n  auto_https off\n}\n${blockOf('caddyfile')
        .replace('media.example.com {', `http://127.0.0.1:${port} {`)
        .replace('127.0.0.1:8080', upstream)}`,
    args: (folder: string) => ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')],
  },
]

async function openProxy(t: TestContext, proxy: (typeof PROXIES)[number], upstream: string): Promise<string> {
  const [folder, port] = [await temporaryFolder(t), await freePort()]
  await writeFile(join(folder, proxy.file), proxy.settings({ port, upstream, folder }))
  const env = { PATH: process.env['PATH'], HOME: folder }
  const child = spawn(proxy.name, proxy.args(folder), { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(child, 'close')
  let complaint = ''
  child.stderr.on('data', (words: Buffer) => (complaint += words.toString()))
  atEnd(t, async () => {
    child.kill('SIGTERM')
    await ended
  })
  const url = `http://127.0.0.1:${port}`
  await eventually(async () => {
    assert.equal(child.exitCode, null, complaint)
    return (await fetch(`${url}/healthz`).catch(() => undefined))?.ok === true ? true : undefined
  })
  return url
}

test('the page has settings for each of them', () => {
  for (const { settings } of PROXIES)
    assert.match(settings({ port: 1, upstream: 'here', folder: '/f' }), /(?:proxy_pass http:\/\/|reverse_proxy )here/)
})

for (const proxy of PROXIES.filter(({ name, probe }) => spawnSync(name, probe).status === 0)) {
  test(`${proxy.name} as on the page lets large bodies, long polls, events one by one and ranges through`, async (t) => {
    const clock = manualClock(Date.now())
    const service = await openService(t, { replacements: { clock } })
    const url = await openProxy(t, proxy, new URL(service.url).host)
    const headers = { authorization: `Bearer ${service.key}` }
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(url + path, { ...init, headers: { ...headers, ...(init.headers as Record<string, string>) } })

    const form = new FormData()
    form.set('model', 'sandbox')
    form.set('prompt', 'a boat')
    const picture = new Uint8Array(await heavyPng(18_000_000))
    form.append('image', new Blob([picture]))
    form.append('image', new Blob([picture]))
    const image = await ask('/api/ai/images/generations', { method: 'POST', body: form })
    assert.equal(image.status, 200, await image.clone().text())

    const json = { 'content-type': 'application/json' }
    const body = JSON.stringify({ model: 'sandbox', prompt: '[[delay 2s]] [[progress 4]]' })
    const posted = await ask('/api/ai/videos', { method: 'POST', body, headers: json })
    const { id } = (await posted.json()) as { id: string }
    const events = await ask(`/api/ai/tasks/${id}/events`)
    const decoder = new TextDecoder()
    let seen = ''
    const watching = (async () => {
      for await (const piece of events.body ?? []) seen += decoder.decode(piece as Uint8Array, { stream: true })
    })()
    // Time passes only until there is something new, and that comes through before time goes on.
    const steps: number[] = []
    while (steps.at(-1) !== 100) {
      const step = await eventuallyOn(clock, 10, async () => {
        const progress = (await service.store.tasks.find(id))?.progress
        return progress === steps.at(-1) ? undefined : progress
      })
      await eventually(() => (seen.includes(`"progress":${step}`) ? true : undefined))
      steps.push(step)
    }
    await watching
    assert.match(seen, /"status":"success"/)
    assert.ok(steps.length >= 3, steps.join())

    const waited = await ask(`/api/ai/videos/${id}`, { headers: { prefer: 'wait=5' } })
    const { data } = (await waited.json()) as { data: [{ url: string }] }
    const part = await ask(new URL(data[0].url).pathname, { headers: { range: 'bytes=4-7' } })
    assert.equal(part.status, 206)
    assert.equal(await part.text(), 'ftyp')
  })
}
