import { type Scope, SCOPES, USUAL_SCOPES } from './core/keys/api-key.ts'
import { Secret } from './core/keys/secret.ts'
import type {
  OidcSettings,
  ProxySettings,
  RoleProject,
  SignInRules,
  SignInSettings,
} from './core/keys/sign-in-rules.ts'
import { isLoopbackHost } from './core/loopback.ts'
import type { ProjectRole } from './core/projects/project.ts'
import { ADDRESS_RANGE, type Reader } from './environment.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const ALLOWED = /^(?:\*|@[^@\s]+\.[^@\s]+|[^@\s]+@[^@\s]+|[^@\s]+)$/
const EMAIL = /^[^@\s]+@[^@\s]+$/
const HEADER = /^[A-Za-z0-9-]{1,64}$/
// These say something else already, or every client may send them.
const TAKEN = new Set(['authorization', 'cookie', 'host', 'origin', 'x-forwarded-for', 'x-mediagen-user', 'user-agent'])

/** Reads how people sign in; undefined where they do not. */
export function readSignIn(read: Reader, problems: string[]): SignInSettings | undefined {
  const oidc = readOidc(read, problems)
  const proxy = readProxy(read, problems)
  const rules = readRules(read, problems, { hasOidc: oidc !== undefined })
  const lastsMs = read.number('MEDIAGEN_SESSION_HOURS', 12, 1, 24 * 90) * HOUR_MS
  const idleMs = read.number('MEDIAGEN_SESSION_IDLE_MINUTES', 120, 5, 60 * 24 * 90) * MINUTE_MS
  if (oidc !== undefined || proxy !== undefined) return { oidc, proxy, rules, times: { lastsMs, idleMs } }
  for (const name of OF_SIGN_IN)
    if (read.text(name) !== undefined)
      problems.push(`${name} has no effect without MEDIAGEN_OIDC_ISSUER or MEDIAGEN_TRUSTED_USER_HEADER`)
  return undefined
}

const OF_SIGN_IN = [
  'MEDIAGEN_SIGN_IN_ALLOWED',
  'MEDIAGEN_SIGN_IN_ADMINS',
  'MEDIAGEN_SIGN_IN_ROLES',
  'MEDIAGEN_SIGN_IN_PROJECTS',
  'MEDIAGEN_SESSION_HOURS',
  'MEDIAGEN_SESSION_IDLE_MINUTES',
] as const

const OF_OIDC = [
  'MEDIAGEN_OIDC_CLIENT_ID',
  'MEDIAGEN_OIDC_CLIENT_SECRET',
  'MEDIAGEN_OIDC_NAME',
  'MEDIAGEN_OIDC_SCOPES',
  'MEDIAGEN_OIDC_AUDIENCE',
  'MEDIAGEN_MCP_AUDIENCE',
  'MEDIAGEN_OIDC_ROLE_CLAIM',
] as const

function readOidc(read: Reader, problems: string[]): OidcSettings | undefined {
  const issuer = read.text('MEDIAGEN_OIDC_ISSUER')
  const clientId = read.text('MEDIAGEN_OIDC_CLIENT_ID')
  const secret = read.text('MEDIAGEN_OIDC_CLIENT_SECRET')
  if (issuer === undefined) {
    for (const name of OF_OIDC)
      if (read.text(name) !== undefined) problems.push(`${name} has no effect without MEDIAGEN_OIDC_ISSUER`)
    return undefined
  }
  checkOidc(read, problems, issuer)
  const mcpAudiences = readMcpAudiences(read, problems, clientId)
  const asked = wordsOf(read.text('MEDIAGEN_OIDC_SCOPES') ?? 'openid email profile')
  if (!asked.includes('openid')) problems.push("MEDIAGEN_OIDC_SCOPES must contain 'openid'")
  return {
    issuer,
    clientId: clientId ?? '',
    clientSecret: secret === undefined ? undefined : new Secret(secret),
    name: read.text('MEDIAGEN_OIDC_NAME') ?? URL.parse(issuer)?.hostname ?? issuer,
    scopes: asked.join(' '),
    audiences: wordsOf(read.text('MEDIAGEN_OIDC_AUDIENCE') ?? clientId),
    mcpAudiences,
    roleClaim: read.text('MEDIAGEN_OIDC_ROLE_CLAIM') ?? 'groups',
  }
}

/** For whom tokens of assistants may be, beside the address of their endpoint. */
function readMcpAudiences(read: Reader, problems: string[], clientId: string | undefined): string[] {
  const audiences = wordsOf(read.text('MEDIAGEN_MCP_AUDIENCE'))
  // Every ID token is for the client: one that any page of the provider's could show would then open the tools.
  if (clientId !== undefined && audiences.includes(clientId))
    problems.push('MEDIAGEN_MCP_AUDIENCE must not be the client id: ID tokens would work as access tokens')
  return audiences
}

function wordsOf(list = ''): string[] {
  return list.split(/[\s,]+/).filter((each) => each !== '')
}

function checkOidc(read: Reader, problems: string[], issuer: string): void {
  if (!isIssuer(issuer))
    problems.push(
      `MEDIAGEN_OIDC_ISSUER must be the https address of your identity provider, such as https://id.example.com/realms/main, not '${issuer}'`,
    )
  if (read.text('MEDIAGEN_OIDC_CLIENT_ID') === undefined)
    problems.push(
      'MEDIAGEN_OIDC_CLIENT_ID is missing: register mediagen with your identity provider and set its client id',
    )
  const publicUrl = read.text('MEDIAGEN_PUBLIC_URL')
  if (publicUrl !== undefined && !isSafe(publicUrl))
    problems.push(
      'MEDIAGEN_PUBLIC_URL must be an https address if people sign in; otherwise, browsers would send the session over plain http',
    )
}

/** As the provider itself writes it: a slash at its end is part of the name. */
function isIssuer(issuer: string): boolean {
  const url = URL.parse(issuer)
  return url !== null && url.username === '' && url.search === '' && url.hash === '' && isSafe(issuer)
}

/** Whether nobody on the way can read along. */
function isSafe(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.hostname))
}

function readProxy(read: Reader, problems: string[]): ProxySettings | undefined {
  const userHeader = readHeader(read, problems, 'MEDIAGEN_TRUSTED_USER_HEADER')
  const roleHeader = readHeader(read, problems, 'MEDIAGEN_TRUSTED_ROLE_HEADER')
  // All addresses are no proxy: the header of anybody would be believed.
  const form = { test: (range: string) => ADDRESS_RANGE.test(range) && !range.endsWith('/0') }
  const addresses = read.list('MEDIAGEN_TRUSTED_USER_PROXY', form, 'addresses such as 10.0.0.5 or 10.0.0.0/24')
  if (userHeader === undefined) {
    for (const name of ['MEDIAGEN_TRUSTED_ROLE_HEADER', 'MEDIAGEN_TRUSTED_USER_PROXY'] as const)
      if (read.text(name) !== undefined) problems.push(`${name} has no effect without MEDIAGEN_TRUSTED_USER_HEADER`)
    return undefined
  }
  if (addresses.length === 0)
    problems.push(
      'MEDIAGEN_TRUSTED_USER_PROXY is missing: list the addresses of the proxy that sets the header. Otherwise, anyone could send it',
    )
  return { userHeader, roleHeader, addresses }
}

function readHeader(
  read: Reader,
  problems: string[],
  name: 'MEDIAGEN_TRUSTED_USER_HEADER' | 'MEDIAGEN_TRUSTED_ROLE_HEADER',
): string | undefined {
  const header = read.text(name)?.toLowerCase()
  if (header !== undefined && (!HEADER.test(header) || TAKEN.has(header)))
    problems.push(
      `${name} must be the name of a header that the proxy sets, such as X-Forwarded-Email, not '${header}'`,
    )
  return header
}

function readRules(read: Reader, problems: string[], { hasOidc }: { hasOidc: boolean }): SignInRules {
  const what = 'e-mail addresses, domains such as @example.com, roles, or *'
  const allowed = read.list('MEDIAGEN_SIGN_IN_ALLOWED', ALLOWED, what)
  const admins = read.list('MEDIAGEN_SIGN_IN_ADMINS', EMAIL, 'e-mail addresses').map((each) => each.toLowerCase())
  if (hasOidc && allowed.length === 0)
    problems.push(
      'MEDIAGEN_SIGN_IN_ALLOWED is missing: list who may sign in, as e-mail addresses, domains such as @example.com or roles; ' +
        '* admits everyone with an account at the provider',
    )
  return {
    allowed: allowed.length === 0 ? ['*'] : allowed.map((each) => (each.includes('@') ? each.toLowerCase() : each)),
    admins,
    roles: readRoles(read, problems),
    projects: readProjects(read, problems),
  }
}

const ROLE_PROJECT = /^(.+)=(proj_\w{1,60})(?::(viewer|member|owner))?$/

/** `role=project:what they may do there`; members unless said. */
function readProjects(read: Reader, problems: string[]): RoleProject[] {
  return wordsOf(read.text('MEDIAGEN_SIGN_IN_PROJECTS')).flatMap((entry) => {
    const [, role, project, as = 'member'] = ROLE_PROJECT.exec(entry) ?? []
    if (role !== undefined && project !== undefined) return [{ role, project, as: as as ProjectRole }]
    problems.push(
      `MEDIAGEN_SIGN_IN_PROJECTS must list role=project:viewer, role=project:member or role=project:owner, with the id of the project, such as shop-team=proj_4fGh:member, not '${entry}'`,
    )
    return []
  })
}

/** `role=scope+scope`; `usual` stands for all scopes but `admin`. */
function readRoles(read: Reader, problems: string[]): Map<string, Scope[]> {
  const roles = new Map<string, Scope[]>()
  for (const entry of wordsOf(read.text('MEDIAGEN_SIGN_IN_ROLES'))) {
    // The name of a role may hold the sign itself, as those of directories do.
    const at = entry.lastIndexOf('=')
    const words = entry.slice(at + 1).split('+')
    const scopes = words.flatMap((word) => (word === 'usual' ? USUAL_SCOPES : SCOPES.filter((scope) => scope === word)))
    if (at > 0 && words.every((word) => word === 'usual' || (SCOPES as readonly string[]).includes(word)))
      roles.set(entry.slice(0, at), [...new Set(scopes)])
    else
      problems.push(
        `MEDIAGEN_SIGN_IN_ROLES must list role=scope+scope, such as media-admins=admin,viewers=tasks:read, not '${entry}'; a scope is one of usual, ${SCOPES.join(', ')}`,
      )
  }
  return roles
}
