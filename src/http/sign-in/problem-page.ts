import type { FastifyReply } from 'fastify'
import type { AppError } from '../../core/errors.ts'
import { STATUS } from '../answer/error-reply.ts'

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:15vh auto;padding:0 1.5rem;color-scheme:light dark}'

/** Explains on a separate page why a sign-in failed, and what to do. It needs no script, and no console. */
export function sendProblem(reply: FastifyReply, { code, message }: AppError): FastifyReply {
  const links = '<a href="/auth/sign-in">Try again</a> · <a href="/">Use an API key</a>'
  const foot = `<small>${escaped(code)} · ${escaped(reply.request.id)}</small>`
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Not signed in · mediagen</title><style>${STYLE}</style>
<h1>Not signed in</h1><p>${escaped(message)}</p><p>${links}</p><p>${foot}</p></html>
`
  return reply
    .code(STATUS[code])
    .headers({ 'content-security-policy': POLICY, 'cross-origin-opener-policy': 'same-origin' })
    .type('text/html; charset=utf-8')
    .send(page)
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
