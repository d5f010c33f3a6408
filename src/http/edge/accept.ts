import type { FastifyInstance } from 'fastify'
import { AppError } from '../../core/errors.ts'

// `type/subtype` or a wildcard, then parameters; anything else is ignored, as RFC 9110 requires.
const RANGE = /^\s*([^\s;,/]+)\/([^\s;,/]+)\s*(?:;(.*))?$/

/** Whether an Accept header allows this media type; the most specific range decides. */
export function accepts(header: string | undefined, mediaType: string): boolean {
  if (header === undefined || header.trim() === '') return true
  const [type, subtype] = mediaType.split('/')
  let best = { rank: -1, quality: 0 }
  for (const part of header.split(',')) {
    const match = RANGE.exec(part)
    if (match === null) continue
    const rank = rankOf([match[1]?.toLowerCase(), match[2]?.toLowerCase()], [type, subtype])
    if (rank > best.rank) best = { rank, quality: qualityOf(match[3]) }
    else if (rank === best.rank) best.quality = Math.max(best.quality, qualityOf(match[3]))
  }
  return best.rank >= 0 && best.quality > 0
}

type Pair = [string | undefined, string | undefined]

function rankOf([type, subtype]: Pair, [wantedType, wantedSubtype]: Pair): number {
  if (type === wantedType && subtype === wantedSubtype) return 2
  if (type === wantedType && subtype === '*') return 1
  return type === '*' && subtype === '*' ? 0 : -1
}

function qualityOf(parameters: string | undefined): number {
  const quality = /(?:^|;)\s*q=([0-9.]+)\s*(?:;|$)/i.exec(parameters ?? '')?.[1]
  return quality === undefined ? 1 : Number(quality)
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The media types of an API route's answers, if it has others than JSON. */
    answers?: string | readonly string[]
  }
}

/** Turns away API clients that rule out the only answer format. */
export function negotiateWith(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { url, config } = request.routeOptions
    if (url?.startsWith('/api/') !== true) return done()
    const { answers = 'application/json' } = config
    const { accept } = request.headers
    if (typeof answers === 'string' ? accepts(accept, answers) : answers.some((each) => accepts(accept, each)))
      return done()
    const message = `Responses here are ${[answers].flat().join(' or ')}. Allow that type in the Accept header, or omit the header.`
    done(new AppError('not_acceptable', message))
  })
}
