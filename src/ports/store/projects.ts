import type { AuditEntry } from '../../core/keys/audit.ts'
import type { Project } from '../../core/projects/project.ts'

/** What may be changed about a project. */
export type ProjectPatch = Partial<Pick<Project, 'name' | 'limits' | 'raise' | 'archivedAt'>>

export type ProjectPlace = Pick<Project, 'createdAt' | 'id'>

/** Projects. A change and its audit entry are written together or not at all. */
export interface Projects {
  insert(project: Project, entry: AuditEntry): Promise<void>
  find(id: string): Promise<Project | undefined>
  /** Newest first, after this cursor. */
  page(after: ProjectPlace | null, limit: number): Promise<Project[]>
  /** Changes a project that still has this version; false otherwise. */
  change(known: Pick<Project, 'id' | 'version'>, patch: ProjectPatch, entry: AuditEntry): Promise<boolean>
}
