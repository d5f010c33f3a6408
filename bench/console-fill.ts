import { link, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

type Row = Record<string, string | number | null>

// So many, newest first, have their pictures too: more than anybody scrolls through.
const WITH_PICTURES = 12_000
const APART_MS = 20_000

/**
 * Fills the folder of a service that is stopped: every finished task in it, with its file and its small pictures, again and
 * again under other names, each a little older than the one before, until there are so many.
 */
export async function fillWithCopies(dataDir: string, count: number): Promise<void> {
  const database = new DatabaseSync(join(dataDir, 'mediagen.db'))
  const all = (sql: string): Row[] => database.prepare(sql).all() as Row[]
  const originals = all(`SELECT * FROM tasks WHERE status = 'success'`).map((task) => {
    const [file = {}] = all(`SELECT * FROM files WHERE task_id = '${String(task['id'])}' AND role = 'output'`)
    return { task, file, small: all(`SELECT * FROM thumbnails WHERE file_id = '${String(file['id'])}'`) }
  })
  const insert = (table: string, row: Row): void => {
    const names = Object.keys(row)
    const marks = names.map(() => '?').join(', ')
    database.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks})`).run(...Object.values(row))
  }
  const links: [from: string, to: string][] = []
  database.exec('BEGIN')
  for (let number = 0; number < count - originals.length; number++) {
    const original = originals[number % originals.length]
    if (original === undefined) throw new Error('there is no finished task to copy')
    const { task, file, small } = original
    const id = String(10n ** 21n + BigInt(number))
    const olderMs = (number + 1) * APART_MS
    const times = ['created_at', 'started_at', 'finished_at'].map((name) => [name, Number(task[name]) - olderMs])
    insert('tasks', { ...task, ...Object.fromEntries(times), id, prompt: `${String(task['prompt'])} ${number}` })
    const fileId = `F${id}`
    insert('files', { ...file, id: fileId, task_id: id })
    if (number >= WITH_PICTURES) continue
    links.push([String(file['id']), fileId])
    for (const each of small) {
      const smallId = `S${String(each['width'])}x${id}`
      insert('thumbnails', { ...each, id: smallId, file_id: fileId, task_id: id })
      links.push([String(each['id']), smallId])
    }
  }
  database.exec('COMMIT')
  database.close()
  const place = (id: string): string => join(dataDir, 'files', id.slice(0, 2).toLowerCase(), id)
  for (const folder of new Set(links.map(([, to]) => join(place(to), '..')))) await mkdir(folder, { recursive: true })
  for (const [from, to] of links) await link(place(from), place(to))
}
