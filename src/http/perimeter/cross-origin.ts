import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

// Browsers remember for two hours at most, whatever they are told.
const REMEMBER_SECONDS = 7_200

/**
 * Lets pages of these origins call from a browser, by every method that a route has, with any header, and read every header of
 * the answer. They bring a key of their own: credentials that a browser adds by itself, such as cookies, are never asked for,
 * so that neither `*` nor a header that nobody reads gives anybody's rights away.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  const isForAll = origins.includes('*')
  const methods: string[] = []
  const options = {
    // Whoever may not call is answered as if there were no such thing, in our own form.
    origin: (origin: string | undefined, allow: (error: null, allowed: string | false) => void): void => {
      const isAllowed = origin !== undefined && (isForAll || origins.includes(origin))
      allow(null, isAllowed && (isForAll ? '*' : origin))
    },
    methods,
    exposedHeaders: '*',
    maxAge: REMEMBER_SECONDS,
    strictPreflight: false,
  }
  // Not registered, which would put its hook behind all of ours: pages read refusals too, and a preflight has no key.
  cors(app, options, () => {})
  app.addHook('onRoute', ({ method }) => {
    for (const each of [method].flat()) if (!methods.includes(each)) methods.push(each)
  })
}
