import assert from 'node:assert/strict'
import { mkdir, readFile, readdir, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import { guardedFetch } from '../../src/net/guarded-fetch.ts'
import { systemClock } from '../../src/runtime/system.ts'
import { addModel, type AddEvent, type WeightsDeps } from '../../src/weights/add-model.ts'
import { copyPath } from '../../src/weights/download-file.ts'
import { CURATED } from '../../src/weights/curated.ts'
import { FAMILIES, familyOf } from '../../src/weights/families.ts'
import { followInstalledModels, readInstalledModels } from '../../src/weights/installed-models.ts'
import { pruneStore, removeModel, verifyModels } from '../../src/weights/keep-house.ts'
import { pathOfFile } from '../../src/weights/manifest.ts'
import type { ModelOrder, OrderedFile } from '../../src/weights/model-order.ts'
import { ownOrder } from '../../src/weights/model-order.ts'
import { readDownloads } from '../../src/weights/pending-models.ts'
import { openWeightsFetch } from '../../src/weights/weights-fetch.ts'
import { parseHeader } from '../../src/weights/weights-header.ts'
import { isLocked, tryLock } from '../../src/weights/weights-lock.ts'
import { blobPath, weightsPlaces } from '../../src/weights/weights-places.ts'
import { availableModels } from '../../src/weights/weights-view.ts'
import { temporaryFolder } from '../support/at-end.ts'
import { eventually } from '../support/eventually.ts'
import { manualClock } from '../support/manual-clock.ts'
import { openService } from '../support/service.ts'
import { writeNcnnUpscaler } from '../support/toy-klein.ts'
import { openHub, serve, sha256, status, type HostileHub } from './hostile-hub.ts'
import { KLEIN_TENSORS, SD1_TENSORS, toyGguf, toySafetensors, u64 } from './toy-weights.ts'

const OWN = { files: [], isCopied: false, trustsPickle: false }

async function openStore(t: TestContext, hub: HostileHub, changes: Partial<WeightsDeps> = {}): Promise<WeightsDeps> {
  const guard = guardedFetch({ allow: [], clock: systemClock })
  const openGuard = guardedFetch({ allow: ['0.0.0.0/0'], clock: systemClock })
  return {
    places: weightsPlaces(await temporaryFolder(t)),
    fetch: openWeightsFetch({ guard, openGuard, named: new Set([hub.url]), clock: systemClock }),
    mirrors: new Map([['huggingface.co', hub.url]]),
    clock: { ...systemClock, sleep: async () => {} },
    random: { fraction: () => 0 },
    freeBytes: async () => 2 ** 40,
    machine: async () => ({ cores: 2, memoryBytes: 16e9 }),
    drivers: ['bare'],
    builtIn: ['sandbox'],
    ...changes,
  }
}

/** A hub that serves files by the end of their paths. */
async function hubOf(t: TestContext, files: Readonly<Record<string, Buffer>>): Promise<HostileHub> {
  return openHub(t, (request, response) => {
    const found = Object.entries(files).find(([name]) => request.url?.endsWith(`/${name}`))
    return (found === undefined ? status(404) : serve(found[1]))(request, response)
  })
}

function remote(hub: HostileHub, role: OrderedFile['role'], name: string, bytes: Buffer): OrderedFile {
  return { role, name, wanted: { name, urls: [`${hub.url}/${name}`], sha256: sha256(bytes), bytes: bytes.length } }
}

function anOrder(id: string, files: readonly OrderedFile[], changes: Partial<ModelOrder> = {}): ModelOrder {
  const { kind, does, driver, sizes, defaults } = FAMILIES['flux2-klein']!
  const facts = { id, title: id, about: '', from: id, family: 'flux2-klein', licence: 'Apache-2.0' }
  return { kind, does, driver, sizes, defaults, ...facts, asksLicence: false, isPinned: true, files, ...changes }
}

const [ONE, TWO, SHARED] = [Buffer.alloc(3000, 1), Buffer.alloc(4000, 2), Buffer.alloc(5000, 3)]

test('models share files: a part is fetched once, stays while one model needs it, and goes with the last', async (t) => {
  const hub = await hubOf(t, { one: ONE, two: TWO, shared: SHARED })
  const deps = await openStore(t, hub)
  const shared = remote(hub, 'text_encoder', 'shared', SHARED)
  await addModel(deps, anOrder('first', [remote(hub, 'diffusion_model', 'one', ONE), shared]))
  const events: AddEvent['kind'][] = []
  const second = anOrder('second', [remote(hub, 'diffusion_model', 'two', TWO), shared])
  await addModel(deps, second, { onEvent: ({ kind }) => events.push(kind) })
  assert.equal(hub.sent(), ONE.length + TWO.length + SHARED.length)
  assert.ok(events.includes('have'))

  const models = await readInstalledModels(deps.places.root)
  assert.deepEqual(
    models.map(({ id }) => id),
    ['first', 'second'],
  )
  assert.deepEqual(models[1]?.files, {
    diffusion_model: blobPath(deps.places, sha256(TWO)),
    text_encoder: blobPath(deps.places, sha256(SHARED)),
  })
  assert.deepEqual(await removeModel(deps, 'first'), { freedBytes: ONE.length })
  assert.equal((await readInstalledModels(deps.places.root)).length, 1)
  assert.deepEqual(await removeModel(deps, 'second'), { freedBytes: TWO.length + SHARED.length })
  assert.deepEqual(await readdir(deps.places.blobs), [])
  await assert.rejects(removeModel(deps, 'second'), /There is no local model 'second'/)
})

test('what cannot be added is refused before a byte is fetched', async (t) => {
  const hub = await hubOf(t, { one: ONE })
  const deps = await openStore(t, hub)
  const files = [remote(hub, 'diffusion_model', 'one', ONE)]
  const asks = anOrder('asks', files, { asksLicence: true, licence: 'Own', licenceUrl: 'https://example.com/l' })
  await assert.rejects(
    addModel(deps, asks),
    /has the licence 'Own' \(https:\/\/example\.com\/l\)\. Read it, then .*--accept-licence/,
  )
  await assert.rejects(addModel(deps, anOrder('loose', files, { isPinned: false })), /has no known digest.*--unpinned/)
  const small = { ...deps, freeBytes: async () => 1000 }
  await assert.rejects(
    addModel(small, anOrder('big', files)),
    /needs 0\.0 MB more on this disk, but only 0\.0 MB are free/,
  )
  await assert.rejects(addModel(deps, anOrder('sandbox', files)), /'sandbox' is a built-in model/)
  assert.equal(hub.asked.length, 0)

  const manifest = await addModel(deps, asks, { acceptedLicence: true })
  assert.equal(manifest.acceptedLicence?.licence, 'Own')
  assert.match(manifest.acceptedLicence?.at ?? '', /^\d{4}-\d\d-\d\dT/)
  await assert.rejects(addModel(deps, anOrder('asks', files, { from: '/elsewhere' })), /A model 'asks' already exists/)
})

test('a failed download is told with its reason and how far it is, and adding it again ends that', async (t) => {
  const hub = await openHub(t, status(404))
  const deps = await openStore(t, hub)
  const order = anOrder('late', [remote(hub, 'diffusion_model', 'one', ONE)])
  await assert.rejects(addModel(deps, order), /responded with 404 for one/)
  const [failed] = await readDownloads(deps.places)
  assert.equal(failed?.state, 'failed')
  assert.match(failed.error ?? '', /responded with 404/)
  assert.deepEqual([failed.bytes, failed.totalBytes], [0, ONE.length])
  hub.usual = serve(ONE)
  let during: Awaited<ReturnType<typeof readDownloads>> = []
  const seen = Promise.withResolvers<void>()
  hub.next = [
    (request, response) => {
      const look = async (): Promise<void> => {
        during = await readDownloads(deps.places)
        serve(ONE)(request, response)
        seen.resolve()
      }
      void look()
    },
  ]
  await addModel(deps, order)
  await seen.promise
  assert.deepEqual(
    during.map(({ state, error }) => [state, error]),
    [['running', undefined]],
  )
  assert.deepEqual(await readDownloads(deps.places), [])
})

test('a damaged file is found by verify and fetched again by add; prune removes what none needs', async (t) => {
  const hub = await hubOf(t, { one: ONE, shared: SHARED })
  const deps = await openStore(t, hub)
  const order = anOrder('first', [remote(hub, 'diffusion_model', 'one', ONE), remote(hub, 'vae', 'shared', SHARED)])
  await addModel(deps, order)
  const states = async (): Promise<string[]> => (await verifyModels(deps, {})).map(({ state }) => state)
  assert.deepEqual(await states(), ['ok', 'ok'])
  await truncate(blobPath(deps.places, sha256(ONE)), 10)
  assert.deepEqual(await states(), ['damaged', 'ok'])
  await rm(blobPath(deps.places, sha256(SHARED)))
  assert.deepEqual(await states(), ['missing', 'missing'])
  await addModel(deps, order)
  assert.deepEqual(await states(), ['ok', 'ok'])
  await assert.rejects(verifyModels(deps, { ids: ['nobody'] }), /Installed: first\./)

  // A partial download that somebody is at stays, as does everything that is not ours.
  await writeFile(join(deps.places.blobs, 'notes.txt'), 'mine')
  await writeFile(blobPath(deps.places, sha256(TWO)), TWO)
  hub.usual = serve(TWO, { stallsAfter: 1000 })
  const stop = new AbortController()
  const arrived = Promise.withResolvers<void>()
  const adding = addModel(
    deps,
    anOrder(
      'slow',
      [remote(hub, 'model', 'three', Buffer.alloc(6000, 4))].map((file) => ({
        ...file,
        wanted: { ...('wanted' in file ? file.wanted : undefined)!, bytes: undefined },
      })),
    ),
    {
      signal: stop.signal,
      onEvent: (event) => void (event.kind === 'progress' && arrived.resolve()),
    },
  )
  await arrived.promise
  // Of the damaged file ten bytes were left.
  assert.deepEqual(await pruneStore(deps), { freedBytes: TWO.length + 10 })
  assert.ok((await readdir(deps.places.partials)).some((name) => name.endsWith('.partial')))
  stop.abort(new Error('enough'))
  await assert.rejects(adding, /enough/)
  assert.equal((await readDownloads(deps.places))[0]?.state, 'interrupted')
  assert.ok((await pruneStore(deps)).freedBytes >= 1000)
  assert.deepEqual(await readdir(deps.places.partials), [])
  assert.deepEqual((await readdir(deps.places.blobs)).length, 3)
})

test('while a model is added, nothing of it is swept away: no copy, and no file whose digest nobody knew before', async (t) => {
  const hub = await hubOf(t, { one: ONE })
  const turn = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  const deps = await openStore(t, hub, { clock: { ...systemClock, sleep: turn } })
  const path = join(await temporaryFolder(t), 'own')
  await writeFile(path, SHARED)
  const files = [
    { role: 'vae' as const, name: 'own', path, bytes: SHARED.length, isCopied: true },
    { role: 'model' as const, name: 'one', wanted: { name: 'one', urls: [`${hub.url}/one`] as const } },
    remote(hub, 'text_encoder', 'two', TWO),
  ]
  // Somebody else copies the same file at this moment.
  const copy = copyPath(deps.places, path)
  await mkdir(deps.places.partials, { recursive: true })
  await writeFile(copy, 'half of it')
  const other = tryLock(deps.places.locks, basename(copy))
  const waiting = Promise.withResolvers<void>()
  hub.usual = serve(ONE)
  hub.next = [
    serve(ONE),
    (request, response) => {
      const sweep = async (): Promise<void> => {
        await pruneStore(deps)
        serve(TWO)(request, response)
      }
      void sweep()
    },
  ]
  const adding = addModel(deps, anOrder('mine', files), {
    onEvent: ({ kind }) => void (kind === 'waiting' && waiting.resolve()),
  })
  await waiting.promise
  assert.deepEqual(await pruneStore(deps), { freedBytes: 0 })
  other?.release()
  await adding
  assert.deepEqual(
    (await verifyModels(deps, {})).map(({ state }) => state),
    ['ok', 'ok', 'ok'],
  )
  assert.deepEqual([await readFile(path), await readdir(deps.places.pending)], [SHARED, []])
})

test('a broken manifest is reported and costs no other model; followers hear of every change', async (t) => {
  const hub = await hubOf(t, { one: ONE })
  const deps = await openStore(t, hub)
  const clock = manualClock()
  const end = new AbortController()
  let changes = 0
  const following = followInstalledModels({
    folder: deps.places.root,
    clock,
    signal: end.signal,
    onChange: () => void changes++,
  })
  const look = async (until: number): Promise<void> => {
    // Reading a folder takes turns of the event loop that no clock counts.
    while (changes < until) await clock.advance(2_000)
  }
  await addModel(deps, anOrder('good', [remote(hub, 'model', 'one', ONE)]))
  await look(1)
  await writeFile(join(deps.places.manifests, 'broken.json'), '{"id":"broken"')
  await writeFile(join(deps.places.manifests, 'evil.json'), JSON.stringify({ id: '../evil' }))
  const good = JSON.parse(await readFile(join(deps.places.manifests, 'good.json'), 'utf8')) as object
  await writeFile(
    join(deps.places.manifests, 'gone.json'),
    JSON.stringify({
      ...good,
      id: 'gone',
      files: { model: { name: 'x', bytes: 1, path: '/nowhere/x', modifiedMs: 0 } },
    }),
  )
  await look(2)
  const problems: string[] = []
  const models = await readInstalledModels(deps.places.root, ({ id }) => problems.push(id))
  assert.deepEqual(
    models.map(({ id }) => id),
    ['good'],
  )
  assert.deepEqual(problems.toSorted(), ['broken', 'evil', 'gone'])
  const file = blobPath(deps.places, sha256(ONE))
  await rm(file)
  await look(3)
  await writeFile(file, ONE)
  await look(4)
  end.abort()
  await clock.advance(2_000)
  await following
})

test('own weights are referred to where they lie, or copied; the header tells the architecture', async (t) => {
  const hub = await hubOf(t, {})
  const deps = await openStore(t, hub)
  const folder = await temporaryFolder(t)
  const path = join(folder, 'Dream Shaper.safetensors')
  await writeFile(path, toySafetensors(SD1_TENSORS))
  const order = await ownOrder(deps, path, OWN)
  assert.deepEqual(
    [order.id, order.family, order.sizes[0], order.files[0]?.role],
    ['dream-shaper', 'sd1', '512x512', 'model'],
  )
  assert.equal((await addModel(deps, order)).files.model?.bytes, (await stat(path)).size)
  assert.equal((await readInstalledModels(deps.places.root))[0]?.files.model, path)
  assert.equal(hub.asked.length, 0)
  await writeFile(path, 'other')
  assert.equal((await verifyModels(deps, {}))[0]?.state, 'changed')
  await removeModel(deps, 'dream-shaper')
  assert.equal(await readFile(path, 'utf8'), 'other')

  const klein = join(folder, 'k.gguf')
  await writeFile(klein, toyGguf(KLEIN_TENSORS))
  await assert.rejects(
    ownOrder(deps, klein, OWN),
    /the flux2-klein family needs more files.*--file text_encoder=PATH --file vae=PATH/,
  )
  const parts = {
    ...OWN,
    isCopied: true,
    files: [
      { role: 'text_encoder' as const, source: klein },
      { role: 'vae' as const, source: klein },
    ],
  }
  const again = { ...parts, files: [...parts.files, ...parts.files.slice(1)] }
  await assert.rejects(ownOrder(deps, klein, again), /accepts one file as vae, but 'k\.gguf' is a second/)
  const copied = await addModel(deps, await ownOrder(deps, klein, parts))
  assert.ok('blob' in copied.files.vae!)
  assert.deepEqual(await readdir(deps.places.blobs), [copied.files.vae.blob])

  await writeFile(join(folder, 'page.gguf'), '<!doctype html> of a page that was saved')
  await assert.rejects(
    ownOrder(deps, join(folder, 'page.gguf'), OWN),
    /^AppError: page\.gguf: This is not a usable file of weights/,
  )
  await writeFile(join(folder, 'old.ckpt'), 'x')
  await assert.rejects(
    ownOrder(deps, join(folder, 'old.ckpt'), OWN),
    /pickled file: loading it runs its author's code.*--trust-pickle/,
  )
  await writeFile(join(folder, 'plain.safetensors'), toySafetensors(['a.b']))
  await assert.rejects(
    ownOrder(deps, join(folder, 'plain.safetensors'), OWN),
    /does not contain its architecture.*--family/,
  )
  await assert.rejects(ownOrder(deps, 'kliene', OWN), /There is no model 'kliene' to add/)
})

test('a file of the hub is looked at before the download, and kept at the commit that was met', async (t) => {
  const bytes = toySafetensors(SD1_TENSORS, 4096)
  const hub = await openHub(
    t,
    serve(bytes, { headers: { 'x-repo-commit': 'c'.repeat(40), 'x-linked-etag': `"${sha256(bytes)}"` } }),
  )
  const deps = await openStore(t, hub)
  const order = await ownOrder(deps, 'hf:me/toy/sub/toy.safetensors', OWN)
  await addModel(deps, order)
  assert.deepEqual(
    hub.asked.map(({ url }) => url),
    ['/me/toy/resolve/main/sub/toy.safetensors', `/me/toy/resolve/${'c'.repeat(40)}/sub/toy.safetensors`],
  )
  for (const climbing of ['hf:me/../../x.gguf', 'hf:../../x.gguf', 'hf:me/toy/./x.gguf'])
    await assert.rejects(ownOrder(deps, climbing, OWN), /must be written as hf:owner/)

  // What a browser shows of a file, and what its "copy download link" copies.
  for (const page of ['blob/v1/sub/toy.safetensors', 'resolve/v1/sub/toy.safetensors?download=true'])
    assert.equal(
      (await ownOrder(deps, `https://huggingface.co/me/toy/${page}`, OWN)).from,
      'hf:me/toy/sub/toy.safetensors@v1',
    )
  assert.equal(hub.asked.at(-1)?.url, '/me/toy/resolve/v1/sub/toy.safetensors')
  for (const other of ['https://example.com/toy.safetensors', 'https://huggingface.co/me/toy'])
    await assert.rejects(ownOrder(deps, other, OWN), /is not a file on huggingface.co. Download it yourself/)
})

test('a hub that is not there, or has no such file, is told in words', async (t) => {
  const hub = await openHub(t, (_, response) => void response.writeHead(404).end())
  const deps = await openStore(t, hub)
  await assert.rejects(ownOrder(deps, 'hf:me/toy/toy.gguf', OWN), {
    name: 'AppError',
    message: /^The hub responded with 404 for hf:me\/toy\/toy\.gguf\. There is no such file/,
  })
  hub.usual = (_, response) => void response.destroy()
  await assert.rejects(ownOrder(deps, 'hf:me/toy/toy.gguf', OWN), {
    code: 'provider_unavailable',
    message: /^127\.0\.0\.1:\d+: /,
  })
})

test('an upscaler in the form of ncnn is converted into the store; others are refused before anything is written', async (t) => {
  const deps = await openStore(t, await hubOf(t, {}))
  const folder = await temporaryFolder(t)
  const path = await writeNcnnUpscaler(join(folder, 'larger.param'))
  const { files } = await addModel(deps, await ownOrder(deps, path, OWN))
  const { upscaler } = files
  const made = await readFile(pathOfFile(deps.places, upscaler!))
  const { tensors = [], headerBytes = 0 } = parseHeader(made) ?? {}
  assert.deepEqual([familyOf(tensors), tensors.length], ['esrgan', 42])
  // The first weights are the first numbers of the file, behind the mark of their form.
  const numbers = await readFile(join(folder, 'larger.bin'))
  assert.deepEqual(made.subarray(headerBytes, headerBytes + 3456), numbers.subarray(4, 3460))

  const text = await readFile(path, 'utf8')
  const refused = async (changed: string, numbersOf: Buffer, why: RegExp): Promise<void> => {
    await writeFile(join(folder, 'bad.param'), changed)
    await writeFile(join(folder, 'bad.bin'), numbersOf)
    const add = async (): Promise<unknown> => addModel(deps, await ownOrder(deps, join(folder, 'bad.param'), OWN))
    await assert.rejects(add, why)
  }
  await refused(text, numbers.subarray(0, -4), /bad\.param cannot be used: bad\.bin is cut off/)
  await refused(text, Buffer.concat([numbers, u64(0)]), /more weights than its layers take/)
  await refused(text, Buffer.concat([u64(7), numbers.subarray(8)]), /weights have an unknown format/)
  await refused(text.replace('Convolution', 'PReLU'), numbers, /it has a layer 'PReLU'/)
  await refused(text.replace('0=64', '0=-1'), numbers, /does not say how large it is/)
  await refused(text.replace(/^Convolution conv_last.*$/m, ''), numbers, /20 layers are not Real-ESRGAN's/)
  await refused('not a network', numbers, /not an ncnn network/)
  await rm(join(folder, 'larger.bin'))
  await assert.rejects(ownOrder(deps, path, OWN), /its weights must be next to it, in larger\.bin/)
  await assert.rejects(ownOrder(deps, 'hf:me/x/y.param', OWN), /There is no model/)
})

test('a hostile header is refused, and one that is cut off asks for more', () => {
  assert.deepEqual(familyOf(parseHeader(toyGguf(KLEIN_TENSORS))?.tensors ?? []), 'flux2-klein')
  for (const whole of [toyGguf(KLEIN_TENSORS), toySafetensors(SD1_TENSORS)])
    for (const length of [0, 9, 30, 100]) assert.equal(parseHeader(whole.subarray(0, length)), undefined)
  const gguf = toyGguf(KLEIN_TENSORS)
  for (const hostile of [
    Buffer.concat([u64(2n ** 62n), Buffer.from('{"a":1}        ')]),
    Buffer.concat([u64(8), Buffer.from('{"a":1,}'), Buffer.alloc(20)]),
    Buffer.from('PK\u0003\u0004 a zip, as pickled files are'),
    Buffer.concat([gguf.subarray(0, 8), u64(2n ** 60n), gguf.subarray(16)]),
    Buffer.concat([gguf.subarray(0, 24), u64(2n ** 63n), gguf.subarray(32)]),
  ])
    assert.throws(() => parseHeader(hostile), /not a usable file of weights/)
})

test('every row of the curated list is whole: a commit, a size and a digest, or the word that there are none', async (t) => {
  for (const model of CURATED) {
    const family = FAMILIES[model.family]
    assert.ok(family !== undefined, model.id)
    assert.deepEqual(model.files.map(({ role }) => role).toSorted(), [...family.roles].toSorted(), model.id)
    assert.match(model.licenceUrl, /^https:\/\//)
    assert.ok(
      ['Apache-2.0', 'MIT', 'BSD-3-Clause', 'BSD-2-Clause'].includes(model.licence) !== model.asksLicence,
      model.id,
    )
    for (const { repo, revision, path, bytes, sha256: digest } of model.files) {
      assert.match(repo, /^[\w.-]+\/[\w.-]+$/)
      assert.match(path, /\.(?:gguf|safetensors|onnx)$/)
      if (model.pin === 'unpinned') continue
      assert.match(revision, /^[0-9a-f]{40}$/, `${model.id} ${path}`)
      assert.match(digest ?? '', /^[0-9a-f]{64}$/, `${model.id} ${path}`)
      assert.ok(Number.isSafeInteger(bytes) && (bytes ?? 0) > 1e6, `${model.id} ${path}`)
    }
  }
  const files = CURATED.flatMap((model) => model.files)
  for (const file of files)
    for (const other of files.filter((each) => each.sha256 !== undefined && each.sha256 === file.sha256))
      assert.deepEqual([other.bytes, other.repo, other.revision], [file.bytes, file.repo, file.revision])
  const hub = await hubOf(t, {})
  const deps = await openStore(t, hub)
  await mkdir(deps.places.blobs, { recursive: true })
  const [shared] = CURATED[0]!.files.filter(({ role }) => role === 'text_encoder')
  await writeFile(blobPath(deps.places, shared!.sha256!), '')
  const zImage = (await availableModels(deps)).find(({ id }) => id === 'z-image')
  assert.equal((zImage?.bytes ?? 0) - (zImage?.missingBytes ?? 0), shared!.bytes)
})

test('a lock is held by one at a time and names its holder', async (t) => {
  const folder = await temporaryFolder(t)
  const lock = tryLock(folder, 'one')
  assert.ok(lock !== undefined)
  assert.equal(tryLock(folder, 'one'), undefined)
  assert.equal(await readFile(join(folder, 'one.holder'), 'utf8'), String(process.pid))
  // No journal: to make room on a full disk takes a lock, too.
  assert.deepEqual((await readdir(folder)).toSorted(), ['one.holder', 'one.lock'])
  assert.equal(isLocked(folder, 'one'), true)
  lock.release()
  // A question is not in the way of other questions, and makes no lock.
  const asking = new DatabaseSync(join(folder, 'one.lock'))
  asking.exec('BEGIN; SELECT count(*) FROM sqlite_schema')
  assert.deepEqual([isLocked(folder, 'one'), isLocked(folder, 'two')], [false, false])
  asking.close()
  // Where nobody can be told who holds it, as on a full disk, it is taken all the same.
  await mkdir(join(folder, 'one.holder'))
  const silent = tryLock(folder, 'one')
  assert.ok(silent !== undefined)
})

test('a model that is added while the service runs is offered without a restart, and one that is removed is not', async (t) => {
  const dataDir = await temporaryFolder(t)
  const service = await openService(t, { dataDir, env: { MEDIAGEN_NPM_REGISTRY: 'http://127.0.0.1:9' } })
  const isOffered = async (): Promise<boolean> => {
    const { data } = (await (await service.call('/api/ai/models')).json()) as { data: { id: string }[] }
    return data.some(({ id }) => id === 'mine')
  }
  assert.equal(await isOffered(), false)
  const path = join(await temporaryFolder(t), 'mine.safetensors')
  await writeFile(path, toySafetensors(SD1_TENSORS))
  const deps = { ...(await openStore(t, await hubOf(t, {}))), places: weightsPlaces(join(dataDir, 'models')) }
  await addModel(deps, await ownOrder(deps, path, OWN))
  await eventually(async () => (await isOffered()) || undefined)
  // No runtime is here, and none may be fetched: the task is accepted, and its receipt says what is missing.
  const asked = await service.call('/api/ai/images/generations', { json: { model: 'mine', prompt: 'a fox' } })
  assert.notEqual(((await asked.json()) as { error?: { code: string } }).error?.code, 'model_not_found')
  // Own weights lie on disks that come and go.
  await rename(path, `${path}.away`)
  await eventually(async () => !(await isOffered()) || undefined)
  await rename(`${path}.away`, path)
  await eventually(async () => (await isOffered()) || undefined)
  await removeModel(deps, 'mine')
  await eventually(async () => !(await isOffered()) || undefined)
})

test('before a download it is said how long a picture takes here, what it needs, and which model to begin with', async (t) => {
  const hub = await openHub(t, status(404))
  const card = (memoryBytes?: number) => ({ name: 'a card', ...(memoryBytes === undefined ? {} : { memoryBytes }) })
  for (const [machine, begin, klein, memory] of [
    [
      { cores: 8, memoryBytes: 16e9 },
      'sd-turbo',
      /about 12 minutes for 1024 x 1024 on the 8 CPU cores of/,
      /16\.0 GB$/,
    ],
    [
      { cores: 1, memoryBytes: 4e9 },
      'sd-turbo',
      /about 2 hours .* the one CPU core/,
      /so it may be very slow or fail$/,
    ],
    [
      { cores: 8, memoryBytes: 64e9, gpu: card(139e9) },
      'klein',
      /about 2 seconds to 10 seconds .* on a card/,
      /64\.0 GB$/,
    ],
    [
      { cores: 8, memoryBytes: 64e9, gpu: card(4e9) },
      'klein',
      /about 6 seconds to 30 seconds/,
      /its card 4\.0 GB: parts stay in main memory/,
    ],
    [{ cores: 8, memoryBytes: 64e9, gpu: card() }, 'klein', /about 4 seconds to 80 seconds/, /64\.0 GB$/],
  ] as const) {
    const deps = await openStore(t, hub, { machine: async () => machine })
    const models = await availableModels(deps)
    const of = (id: string) => models.find((model) => model.id === id)?.estimate
    assert.deepEqual(
      models.filter(({ isRecommended }) => isRecommended).map(({ id }) => id),
      [begin],
    )
    assert.match(of('klein')?.picture ?? '', klein)
    assert.match(of('klein')?.memory ?? '', memory)
    assert.equal(of('z-image')?.picture, undefined)
    assert.equal(of('upscale')?.picture === undefined, 'gpu' in machine)
  }
  const full = await availableModels(await openStore(t, hub, { freeBytes: async () => 1000 }))
  assert.equal(
    full.some(({ isRecommended }) => isRecommended),
    false,
  )
})
