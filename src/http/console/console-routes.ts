import { resolve } from 'node:path'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { FileBases } from '../../core/files/file-record.ts'
import { AppError } from '../../core/errors.ts'
import type { NoPage } from '../answer/not-found.ts'
import { sendAsset, type Asset } from '../answer/send-asset.ts'
import { accepts } from '../edge/accept.ts'
import { type BuiltConsole, consolePolicy, readBuiltConsole } from './built-console.ts'

/** The paths of the console: those of PLACES in packages/console. Any other path does not exist. */
export const CONSOLE_PATHS = [
  '/',
  '/tasks',
  '/tasks/:id',
  '/gallery',
  '/models',
  '/usage',
  '/webhooks',
  '/keys',
  '/projects',
  '/system',
  '/look',
] as const

// The same place in a checkout and in the packaged form.
const BUILT = resolve(import.meta.dirname, '../../../packages/console/dist')
// The name of an asset identifies its content: another build has other names.
const FOR_EVER = 'public, max-age=31536000, immutable'
const NOT_BUILT =
  'The console was not built. In the checkout, run: npm run build -w @mediagen/console\n' +
  'Then load this page again. Everything else works without it; /openapi.json describes the API.\n'

export type ConsoleParts = FileBases

/** The web page of the service. It consists only of files: it requests its data with the key of its user. */
export function consoleRoutes(parts: ConsoleParts, folder: string = BUILT): FastifyPluginAsync {
  const find = (): BuiltConsole | undefined => builtIn(folder)
  return async (app) => {
    const options = { config: { auth: 'none' } } as const
    for (const path of CONSOLE_PATHS)
      app.get(path, options, (request, reply) => {
        reply.header('vary', 'accept, accept-encoding')
        // These paths are for people: a program that asks for JSON learns that there is none.
        if ((request.params as { id?: string }).id === '' && isForPeople(request)) return reply.redirect('/tasks', 308)
        if (!accepts(request.headers.accept, 'text/html') || (request.params as { id?: string }).id === '')
          throw new AppError('route_not_found', 'There is nothing at this URL. GET /docs lists the endpoints.')
        return sendPage(request, reply, find()?.page, consolePolicy(parts, request.headers.host))
      })
    // Error messages name this page, so it is sent to every client.
    app.get('/docs', options, (request, reply) => {
      reply.header('vary', 'accept-encoding')
      return sendPage(request, reply, find()?.page, consolePolicy(parts, request.headers.host))
    })
    // Browsers request it wherever they show something that is not a page of ours, such as JSON.
    app.get('/favicon.ico', options, (_request, reply) => {
      const name = [...(find()?.assets.keys() ?? [])].find((each) => each.startsWith('mark-'))
      if (name === undefined) throw new AppError('file_not_found', 'The console was not built.')
      return reply.header('cache-control', 'public, max-age=86400').redirect(`/assets/${name}`, 302)
    })
    app.get('/robots.txt', options, (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send('User-agent: *\nDisallow: /\n'),
    )
    app.get<{ Params: { name: string } }>('/assets/:name', options, (request, reply) => {
      const asset = find()?.assets.get(request.params.name)
      if (asset === undefined) throw new AppError('file_not_found', 'The console has no such file. Reload the page.')
      reply.headers({ 'cache-control': FOR_EVER, vary: 'accept-encoding' })
      return sendAsset(request, reply, asset)
    })
  }
}

const built = new Map<string, BuiltConsole>()

/** Read at the first request, and kept: most processes never get one. */
function builtIn(folder: string): BuiltConsole | undefined {
  const found = built.get(folder) ?? readBuiltConsole(folder)
  if (found !== undefined) built.set(folder, found)
  return found
}

// Paths for programs, and for people who try what programs do.
const FOR_PROGRAMS = /^\/(?:api|v1|sdapi|mcp|files|assets)(?:\/|$)/

/** Whether a browser wants to show this to a person: programs do not ask for HTML, or accept anything. */
function isForPeople({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '')
}

/** The console at an unknown path: it shows that itself. An extra slash does not make another page. */
export function noConsolePage(parts: ConsoleParts): NoPage {
  return (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    if (!isForPeople(request) || FOR_PROGRAMS.test(path)) return undefined
    const bare = path.replace(/\/$/, '')
    if (bare !== path && CONSOLE_PATHS.some((each) => each === bare)) return reply.redirect(bare, 308)
    const page = builtIn(BUILT)?.page
    if (page === undefined) return undefined
    reply.code(404).header('vary', 'accept, accept-encoding')
    return sendPage(request, reply, page, consolePolicy(parts, request.headers.host))
  }
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Asset | undefined, policy: string): FastifyReply {
  if (page === undefined) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT)
  reply.headers({
    'content-security-policy': policy,
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-cache',
  })
  return sendAsset(request, reply, page)
}
