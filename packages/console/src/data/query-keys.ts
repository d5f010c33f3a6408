import type { ListTasksQuery } from '@mediagen/client'

/** The names of all answers that are kept: who changes something names here what is no longer true. */
export const queryKeys = {
  me: ['me'],
  models: ['models'],
  limits: ['limits'],
  estimate: (of: unknown) => ['estimate', of],
  tasks: ['tasks'],
  taskList: (query: ListTasksQuery, ofAll = false) => ['tasks', 'list', query, ofAll],
  taskCounts: ['tasks', 'counts'],
  task: (id: string, ofAll = false) => ['tasks', 'one', id, ofAll],
  taskPreview: (id: string) => ['task-preview', id],
  usage: (days: number, ofAll: boolean, project = '') => ['usage', days, ofAll, project],
  system: ['system'],
  events: ['events'],
  providers: ['providers'],
  localModels: ['local-models'],
  webhooks: ['webhooks'],
  keys: ['keys'],
  projects: ['projects'],
  apiDocument: (url: string) => ['api-document', url],
  audit: (key: string | undefined) => ['audit', key ?? 'all'],
} as const
