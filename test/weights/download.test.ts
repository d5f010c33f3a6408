import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { test, type TestContext } from 'node:test'
import { Secret } from '../../src/core/keys/secret.ts'
import { guardedFetch } from '../../src/net/guarded-fetch.ts'
import type { Clock } from '../../src/ports/runtime.ts'
import { systemClock } from '../../src/runtime/system.ts'
import { downloadFile, partialPath, type DownloadDeps, type WantedFile } from '../../src/weights/download-file.ts'
import { openPartial } from '../../src/weights/partial-file.ts'
import { openWeightsFetch, type WeightsFetchOptions } from '../../src/weights/weights-fetch.ts'
import { blobPath, weightsPlaces } from '../../src/weights/weights-places.ts'
import { temporaryFolder } from '../support/at-end.ts'
import { manualClock } from '../support/manual-clock.ts'
import { openHub, redirect, serve, sha256, status, type Behaviour, type HostileHub } from './hostile-hub.ts'

const BYTES = Buffer.from(Array.from({ length: 200_000 }, (_, at) => (at * 7919) >> (at % 5)))
const OTHER = Buffer.from(BYTES.toReversed())

/** Pauses between attempts take no time. */
const hasty: Clock = { ...systemClock, sleep: async () => {} }

type Setting = Partial<Pick<WeightsFetchOptions, 'token' | 'named'>> & Partial<DownloadDeps>

async function setting(t: TestContext, hub: HostileHub, changes: Setting = {}): Promise<DownloadDeps> {
  const { clock = hasty, token, named = new Set([hub.url]) } = changes
  const guard = guardedFetch({ allow: [], clock: systemClock })
  const network = clock === hasty ? systemClock : clock
  const openGuard = guardedFetch({ allow: ['0.0.0.0/0', '::/0'], clock: network })
  return {
    places: weightsPlaces(await temporaryFolder(t)),
    fetch: openWeightsFetch({ guard, openGuard, named, token, clock: network }),
    clock,
    random: { fraction: () => 0 },
    freeBytes: async () => 2 ** 40,
    ...changes,
  }
}

function wanted(hub: HostileHub, changes: Partial<WantedFile> = {}): WantedFile {
  return { name: 'toy.gguf', urls: [`${hub.url}/toy.gguf`], sha256: sha256(BYTES), bytes: BYTES.length, ...changes }
}

/** Breaks the connection as soon as this much has arrived, so that nothing of it is lost on the way. */
const cutAt = (hub: HostileHub, ...marks: number[]) => ({
  onProgress: ({ bytes }: { bytes: number }) => void (marks.includes(bytes) && hub.cut()),
})

/** Compared as digests: the difference of two large buffers takes minutes to print. */
function assertBytes(actual: Buffer, expected: Buffer, what = 'the file'): void {
  assert.deepEqual([what, actual.length, sha256(actual)], [what, expected.length, sha256(expected)])
}

/** The file is in the store, whole and right, and nothing else is left. */
async function assertTaken({ places }: DownloadDeps): Promise<void> {
  assertBytes(await readFile(blobPath(places, sha256(BYTES))), BYTES)
  assert.deepEqual(await readdir(places.partials), [])
}

/** No file got a name in the store; what was fetched of it is still there. */
async function assertKept({ places }: DownloadDeps, file: WantedFile, bytes: number): Promise<void> {
  assert.deepEqual(await readdir(places.blobs).catch(() => []), [])
  assertBytes(await readFile(partialPath(places, file)), BYTES.subarray(0, bytes))
}

test('a download that is cut goes on where it ended, by range and tag, and fetches no byte twice', async (t) => {
  const hub = await openHub(t, serve(BYTES))
  const deps = await setting(t, hub)
  hub.next = [
    serve(BYTES, { stallsAfter: 70_000 }),
    serve(BYTES, { stallsAfter: 50_000 }),
    status(503),
    status(429, { 'retry-after': '1' }),
  ]
  const seen: number[] = []
  const { onProgress } = cutAt(hub, 70_000, 120_000)
  const pauses: string[] = []
  await downloadFile(deps, wanted(hub), {
    onPause: ({ why, ms }) => void pauses.push(`${why} ${ms}`),
    onProgress: (progress) => {
      seen.push(progress.bytes)
      onProgress(progress)
    },
  })
  await assertTaken(deps)
  assert.deepEqual(
    hub.asked.map(({ range, ifRange }) => [range, ifRange]),
    [[undefined, undefined], ['bytes=70000-', '"one"'], ...Array.from({ length: 3 }, () => ['bytes=120000-', '"one"'])],
  )
  assert.equal(hub.sent(), BYTES.length)
  // The second download is told why it waits, and how long.
  assert.match(pauses.join('\n'), /^(?:.+ 1000\n){2}.* 503.* 2000\n.* 429.* 4000$/)
  assert.deepEqual(
    seen,
    seen.toSorted((one, other) => one - other),
  )
  // Once it is there nobody is asked again.
  await downloadFile(deps, wanted(hub), {})
  assert.equal(hub.asked.length, 5)
})

test('another run goes on with the partial file after it has read it again', async (t) => {
  const hub = await openHub(t, status(503))
  const deps = await setting(t, hub)
  hub.next = [serve(BYTES, { stallsAfter: 90_000 })]
  await assert.rejects(
    downloadFile(deps, wanted(hub), cutAt(hub, 90_000)),
    /toy\.gguf cannot be downloaded: .* responded with 503.*run the same command again/,
  )
  await assertKept(deps, wanted(hub), 90_000)
  hub.usual = serve(BYTES)
  await downloadFile(deps, wanted(hub), {})
  await assertTaken(deps)
  assert.equal(hub.sent(), BYTES.length)
})

test('a file that changed at the server, or was damaged here, is fetched anew and never mixed', async (t) => {
  const hub = await openHub(t, serve(BYTES, { etag: '"two"' }))
  const deps = await setting(t, hub)
  hub.next = [serve(OTHER, { stallsAfter: 60_000 })]
  await downloadFile(deps, wanted(hub), cutAt(hub, 60_000))
  await assertTaken(deps)
  assert.equal(hub.asked[1]?.ifRange, '"one"')
  assert.equal(hub.sent(), BYTES.length + 60_000)

  // The partial file of an earlier run is not what its tag says.
  const damaged = await setting(t, hub)
  await mkdir(damaged.places.partials, { recursive: true })
  await writeFile(partialPath(damaged.places, wanted(hub)), OTHER.subarray(0, 1000))
  await downloadFile(damaged, wanted(hub), {})
  await assertTaken(damaged)
})

test('wrong answers to a range never end in a wrong file', async (t) => {
  const hub = await openHub(t, serve(BYTES))
  const wrong: [string, Parameters<typeof status>[1], number][] = [
    ['another start', { 'content-range': `bytes 5-${BYTES.length - 1}/${BYTES.length}` }, 206],
    ['no range at all', {}, 206],
    ['beyond the end', { 'content-range': `bytes */100` }, 416],
    ['no total', { 'content-range': `bytes 70000-80000/*` }, 206],
  ]
  for (const [name, headers, code] of wrong) {
    const deps = await setting(t, hub)
    hub.next = [serve(BYTES, { stallsAfter: 70_000 }), status(code, headers)]
    await downloadFile(deps, wanted(hub), cutAt(hub, 70_000))
    assertBytes(await readFile(blobPath(deps.places, sha256(BYTES))), BYTES, name)
    const ranges = hub.asked.splice(0).map(({ range }) => range)
    assert.deepEqual(ranges, [undefined, 'bytes=70000-', undefined], name)
  }
  const deps = await setting(t, hub)
  hub.next = [serve(BYTES, { stallsAfter: 70_000 }), serve(BYTES, { ignoresRange: true })]
  await downloadFile(deps, wanted(hub), cutAt(hub, 70_000))
  await assertTaken(deps)
})

test('416 for a partial file that is whole ends the download', async (t) => {
  const hub = await openHub(t, serve(BYTES))
  const deps = await setting(t, hub)
  await mkdir(deps.places.partials, { recursive: true })
  await writeFile(partialPath(deps.places, wanted(hub)), BYTES)
  await downloadFile(deps, wanted(hub), {})
  await assertTaken(deps)
  assert.equal(hub.sent(), 0)
})

test('a wrong digest, a wrong size and too many bytes are never taken, and the message names both digests', async (t) => {
  const hub = await openHub(t, serve(OTHER))
  const deps = await setting(t, hub)
  await assert.rejects(
    downloadFile(deps, wanted(hub), {}),
    new RegExp(`${sha256(OTHER)}, but ${sha256(BYTES)} is expected`),
  )
  assert.deepEqual(await readdir(deps.places.blobs).catch(() => []), [])
  assert.equal(hub.asked.length, 1)
  assert.match((await readdir(deps.places.partials))[0] ?? '', /\.rejected$/)
  await assert.rejects(downloadFile(deps, wanted(hub, { bytes: 5 }), {}), /has 200000 bytes at .*, but 5 are expected/)

  hub.usual = (_request, response) => void response.writeHead(200).end(Buffer.concat([BYTES, BYTES]))
  await assert.rejects(downloadFile(deps, wanted(hub), {}), /sends more bytes than toy\.gguf should have/)
  assert.deepEqual(await readdir(deps.places.blobs).catch(() => []), [])
})

test('where the digest is not known, the word of the hub decides; a wrong one is refused', async (t) => {
  const cdn = await openHub(t, serve(BYTES))
  const told = {
    'x-linked-etag': `"${sha256(BYTES)}"`,
    'x-linked-size': String(BYTES.length),
    'x-repo-commit': 'a'.repeat(40),
  }
  const hub = await openHub(t, redirect(`${cdn.url}/signed`, told))
  const deps = await setting(t, hub, { named: new Set([hub.url, cdn.url]) })
  const unknown = wanted(hub, { sha256: undefined, bytes: undefined })
  assert.deepEqual(await downloadFile(deps, unknown, {}), {
    sha256: sha256(BYTES),
    bytes: BYTES.length,
    commit: 'a'.repeat(40),
  })
  cdn.usual = serve(OTHER)
  await assert.rejects(downloadFile(deps, { ...unknown, urls: [`${hub.url}/other`] }, {}), /is expected/)
})

test('the token goes to the host of the hub alone, and redirects to private addresses are refused', async (t) => {
  const cdn = await openHub(t, serve(BYTES))
  const hub = await openHub(t, redirect(`${cdn.url}/signed?secret=1`))
  const token = { origin: hub.url, secret: new Secret('hf_secret') }
  const deps = await setting(t, hub, { token, named: new Set([hub.url, cdn.url]) })
  cdn.next = [serve(BYTES, { stallsAfter: 10 })]
  await downloadFile(deps, wanted(hub), cutAt(cdn, 10))
  assert.deepEqual([...new Set(hub.asked.map(({ authorization }) => authorization))], ['Bearer hf_secret'])
  assert.deepEqual(
    cdn.asked.map(({ authorization, range }) => [authorization, range]),
    [
      [undefined, undefined],
      [undefined, 'bytes=10-'],
    ],
  )

  const strict = await setting(t, hub, { token })
  await assert.rejects(downloadFile(strict, wanted(hub), {}), (error: Error) => {
    assert.match(error.message, /not downloaded from 127\.0\.0\.1:\d+: it is a private address.*MEDIAGEN_MODELS_MIRROR/)
    assert.doesNotMatch(error.message, /secret/)
    return true
  })
  assert.equal(cdn.asked.length, 2)
})

test('a server that says 401 is believed at once, with what to do about it', async (t) => {
  const hub = await openHub(t, status(401))
  await assert.rejects(
    downloadFile(await setting(t, hub), wanted(hub), {}),
    /responded with 401 for toy\.gguf.*set HF_TOKEN/,
  )
  assert.equal(hub.asked.length, 1)
})

test('a download that stands still is given up and goes on', async (t) => {
  const hub = await openHub(t, serve(BYTES))
  const clock = manualClock()
  const deps = await setting(t, hub, { clock })
  hub.next = [serve(BYTES, { stallsAfter: 30_000 })]
  const stalled = Promise.withResolvers<void>()
  const done = downloadFile(deps, wanted(hub), {
    onProgress: ({ bytes }) => void (bytes === 30_000 && stalled.resolve()),
  })
  await stalled.promise
  let isOver = false
  void done.finally(() => (isOver = true)).catch(() => undefined)
  // As long as sockets need: only the clock of the download is ours.
  while (!isOver) await clock.advance(1_000)
  await done
  await assertTaken(deps)
  assert.deepEqual(
    hub.asked.map(({ range }) => range),
    [undefined, 'bytes=30000-'],
  )
})

test('a full disk, seen before or met while writing, ends the download and keeps what is there', async (t) => {
  const hub = await openHub(t, serve(BYTES))
  const before = await setting(t, hub, { freeBytes: async () => 1000 })
  await assert.rejects(downloadFile(before, wanted(hub), {}), /The disk is full\. The partial download is kept/)
  await assertKept(before, wanted(hub), 0)

  const full: typeof openPartial = (path, onHashed) =>
    openPartial(path, onHashed, async (handle, chunk, at) => {
      if (at + chunk.length > 100_000) throw Object.assign(new Error('write'), { code: 'ENOSPC' })
      await handle.write(chunk, 0, chunk.length, at)
    })
  const during = await setting(t, hub, { openPartial: full })
  await assert.rejects(downloadFile(during, wanted(hub), {}), /The disk is full/)
  const sent = hub.sent()
  await downloadFile({ ...during, openPartial }, wanted(hub), {})
  await assertTaken(during)
  assert.ok(hub.sent() - sent < BYTES.length, 'what was written before the disk was full is not fetched again')
})

test('a caller that stops keeps the partial file', async (t) => {
  const hub = await openHub(t, serve(BYTES, { stallsAfter: 20_000 }))
  const deps = await setting(t, hub)
  const stop = new AbortController()
  const stopped = downloadFile(deps, wanted(hub), {
    signal: stop.signal,
    onProgress: ({ bytes }) => void (bytes === 20_000 && stop.abort(new Error('Ctrl-C'))),
  })
  await assert.rejects(stopped, /Ctrl-C/)
  await assertKept(deps, wanted(hub), 20_000)
})

/** Numbers that look random and are the same each time. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test('whatever a server does in whatever order, the file is right or not there, and the next run ends it', async (t) => {
  const hub = await openHub(t, serve(BYTES))
  for (let seed = 1; seed <= 30; seed++) {
    const pick = numbers(seed)
    const marks: number[] = []
    const stall = (bytes: Buffer, etag: string): Behaviour => {
      const stallsAfter = 1 + pick(150_000)
      return (request, response) => {
        const from = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
        marks.push(stallsAfter, from + stallsAfter)
        serve(bytes, { etag, stallsAfter })(request, response)
      }
    }
    const range = (from: number, total: number | string) => ({ 'content-range': `bytes ${from}-${from + 1}/${total}` })
    const acts: (() => Behaviour)[] = [
      () => stall(BYTES, '"one"'),
      () => stall(BYTES, `"${pick(3)}"`),
      () => stall(OTHER, '"one"'),
      () => status(206, range(pick(200_000), BYTES.length)),
      () => status(206, range(pick(200_000), '*')),
      () => status(416, { 'content-range': `bytes */${pick(300_000)}` }),
      () => status(500 + pick(4)),
      () => serve(BYTES, { ignoresRange: true }),
      () => redirect(`${hub.url}/again`),
    ]
    hub.next = Array.from({ length: 6 }, () => acts[pick(acts.length)]!())
    const deps = await setting(t, hub)
    const run = { onProgress: ({ bytes }: { bytes: number }) => void (marks.includes(bytes) && hub.cut()) }
    await downloadFile(deps, wanted(hub), run).catch(() => undefined)
    for (const name of await readdir(deps.places.blobs).catch(() => [])) assert.equal(name, `sha256-${sha256(BYTES)}`)
    hub.next = []
    await downloadFile(deps, wanted(hub), {})
    assertBytes(await readFile(blobPath(deps.places, sha256(BYTES))), BYTES, `seed ${seed}`)
  }
})
