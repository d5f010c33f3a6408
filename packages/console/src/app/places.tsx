import {
  Boxes,
  ChartNoAxesColumn,
  Folder,
  Images,
  KeyRound,
  ListVideo,
  ServerCog,
  Sparkles,
  Webhook,
} from '../look/icons.ts'
import { lazy, type ComponentType, type ReactNode } from 'react'
import type { Scope } from '../data/caller.ts'

/** A page, where it is, and which scopes open it: one of them is enough. */
export type Place = {
  path: string
  name: string
  scopes: readonly Scope[]
  page: ComponentType<{ id: string }>
  /** In the rail; without one it is reached by links alone. */
  icon?: ReactNode
}

/** Makes a page that is fetched when it is first opened. */
function later(load: () => Promise<ComponentType<{ id: string }>>): ComponentType<{ id: string }> {
  return lazy(async () => ({ default: await load() }))
}

/** The one page that needs no key. */
export const ReferencePage = later(async () => (await import('../pages/reference/reference-page.tsx')).ReferencePage)

/** All pages, in the order of the rail. The service answers with the console at these paths and no others. */
export const PLACES: readonly Place[] = [
  {
    path: '/',
    name: 'Playground',
    scopes: ['images:write', 'videos:write'],
    icon: <Sparkles />,
    page: later(async () => (await import('../pages/playground/playground-page.tsx')).PlaygroundPage),
  },
  {
    path: '/tasks',
    name: 'Tasks',
    scopes: ['tasks:read'],
    icon: <ListVideo />,
    page: later(async () => (await import('../pages/tasks/tasks-page.tsx')).TasksPage),
  },
  {
    path: '/tasks/:id',
    name: 'Task',
    scopes: ['tasks:read'],
    page: later(async () => (await import('../pages/task/task-page.tsx')).TaskPage),
  },
  {
    path: '/gallery',
    name: 'Gallery',
    scopes: ['tasks:read'],
    icon: <Images />,
    page: later(async () => (await import('../pages/gallery/gallery-page.tsx')).GalleryPage),
  },
  {
    path: '/models',
    name: 'Models',
    scopes: ['tasks:read'],
    icon: <Boxes />,
    page: later(async () => (await import('../pages/models/models-page.tsx')).ModelsPage),
  },
  {
    path: '/usage',
    name: 'Usage',
    scopes: ['tasks:read'],
    icon: <ChartNoAxesColumn />,
    page: later(async () => (await import('../pages/usage/usage-page.tsx')).UsagePage),
  },
  {
    path: '/webhooks',
    name: 'Webhooks',
    scopes: ['tasks:read'],
    icon: <Webhook />,
    page: later(async () => (await import('../pages/webhooks/webhooks-page.tsx')).WebhooksPage),
  },
  {
    path: '/keys',
    name: 'Keys',
    scopes: ['admin', 'owner'],
    icon: <KeyRound />,
    page: later(async () => (await import('../pages/keys/keys-page.tsx')).KeysPage),
  },
  {
    path: '/projects',
    name: 'Projects',
    scopes: ['admin'],
    icon: <Folder />,
    page: later(async () => (await import('../pages/projects/projects-page.tsx')).ProjectsPage),
  },
  {
    path: '/system',
    name: 'System',
    scopes: ['admin'],
    icon: <ServerCog />,
    page: later(async () => (await import('../pages/system/system-page.tsx')).SystemPage),
  },
  {
    path: '/docs',
    name: 'API reference',
    scopes: [],
    page: ReferencePage,
  },
  {
    path: '/look',
    name: 'Look',
    scopes: [],
    page: later(async () => (await import('../pages/look/look-page.tsx')).LookPage),
  },
]
