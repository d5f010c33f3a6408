import assert from 'node:assert/strict'
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { systemClock } from '../src/runtime/system.ts'
import { temporaryFolder } from './support/at-end.ts'
import { eventually } from './support/eventually.ts'
import { runInHost } from './support/command-host.ts'
import { runCommands } from './support/run-commands.ts'
import { ended, startMediagen } from './support/run-mediagen.ts'
import { openHub, serve, sha256, type Behaviour } from './weights/hostile-hub.ts'
import { SD1_TENSORS, toySafetensors } from './weights/toy-weights.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** A day counted from today, since commands go by the clock of the machine. */
const inDays = (days: number): string => new Date(systemClock.now() + days * DAY_MS).toISOString().slice(0, 10)

/** The settings of a service with a model that goes soon, one that has gone, and one of which neither is true. */
async function settings(t: TestContext): Promise<Record<string, string>> {
  const folder = await temporaryFolder(t)
  const path = join(folder, 'mediagen.config.json')
  const model = { kind: 'image', engine: 'own', model: 'x' }
  const config = {
    engines: { own: { type: 'openai-compatible', baseURL: 'http://127.0.0.1:1/v1' } },
    models: {
      going: { ...model, retires: inDays(30), successor: 'diorama' },
      gone: { ...model, retires: inDays(-1), successor: 'diorama' },
      'gone-unnoticed': { ...model, retires: inDays(-1) },
      staying: { ...model, retires: inDays(90) },
    },
    aliases: { 'gpt-image-1': 'going', 'dall-e-3': 'gone' },
  }
  await writeFile(path, JSON.stringify(config))
  // A developer who runs this may be logged in to a service, and would be told of its models.
  return {
    XDG_CONFIG_HOME: folder,
    MEDIAGEN_CONFIG: path,
    MEDIAGEN_DATA_DIR: join(folder, 'data'),
    MEDIAGEN_FFMPEG: 'off',
  }
}

async function run(command: string, env: Record<string, string>, args: readonly string[] = []): Promise<string> {
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('MEDIAGEN_')))
  // The doctor fails here, for there is no server at that address; what it says is what counts.
  return (await runInHost({ args: [command, ...args], env: { ...clean, ...env }, cwd: undefined, input: '' })).out
}

test('the command models shows aliases and days, hides what has gone and tells of what goes soon', async (t) => {
  const out = await run('models', await settings(t))
  assert.match(out, new RegExp(`^going +image .* ${inDays(30)} +gpt-image-1$`, 'm'))
  assert.match(out, new RegExp(`^staying +image .* ${inDays(90)} +–$`, 'm'))
  assert.doesNotMatch(out, /^gone/m)
  assert.match(out, /^The model 'going' will be shut down by its provider on [\d-]+; use 'diorama' instead\.$/m)
  assert.doesNotMatch(out, /The model 'staying'/)
})

test('models --local --json is JSON, of one kind where that is asked for', async (t) => {
  const out = await run('models', await settings(t), ['--local', '--json', '--kind', 'image'])
  const models = JSON.parse(out) as { id: string; kind: string; aliases: string[] }[]
  assert.deepEqual(models.map(({ id }) => id).toSorted(), ['diorama', 'going', 'sandbox', 'staying'])
  assert.ok(models.every(({ kind }) => kind === 'image'))
  assert.deepEqual(models.find(({ id }) => id === 'going')?.aliases, ['gpt-image-1'])
})

test('the doctor warns of models that go soon and of aliases that lead to one that has gone, and of nothing else', async (t) => {
  const out = await run('doctor', await settings(t))
  assert.match(
    out,
    /^ok {4}models: 6 offered \(diorama, sandbox, going, staying\), by .*; \d\d more need a provider key \(fal, .* and \d+ more\)/m,
  )
  assert.match(
    out,
    /^WARN {2}model going: The model 'going' will be shut down .*Aliases that point to it: gpt-image-1\.$/m,
  )
  assert.match(out, /^WARN {2}model gone: The model 'gone' was shut down .*Aliases that point to it: dall-e-3\.$/m)
  assert.equal(out.match(/^WARN/gm)?.length, 2)
})

test('the doctor names the file of a model that has vanished, and says what to do', async (t) => {
  const env = await settings(t)
  const weights = join(await temporaryFolder(t), 'lost.safetensors')
  await writeFile(weights, toySafetensors(SD1_TENSORS))
  await run('models', env, ['add', weights, '--no-trial'])
  await rm(weights)
  const out = await run('doctor', env)
  const line = out.split('\n').find((each) => each.includes('local model lost'))
  assert.ok(line?.startsWith('FAIL') && line.includes(`${weights} is missing. Put it back, or run`), line ?? out)
})

test('models add, list, verify, remove and prune work on own weights, for people and as JSON; models alone still lists what can be called', async (t) => {
  const folder = await temporaryFolder(t)
  const weights = join(folder, 'dream.safetensors')
  await writeFile(weights, toySafetensors(SD1_TENSORS))
  const judge = join(folder, 'open-nsfw.onnx')
  await writeFile(judge, 'a graph')
  const ours = await settings(t)
  const env = { ...process.env, ...ours }
  // Own weights whose disk is away.
  const manifests = join(String(ours['MEDIAGEN_DATA_DIR']), 'models', 'manifests')
  await mkdir(manifests, { recursive: true })
  const lost = { name: 'x.gguf', bytes: 1, path: '/nowhere/x.gguf', modifiedMs: 0 }
  const manifest = { id: 'lost', kind: 'image', does: 'generate', driver: 'bare', family: 'sd1', licence: 'MIT' }
  await writeFile(
    join(manifests, 'lost.json'),
    JSON.stringify({ ...manifest, sizes: [], defaults: {}, files: { model: lost }, from: lost.path }),
  )
  const lines = [
    ['models', 'available', '--json'],
    ['models', 'add', weights, '--size', '640x512', '--licence', 'CC-BY-4.0', '--set', 'steps=9', '--no-trial'],
    ['models', 'list'],
    ['models', 'list', '--json'],
    ['models', 'verify', 'dream'],
    ['models', '--local', '--json', '--kind', 'image'],
    ['models', 'add', weights, '--id', 'copied', '--copy', '--set', 'sampler=euler', '--json', '--no-trial'],
    ['models', 'remove', 'dream', '--json'],
    ['models', 'remove', 'copied'],
    ['models', 'prune', '--json'],
    ['models', 'add', 'sd-turbo'],
    ['models', 'add', 'moderate', '--json'],
    ['models', 'add', 'klien'],
    ['models', 'add', weights, '--size', 'large'],
    ['models', 'add', weights, '--size', '640x500'],
    ['models', 'add', weights, '--file', 'eye=x'],
    ['models', 'add', 'hf:toy.gguf'],
    ['models', 'aad', weights],
    ['models', 'add', judge],
    ['models', 'verify'],
    ['models', 'available'],
  ]
  const ran = await runCommands(lines, { env })
  const NONE = { out: '', err: '', code: null }
  const [available = NONE, add = NONE, list = NONE, listed = NONE, verify = NONE, alone = NONE, copied = NONE] = ran
  const [remove = NONE, gone = NONE, prune = NONE, ...refused] = ran.slice(7, -3)
  assert.match(String(ran.at(-3)?.out), /^Added the model 'open-nsfw'\. .* MEDIAGEN_MODERATION_MODEL=open-nsfw\.$/m)
  assert.match(String(ran.at(-2)?.err), /^Your own weights \(lost\): put the files back, or remove the model/m)
  const offered = JSON.parse(available.out) as { id: string; isRunnable: boolean }[]
  assert.deepEqual(
    offered.filter(({ isRunnable }) => isRunnable).map(({ id }) => id),
    ['klein', 'sd-turbo', 'wan', 'upscale', 'cutout', 'cutout-small', 'moderate'],
  )
  const shown = String(ran.at(-1)?.out)
  assert.match(shown, /^klein .* 5\.3 GB to download /m)
  assert.match(shown, /^moderate .* unknown +yes/m)
  assert.match(shown, /^z-image .* with sd-server/m)
  assert.match(add.out, /^Added the model 'dream'\. A running service offers it within seconds\.$/m)
  assert.match(
    add.err,
    /^dream\.safetensors \(CC-BY-4\.0\): your own weights\n {2}disk .* fully downloaded; .* GB free$/m,
  )
  assert.match(list.out, /^dream +image +generate +sd1 +bare +\S+ MB +CC-BY-4\.0 +ready$/m)
  const { installed } = JSON.parse(listed.out) as { installed: { id: string; from: string }[] }
  assert.deepEqual(
    installed.map(({ id, from }) => [id, from]),
    [
      ['dream', weights],
      ['lost', lost.path],
    ],
  )
  assert.match(verify.out, /^ok +dream +model +dream\.safetensors$/m)
  assert.ok((JSON.parse(alone.out) as { id: string }[]).some(({ id }) => id === 'diorama'))
  const { files, defaults } = JSON.parse(copied.out) as { files: { model: { blob: string } }; defaults: object }
  assert.match(files.model.blob, /^sha256-/)
  assert.deepEqual(defaults, { steps: 25, cfg_scale: 7, sampler: 'euler' })
  assert.deepEqual(JSON.parse(remove.out), { id: 'dream', freed_bytes: 0 })
  assert.match(gone.out, /^Removed 'copied' and freed 0\.0 MB\.$/m)
  assert.deepEqual(JSON.parse(prune.out), { freed_bytes: 0 })
  const words = [
    /\n {2}disk {6}2\.0 GB; .* free\n[^]*with --accept-licence .*\.\n$/,
    /^\{"error":\{"code":"failed","message":"Open NSFW has no known digest/,
    /^There is no model 'klien' to add\. Did you mean 'klein'\? Known: klein, .*\. To add your own weights, specify a file/,
    /^--size must be a size such as 1024x1024, not 'large'\./,
    /^Both sides of --size must be multiples of 16, not '640x500'\./,
    /^--file must be ROLE=PATH with one of the roles model, /,
    /^'hf:toy\.gguf' must be written as hf:owner\/repo\/file@revision\./,
    /Unknown command 'aad'\. Did you mean 'add'\?/,
  ]
  refused.forEach(({ err }, index) => assert.match(err, words[index] ?? /nothing/))
  assert.deepEqual([add.code, ...refused.map(({ code }) => code)], [0, 1, 1, 1, 2, 2, 2, 1, 2])
})

test('two processes that add a model fetch it once: the second waits, and goes on where a killed one ended; Ctrl-C says how to go on', async (t) => {
  const bytes = toySafetensors(SD1_TENSORS, 3_000_000)
  const told = { 'x-repo-commit': 'c'.repeat(40), 'x-linked-etag': `"${sha256(bytes)}"` }
  const HALF = 2_000_000
  const stalls: Behaviour = serve(bytes, { headers: told, stallsAfter: HALF })
  // What is at the commit is the download; before that each process looks at the header.
  let downloads: Behaviour = stalls
  const hub = await openHub(t, (request, response) =>
    (request.url?.includes('/resolve/main/') === true ? serve(bytes, { headers: told }) : downloads)(request, response),
  )
  const folder = await temporaryFolder(t)
  const env = { MEDIAGEN_DATA_DIR: join(folder, 'data'), MEDIAGEN_MODELS_MIRROR: hub.url, HF_TOKEN: 'hf_secret' }
  const args = ['models', 'add', 'hf:me/toy/toy.safetensors', '--no-trial']
  const partial = join(folder, 'data', 'models', 'partials', `sha256-${sha256(bytes)}.partial`)
  const heard = (child: ReturnType<typeof startMediagen>, words: RegExp): Promise<true> => {
    let err = ''
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
    return eventually(() => words.test(err) || undefined, undefined, { words: String(words) })
  }
  const arrived = async (): Promise<void> => {
    while ((await stat(partial).catch(() => undefined))?.size !== HALF) await setImmediate()
  }

  const first = startMediagen(args, { env, cwd: folder })
  const firstEnded = ended(first)
  await arrived()
  const second = startMediagen(args, { env, cwd: folder })
  const secondEnded = ended(second)
  await heard(second, new RegExp(`Process ${first.pid} is already adding this model\\. Waiting`))
  first.kill('SIGKILL')
  assert.equal((await firstEnded).signal, 'SIGKILL')
  downloads = (request, response) => {
    // Stops once more, for Ctrl-C.
    response.writeHead(206, { 'content-range': `bytes ${HALF}-${bytes.length - 1}/${bytes.length}`, etag: '"one"' })
    response.write(bytes.subarray(HALF, HALF + 1))
    void request
  }
  while ((await stat(partial)).size !== HALF + 1) await setImmediate()
  second.kill('SIGINT')
  const stopped = await secondEnded
  assert.equal(stopped.code, 130)
  assert.match(
    stopped.err,
    /Stopped\. The partial download is kept\. To resume, run: mediagen models add hf:me\/toy\/toy\.safetensors\n$/,
  )

  downloads = serve(bytes, { headers: told })
  const [list, third, again] = await runCommands([['models', 'list', '--json'], args, args], {
    env: { ...process.env, ...env },
  })
  const listed = JSON.parse(list?.out ?? '') as { downloads: { id: string; state: string; bytes: number }[] }
  assert.deepEqual(
    listed.downloads.map(({ id, state, bytes: here }) => [id, state, here]),
    [['toy', 'interrupted', HALF + 1]],
  )
  assert.match(third?.out ?? '', /^Added the model 'toy'/)
  assert.match(again?.err ?? '', /toy\.safetensors: already here/)
  const ranges = hub.asked.filter(({ url }) => !url.includes('/main/')).map(({ range }) => range)
  assert.deepEqual(ranges, [undefined, `bytes=${HALF}-`, `bytes=${HALF + 1}-`])
  assert.deepEqual(
    [...new Set(hub.asked.map(({ authorization }) => authorization))],
    [undefined],
    'a mirror gets no token',
  )
  assert.equal(
    sha256(await readFile(join(folder, 'data', 'models', 'blobs', `sha256-${sha256(bytes)}`))),
    sha256(bytes),
  )
})
