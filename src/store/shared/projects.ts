import { NO_PROJECT_LIMITS, type Project } from '../../core/projects/project.ts'
import type { Projects } from '../../ports/store/projects.ts'
import { integerColumn, jsonColumn, table, textColumn, type Kept } from '../rows.ts'
import { writeAudited } from './audit.ts'
import type { Sql } from './sql.ts'

export const PROJECTS = table<Project>({
  id: textColumn('id'),
  name: textColumn('name'),
  limits: projectLimitsColumn('limits'),
  raise: jsonColumn('raised'),
  createdAt: integerColumn('created_at'),
  archivedAt: integerColumn('archived_at'),
  version: integerColumn('version'),
})

const ALL = `SELECT ${PROJECTS.names} FROM projects`
const NEWEST = 'ORDER BY created_at DESC, id DESC LIMIT :limit'

/** Projects. */
export function projectsRoom(sql: Sql): Projects {
  return {
    insert: async (project, entry) => {
      const text = `INSERT INTO projects (${PROJECTS.names}) VALUES (${PROJECTS.parameters}) RETURNING id`
      await writeAudited(sql, [text, PROJECTS.named(project)], entry)
    },
    find: async (id) => {
      // Asked with every request of its keys: being on disk is not waited for.
      const [row] = await sql.peek(`${ALL} WHERE id = :id`, { id })
      return row === undefined ? undefined : PROJECTS.read(row)
    },
    page: async (after, limit) => {
      if (after === null) return (await sql.read(`${ALL} ${NEWEST}`, { limit })).map(PROJECTS.read)
      const text = `${ALL} WHERE (created_at, id) < (:created_at, :id) ${NEWEST}`
      return (await sql.read(text, { created_at: after.createdAt, id: after.id, limit })).map(PROJECTS.read)
    },
    change: ({ id, version }, patch, entry) => {
      const changes = PROJECTS.changes(patch)
      const sets = [...changes.map(([column]) => `${column} = :new_${column}`), 'version = version + 1']
      const text = `UPDATE projects SET ${sets.join(', ')} WHERE id = :id AND version = :version RETURNING id`
      const values = Object.fromEntries(changes.map(([column, value]) => [`new_${column}`, value]))
      return writeAudited(sql, [text, { id, version, ...values }], entry)
    },
  }
}

/** A limit that was not known when the project was made is none. */
function projectLimitsColumn(name: string): Kept<Project['limits']> {
  const json = jsonColumn<Partial<Project['limits']>>(name)
  return { ...json, read: (row) => ({ ...NO_PROJECT_LIMITS, ...json.read(row) }) }
}
