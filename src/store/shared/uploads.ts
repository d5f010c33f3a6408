import type { Upload } from '../../core/files/upload.ts'
import type { Uploads } from '../../ports/store/uploads.ts'
import { integerColumn, jsonColumn, number, table, text, textColumn, type Row } from '../rows.ts'
import type { Sql } from './sql.ts'

// The drivers have no statements of their own for these, so their columns are here.
const UPLOADS = table<Upload>({
  id: textColumn('id'),
  keyId: textColumn('key_id'),
  tokenHash: textColumn('token_hash'),
  fileId: textColumn('file_id'),
  mediaType: textColumn('media_type'),
  extension: textColumn('extension'),
  bytes: integerColumn('bytes'),
  sha256: textColumn('sha256'),
  width: integerColumn('width'),
  height: integerColumn('height'),
  durationMs: integerColumn('duration_ms'),
  clip: jsonColumn('clip'),
  idempotencyKey: textColumn('idempotency_key'),
  createdAt: integerColumn('created_at'),
  expiresAt: integerColumn('expires_at'),
})

const { names, parameters, named, read } = UPLOADS

const USED = `SELECT coalesce(sum(bytes), 0) AS used FROM uploads WHERE key_id = :key_id AND expires_at > :now`
const EARLIER = `SELECT ${names} FROM uploads WHERE key_id = :key_id AND idempotency_key = :idempotency_key
  AND expires_at > :now ORDER BY created_at DESC, id DESC LIMIT 1`
const RECEIVE = `UPDATE uploads SET file_id = :file_id, media_type = :media_type, extension = :extension, bytes = :bytes,
    sha256 = :sha256, width = :width, height = :height, duration_ms = :duration_ms, clip = :clip, token_hash = NULL,
    expires_at = :expires_at
  WHERE id = :id AND file_id IS NULL AND expires_at > :now RETURNING id`
const LIST = `SELECT ${names} FROM uploads WHERE key_id = :key_id AND expires_at > :now
  AND (created_at < :before OR (created_at = :before AND id < :before_id)) ORDER BY created_at DESC, id DESC LIMIT :limit`

/** Records of what was sent for later requests. */
export function uploadsRoom(sql: Sql): Uploads {
  const { isIn, exclusive } = sql.dialect
  const isOld = isIn('id', 'SELECT id FROM uploads WHERE expires_at <= :now ORDER BY expires_at, id LIMIT :limit')
  const fileIdOf = (row: Row): string | null => (row['file_id'] === null ? null : text(row, 'file_id'))
  return {
    add: (upload, most) =>
      sql.transaction(function* () {
        // Two that come at once would each find the room of the other.
        yield* exclusive('mediagen uploads', upload.keyId)
        const { keyId: key_id, idempotencyKey: idempotency_key, createdAt: now } = upload
        if (idempotency_key !== null) {
          const [row] = yield [EARLIER, { key_id, idempotency_key, now }]
          if (row !== undefined) return { kind: 'earlier' as const, upload: read(row) }
        }
        const [sum = {}] = yield [USED, { key_id, now }]
        const used = number(sum, 'used')
        if (used + upload.bytes > most) return { kind: 'full' as const, used }
        yield [`INSERT INTO uploads (${names}) VALUES (${parameters})`, named(upload)]
        return { kind: 'added' as const }
      }),
    receive: async (id, { fileId, ...file }, { now, expiresAt }) => {
      const { media_type, extension, bytes, sha256, width, height, duration_ms, clip } = Object.fromEntries(
        UPLOADS.changes(file),
      )
      const facts = { media_type, extension, bytes, sha256, width, height, duration_ms, clip }
      const given = Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, value ?? null]))
      const times = { now, expires_at: expiresAt }
      return (await sql.write(RECEIVE, { id, file_id: fileId, ...given, ...times })).length === 1
    },
    find: async (id, now) => {
      const [row] = await sql.read(`SELECT ${names} FROM uploads WHERE id = :id AND expires_at > :now`, { id, now })
      return row === undefined ? undefined : read(row)
    },
    list: async ({ keyId, now, after, limit }) => {
      const before = { before: after?.createdAt ?? Number.MAX_SAFE_INTEGER, before_id: after?.id ?? '' }
      return (await sql.read(LIST, { key_id: keyId, now, limit, ...before })).map(read)
    },
    used: async (keyId, now) => number((await sql.read(USED, { key_id: keyId, now }))[0] ?? {}, 'used'),
    remove: async (id) => {
      const [row] = await sql.write('DELETE FROM uploads WHERE id = :id RETURNING file_id', { id })
      return row === undefined ? undefined : fileIdOf(row)
    },
    sweep: async (now, limit) => {
      const rows = await sql.write(`DELETE FROM uploads WHERE ${isOld} RETURNING file_id`, { now, limit })
      return { removed: rows.length, fileIds: rows.map(fileIdOf).filter((id) => id !== null) }
    },
  }
}
