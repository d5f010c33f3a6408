import { Client } from 'pg'
import { canariesIn, type Canaries } from './canaries.ts'

/** Looks through every row of every table, as text. */
export async function canariesInDatabase(url: string, canaries: Canaries): Promise<string[]> {
  const client = new Client(url)
  await client.connect()
  try {
    const tables = await client.query<{ name: string }>(
      `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
        WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND table_type = 'BASE TABLE'`,
    )
    const found = new Set<string>()
    for (const { name } of tables.rows) {
      const rows = await client.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)
      for (const { row } of rows.rows) for (const secret of canariesIn(row, canaries)) found.add(`${secret} in ${name}`)
    }
    return [...found]
  } finally {
    await client.end()
  }
}
