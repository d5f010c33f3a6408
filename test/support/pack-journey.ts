// What a user does with an installed package, from a folder that holds nothing else; prints what came of it as JSON.
// A program of its own, so that a closed network can be put around all of it.
//   node pack-journey.ts FOLDER closed|open
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from './eventually.ts'

const [folder = '', network] = process.argv.slice(2)
const PROGRAM = join(folder, 'node_modules/.bin/mediagen')
const env = { PATH: process.env['PATH'], HOME: folder, MEDIAGEN_FFMPEG: 'off', MEDIAGEN_LOG_LEVEL: 'warn' }

type Ran = { code: number | null; out: string; err: string }
export type Journey = {
  /** Why nothing outside can be reached, where the network is said to be closed. */
  outside: string | undefined
  models: Ran
  configured: Ran
  comfyUi: Ran
  doctor: Ran
  console: string
  image: { answer: string; head: string }
  video: { status: string; error: unknown; head: string; cover: string }
  stopped: number | null
}

function run(command: string, args: readonly string[], more: Readonly<Record<string, string>> = {}): Ran {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, env: { ...env, ...more } })
  return { code: status, out: stdout.toString(), err: stderr.toString() }
}

const mediagen = (args: readonly string[], more?: Readonly<Record<string, string>>): Ran => run(PROGRAM, args, more)

async function refusalOutside(): Promise<string | undefined> {
  // An address of a documentation network: nobody answers there, and without a route the refusal comes at once.
  const answer = fetch('http://192.0.2.1/').then(({ status }) => `an answer, ${status}`)
  return answer.catch((error: Error) => (error.cause as { code?: string } | undefined)?.code)
}

function configured(): Ran {
  const path = join(folder, 'mediagen.config.ts')
  writeFileSync(
    path,
    `import { defineConfig } from 'mediagen/config'
export default defineConfig({
  engines: { mine: { type: 'openai-compatible', baseURL: 'http://127.0.0.1:9/v1' } },
  models: { 'my-own-model': { kind: 'image', engine: 'mine', model: 'x' } },
})
`,
  )
  const ran = mediagen(['models'])
  rmSync(path)
  return ran
}

/** The first bytes of a file that the service gave an address for. */
async function headOf(url: string): Promise<string> {
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer())
  return bytes.subarray(0, 12).toString('latin1')
}

type Video = { id: string; status: string; error: unknown; data: { url: string; cover_url: string }[] }

async function makeVideo(url: string, key: string): Promise<Journey['video']> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ model: 'diorama', prompt: 'a sailing boat on the sea at sunset', size: '480p' })
  const { id } = (await (await fetch(`${url}/api/ai/videos`, { method: 'POST', headers, body })).json()) as Video
  const task = await eventually(async () => {
    const seen = (await (await fetch(`${url}/api/ai/videos/${id}`, { headers })).json()) as Video
    return seen.status === 'success' || seen.status === 'failed' ? seen : undefined
  })
  const [file] = task.data
  const head = file === undefined ? '' : await headOf(file.url)
  return { status: task.status, error: task.error, head, cover: file === undefined ? '' : await headOf(file.cover_url) }
}

async function serve(): Promise<Pick<Journey, 'console' | 'image' | 'video' | 'stopped'>> {
  const child = spawn(PROGRAM, ['serve'], {
    cwd: folder,
    env: { ...env, PORT: '0' },
  })
  let said = ''
  for (const pipe of [child.stdout, child.stderr]) pipe.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const closed = once(child, 'close') as Promise<[number | null]>
  const url = await eventually(() => {
    if (child.exitCode !== null) throw new Error(said)
    return said.includes('Try it') ? /ready at (\S+)/.exec(said)?.[1] : undefined
  })
  const key = readFileSync(join(folder, 'data/api-key'), 'utf8').trim()
  const readme = readFileSync(join(folder, 'node_modules/mediagen/README.md'), 'utf8')
  const line = /^```sh\n(curl [^`]*?images\/generations[^`]*?)^```$/m.exec(readme)?.[1] ?? ''
  const answer = run('bash', ['-c', line.replace('http://127.0.0.1:8080', url)], { KEY: key }).out
  const image = { answer, head: await headOf(/"url":"([^"]+)"/.exec(answer)?.[1] ?? '') }
  const video = await makeVideo(url, key)
  const page = await (await fetch(url)).text()
  child.kill('SIGTERM')
  const [stopped] = await closed
  return { console: page, image, video, stopped }
}

const journey: Journey = {
  outside: network === 'closed' ? await refusalOutside() : undefined,
  models: run('npx', ['--offline', 'mediagen', 'models']),
  configured: configured(),
  comfyUi: mediagen(['models'], { MEDIAGEN_COMFYUI_URL: 'http://127.0.0.1:9' }),
  doctor: mediagen(['doctor']),
  ...(await serve()),
}
console.log(JSON.stringify(journey))
