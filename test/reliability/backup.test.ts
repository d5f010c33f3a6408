import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { access, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import { makeBackup } from '../../src/compose/backup/backup.ts'
import { restoreBackup } from '../../src/compose/backup/restore.ts'
import { readConfig, type Config } from '../../src/config.ts'
import { COMMAND_LINE } from '../../src/core/keys/audit.ts'
import { openStore } from '../../src/store/open-store.ts'
import { openDatabaseFile } from '../../src/store/sqlite/copy.ts'
import { range } from '../contracts/build.ts'
import { eventually } from '../support/eventually.ts'
import { openService, type TestService } from '../support/service.ts'
import { temporaryFolder } from '../support/at-end.ts'
import { pngOf } from '../support/uploads.ts'

type Receipt = { id: string; status: string; files: { url: string | null; sha256: string; bytes: number }[] }

const configOf = (dataDir: string): Config => readConfig({ MEDIAGEN_DATA_DIR: dataDir })

async function submit(service: TestService, n: number): Promise<string> {
  const answer = await service.call('/api/ai/videos', { json: { model: 'sandbox', prompt: `number ${n}` } })
  return ((await answer.json()) as { id: string }).id
}

async function receipt(service: TestService, id: string): Promise<Receipt> {
  return (await (await service.call(`/api/ai/tasks/${id}`)).json()) as Receipt
}

async function ended(service: TestService, id: string): Promise<Receipt> {
  return eventually(async () => {
    const found = await receipt(service, id)
    return found.status === 'success' || found.status === 'failed' ? found : undefined
  })
}

async function checksum(service: TestService, url: string): Promise<string> {
  const answer = await fetch(new URL(new URL(url).pathname, service.url))
  assert.equal(answer.status, 200)
  return createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex')
}

/** A service with so many finished tasks. */
async function openWith(t: TestContext, count: number) {
  const service = await openService(t)
  const ids = await Promise.all(Array.from({ length: count }, (_, n) => submit(service, n)))
  const receipts = await Promise.all(ids.map((id) => ended(service, id)))
  return { service, ids, receipts }
}

/** Every file in a folder with its checksum. */
async function contents(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found = new Map<string, string>()
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name)
    found.set(
      path.slice(folder.length),
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    )
  }
  return found
}

test('a backup that is made while tasks come in is whole: every task in it goes on, every file is there and the same', async (t) => {
  const { service } = await openWith(t, 10)
  const folder = join(await temporaryFolder(t), 'backup')
  const calm = new AbortController()
  let submitted = 0
  const load = (async () => {
    while (!calm.signal.aborted) await submit(service, submitted++)
  })()
  await eventually(() => submitted > 5 || undefined)
  const made = await makeBackup(configOf(service.dataDir), folder)
  calm.abort()
  await load
  assert.equal(made.missing, 0)
  assert.ok((made['tasks'] ?? 0) >= 10)

  const dataDir = join(await temporaryFolder(t), 'data')
  await restoreBackup(configOf(dataDir), folder)
  const restored = await openService(t, { dataDir })
  const list = (await (await restored.call('/api/ai/tasks?limit=100', { key: service.key })).json()) as {
    data: Receipt[]
  }
  assert.equal(list.data.length, Math.min(100, made['tasks'] ?? 0))
  let files = 0
  for (const { id } of list.data) {
    const found = await eventually(async () => {
      const each = (await (await restored.call(`/api/ai/tasks/${id}`, { key: service.key })).json()) as Receipt
      return each.status === 'success' ? each : undefined
    })
    for (const { url, sha256 } of found.files) {
      if (url === null) continue
      files++
      assert.equal(await checksum(restored, url), sha256)
    }
  }
  assert.ok(files >= 10)
})

test('a second backup into the same folder copies what is new, and drops what is gone', async (t) => {
  const { service, ids } = await openWith(t, 3)
  const folder = join(await temporaryFolder(t), 'backup')
  const config = configOf(service.dataDir)
  const first = await makeBackup(config, folder)
  assert.ok(first.copied >= 3)
  assert.equal((await makeBackup(config, folder)).copied, 0)
  await service.call(`/api/ai/tasks/${ids[0]}`, { method: 'DELETE' })
  await ended(service, await submit(service, 9))
  const third = await makeBackup(config, folder)
  assert.equal(third['tasks'], 3)
  assert.equal(third.copied, (third['files'] ?? 0) - ((first['files'] ?? 0) * 2) / 3)
  const kept = [...(await contents(join(folder, 'files'))).keys()]
  assert.equal(kept.length, third['files'])
  assert.equal((await readdir(folder)).filter((name) => name.startsWith('database')).length, 1)
})

test('a backup that is cut off leaves nothing that could be restored, or the one before', async (t) => {
  const { service } = await openWith(t, 2)
  const folder = join(await temporaryFolder(t), 'backup')
  const config = configOf(service.dataDir)
  const block = async (): Promise<string> => {
    const database = openDatabaseFile(join(service.dataDir, 'mediagen.db'), false)
    const last = [...database.files()].map(({ id }) => id).findLast((id) => !held.has(id)) ?? ''
    database.close()
    // Where a folder is wanted, a file is in the way.
    const path = join(folder, 'files', last.slice(0, 2), last.slice(2, 4))
    await mkdir(join(path, '..'), { recursive: true })
    await writeFile(path, '')
    return path
  }
  const held = new Set<string>()
  const path = await block()
  // What one leaves that was cut off at its first step.
  await writeFile(join(folder, 'database.new'), '')
  await assert.rejects(makeBackup(config, folder), { code: 'ENOTDIR' })
  const dataDir = join(await temporaryFolder(t), 'data')
  await assert.rejects(restoreBackup(configOf(dataDir), folder), /no complete backup/)
  await assert.rejects(access(dataDir))
  // Nor does a run that finds no readable database make the folder one of others.
  const unreadable = await temporaryFolder(t)
  await writeFile(join(unreadable, 'mediagen.db'), 'no database, and longer than the header of one'.repeat(9))
  await assert.rejects(makeBackup(configOf(unreadable), folder), /not a database/)
  await rm(path, { recursive: true })
  const whole = await makeBackup(config, folder)
  for (const name of (await contents(join(folder, 'files'))).keys()) held.add(name.split('/').at(-1) ?? '')

  await ended(service, await submit(service, 9))
  await block()
  await assert.rejects(makeBackup(config, folder))
  assert.deepEqual((await restoreBackup(configOf(dataDir), folder)).counts['tasks'], whole['tasks'])
})

const bent = (bytes: Buffer): Buffer => {
  const other = Buffer.from(bytes)
  other[other.length - 1] = (other.at(-1) ?? 0) ^ 1
  return other
}

test('a restore checks the database before it writes anything, and saves what it can of the files', async (t) => {
  const { service } = await openWith(t, 2)
  const folder = join(await temporaryFolder(t), 'backup')
  await makeBackup(configOf(service.dataDir), folder)
  const whole = await contents(folder)
  const database = [...whole.keys()].find((name) => name.startsWith('/database-')) ?? ''
  const untouched = join(await temporaryFolder(t), 'data')
  await writeFile(join(folder, database), bent(await readFile(join(folder, database))))
  await assert.rejects(restoreBackup(configOf(untouched), folder), /missing or damaged/)
  await assert.rejects(access(untouched))
  await writeFile(join(folder, database), bent(await readFile(join(folder, database))))

  const names = [...whole.keys()].filter((name) => name.startsWith('/files/'))
  const [rotten = '', gone = ''] = names
  await writeFile(join(folder, rotten), bent(await readFile(join(folder, rotten))))
  await rm(join(folder, gone))
  const idOf = (name: string): string => name.split('/').at(-1) ?? ''
  const dataDir = join(await temporaryFolder(t), 'data')
  const { lost } = await restoreBackup(configOf(dataDir), folder)
  assert.deepEqual(lost.toSorted(), [rotten, gone].map(idOf).toSorted())
  assert.equal((await contents(join(dataDir, 'files'))).size, names.length - 2)
  const store = await openStore({ dataDir, url: undefined })
  assert.equal((await store.tasks.list({ keyId: service.apiKey.id, limit: 9 })).length, 2)
  await store.close()

  // Only one that looks at it repairs what rotted; what is gone is copied again by any.
  const again = await makeBackup(configOf(service.dataDir), folder)
  assert.deepEqual([again['copied'], again['repaired']], [1, 0])
  const verified = await makeBackup(configOf(service.dataDir), folder, { verify: true })
  assert.deepEqual([verified['copied'], verified['repaired']], [0, 1])
  const second = join(await temporaryFolder(t), 'data')
  assert.deepEqual((await restoreBackup(configOf(second), folder)).lost, [])
})

test('a backup into a folder in which another one is made says so, and harms neither', async (t) => {
  const { service } = await openWith(t, 1)
  const folder = join(await temporaryFolder(t), 'backup')
  const both = await Promise.allSettled(range(2).map(() => makeBackup(configOf(service.dataDir), folder)))
  const failed = both.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []))
  assert.equal(failed.length, 1)
  assert.match(failed[0] ?? '', /Another backup into .* is under way/)
  const dataDir = join(await temporaryFolder(t), 'data')
  assert.deepEqual((await restoreBackup(configOf(dataDir), folder)).lost, [])
})

test('a backup is refused where it would delete what it did not make, and changes nothing there', async (t) => {
  const service = await openService(t)
  const config = configOf(service.dataDir)
  const body = new Uint8Array(await pngOf(64, 64))
  const init = { method: 'POST', body, headers: { 'content-type': 'image/png' } }
  const { url } = (await (await service.call('/api/ai/uploads', init)).json()) as { url: string }

  // The data folder, the folder that a service empties, and a folder of others, such as /var.
  const others = await temporaryFolder(t)
  const mail = join(others, 'spool', 'mail')
  await mkdir(join(mail, '..'))
  await writeFile(mail, 'of others')
  for (const folder of [service.dataDir, join(service.dataDir, 'spool'), others])
    await assert.rejects(makeBackup(config, folder), /Choose an empty folder, or one with an earlier backup/, folder)
  assert.deepEqual(await service.call(new URL(url).pathname).then((answer) => answer.bytes()), body)
  assert.equal(await readFile(mail, 'utf8'), 'of others')
  for (const folder of [service.dataDir, others])
    assert.deepEqual(
      (await readdir(folder)).filter((name) => /^(?:backup|database|manifest)/.test(name)),
      [],
    )

  // A folder beside them in which nothing is lost is as good as any. Uploads are left out, as docs/backup.md says.
  const beside = join(service.dataDir, 'backup')
  assert.equal((await makeBackup(config, beside))['tasks'], 0)
  assert.equal((await contents(join(beside, 'files'))).size, 0)
})

test('a restore refuses a folder that is not empty, and so one in use', async (t) => {
  const { service } = await openWith(t, 1)
  const folder = join(await temporaryFolder(t), 'backup')
  await makeBackup(configOf(service.dataDir), folder)
  await assert.rejects(restoreBackup(configOf(service.dataDir), folder), /is not empty/)
  assert.equal((await service.call('/api/ai/tasks')).status, 200)
})

test('a restore that was cut off is carried on by the same command, and no service starts meanwhile', async (t) => {
  const { service } = await openWith(t, 3)
  const folder = join(await temporaryFolder(t), 'backup')
  await makeBackup(configOf(service.dataDir), folder)
  const dataDir = join(await temporaryFolder(t), 'data')
  const { database } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as {
    database: { sha256: string }
  }
  // In the way of the database, which comes last.
  await mkdir(join(dataDir, 'mediagen.db.new'), { recursive: true })
  await assert.rejects(restoreBackup(configOf(dataDir), folder), /is not empty/)
  await writeFile(join(dataDir, 'restoring'), database.sha256)
  await assert.rejects(restoreBackup(configOf(dataDir), folder))
  await assert.rejects(openStore({ dataDir, url: undefined }), /being restored/)
  await rm(join(dataDir, 'mediagen.db.new'), { recursive: true })
  await restoreBackup(configOf(dataDir), folder)
  const store = await openStore({ dataDir, url: undefined })
  assert.equal((await store.tasks.list({ keyId: service.apiKey.id, limit: 9 })).length, 3)
  await store.close()
})

test('nobody is signed in after a restore, whatever version made the backup', async (t) => {
  const { service } = await openWith(t, 1)
  const entry = { at: 0, actor: COMMAND_LINE, action: 'sign in' as const, keyId: service.apiKey.id, changes: [] }
  const endsAt = Number.MAX_SAFE_INTEGER
  const session = { hash: 'a'.repeat(64), keyId: service.apiKey.id, begunAt: 0, endsAt, idleUntil: endsAt }
  await service.store.sessions.insert(session, entry)
  const folder = join(await temporaryFolder(t), 'backup')
  await makeBackup(configOf(service.dataDir), folder)
  const dataDir = join(await temporaryFolder(t), 'data')
  await restoreBackup(configOf(dataDir), folder)
  const store = await openStore({ dataDir, url: undefined })
  assert.equal(await store.sessions.find(session.hash), undefined)
  assert.notEqual(await store.keys.find(service.apiKey.id), undefined)
  await store.close()
  assert.notEqual(await service.store.sessions.find(session.hash), undefined)

  // An earlier version knew no sessions.
  const earlier = new DatabaseSync(join(dataDir, 'mediagen.db'))
  earlier.exec('DROP TABLE sessions')
  earlier.close()
  await makeBackup(configOf(dataDir), folder)
  assert.deepEqual((await restoreBackup(configOf(join(dataDir, 'again')), folder)).lost, [])
})
