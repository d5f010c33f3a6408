import type { ListTasksQuery } from '@mediagen/client'

/** The names of all answers that are kept: who changes something names here what is no longer true. */
export const queryKeys = {
  me: ['me'],
  models: ['models'],
  limits: ['limits'],
  estimate: (of: unknown) => ['estimate', of],
  tasks: ['tasks'],
  taskList: (query: ListTasksQuery) => ['tasks', 'list', query],
  taskCounts: ['tasks', 'counts'],
  task: (id: string) => ['tasks', 'one', id],
  usage: (days: number) => ['usage', days],
  webhooks: ['webhooks'],
  keys: ['keys'],
} as const
