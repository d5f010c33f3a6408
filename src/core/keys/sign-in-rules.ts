import { hash } from 'node:crypto'
import { type ApiKey, isShowable, type Scope, SCOPES, USUAL_SCOPES } from './api-key.ts'
import type { ProjectRole } from '../projects/project.ts'
import type { Secret } from './secret.ts'
import type { Person } from './session.ts'
import { randomBase62 } from '../text/random-text.ts'

/** A person, with what their issuer says about what they may do. */
export type Identity = {
  person: Person
  /** Whether the issuer has checked that the e-mail address is theirs. Rules for addresses count only then. */
  emailIsVerified: boolean
  roles: readonly string[]
}

/** Who may sign in, and what they may do. */
export type SignInRules = {
  /** `*`, domains such as `@example.com`, e-mail addresses, and roles. */
  allowed: readonly string[]
  /** E-mail addresses of those who get the scope `admin`. */
  admins: readonly string[]
  /** The scopes of each role. Somebody with none of these roles gets the usual ones. */
  roles: ReadonlyMap<string, readonly Scope[]>
  /** The projects of roles. Of several the first counts: somebody works in one project. */
  projects: readonly RoleProject[]
}

/** Where people with a role work, and what they may do there. */
export type RoleProject = { role: string; project: string; as: ProjectRole }

/** What these rules let somebody do; undefined where they may not come in at all. */
export function scopesOf({ person, emailIsVerified, roles }: Identity, rules: SignInRules): Scope[] | undefined {
  const email = emailIsVerified ? (person.email?.toLowerCase() ?? '') : ''
  // The part behind the last @: there may be another one in a quoted name.
  const domain = email.slice(Math.max(email.lastIndexOf('@'), 0))
  const isAdmin = email !== '' && rules.admins.includes(email)
  const names = new Set(['*', ...(email === '' ? [] : [email, domain]), ...roles])
  if (!isAdmin && !rules.allowed.some((each) => names.has(each))) return undefined
  const given = roles.flatMap((role) => rules.roles.get(role) ?? [])
  const all = new Set<Scope>([...(given.length === 0 ? USUAL_SCOPES : given), ...(isAdmin ? (['admin'] as const) : [])])
  return SCOPES.filter((scope) => all.has(scope))
}

type PersonPlace = Pick<ApiKey, 'project' | 'role'>

const NOWHERE: PersonPlace = { project: null, role: null }

/**
 * The project that the claims give somebody. Where they name none, an operator may have: that stays, unless it is one that claims
 * give, for then they no longer do. Whoever has the scope `admin` stands above all projects.
 */
export function placeOf(
  { roles }: Identity,
  { projects }: SignInRules,
  { scopes, known }: { scopes: readonly Scope[]; known: PersonPlace },
): PersonPlace {
  if (scopes.includes('admin')) return NOWHERE
  const found = projects.find(({ role }) => roles.includes(role))
  if (found !== undefined) return { project: found.project, role: found.as }
  const isTaken = projects.some(({ project }) => project === known.project)
  return isTaken ? NOWHERE : { project: known.project, role: known.role }
}

/** The id of the key that stands for somebody: the same at each sign-in, and nobody else's. */
export function personKeyId({ issuer, subject }: Pick<Person, 'issuer' | 'subject'>): string {
  const digest = Buffer.from(hash('sha256', JSON.stringify([issuer, subject]), 'hex'), 'hex')
  return `person_${randomBase62(22, () => digest)}`
}

const MOST_NAME_CHARACTERS = 100

/** What lists show of somebody. */
export function personName({ name, email, subject }: Person): string {
  const shown = [name, email, subject].find((each) => each !== null && each.trim() !== '' && isShowable(each))
  return shown?.slice(0, MOST_NAME_CHARACTERS).toWellFormed() ?? 'unnamed'
}

/** A provider by OpenID Connect, as the operator set it. */
export type OidcSettings = {
  issuer: string
  clientId: string
  /** Undefined for a public client, which proves itself by PKCE alone. */
  clientSecret: Secret | undefined
  /** What the button says after "Sign in with". */
  name: string
  /** What is asked of the provider, separated by spaces. */
  scopes: string
  /** For whom tokens must be that are sent as `Authorization: Bearer`. */
  audiences: readonly string[]
  /** The same for assistants, beside the address of their endpoint, which is always one. */
  mcpAudiences: readonly string[]
  /** Where the provider names somebody's roles or groups. */
  roleClaim: string
}

/** A proxy in front that signs people in and says who they are. */
export type ProxySettings = {
  /** In small letters. */
  userHeader: string
  roleHeader: string | undefined
  /** The addresses of the proxy. Nobody else is believed. */
  addresses: readonly string[]
}

/** How people come in; keys work besides. */
export type SignInSettings = {
  oidc: OidcSettings | undefined
  proxy: ProxySettings | undefined
  rules: SignInRules
  times: SessionTimes
}

/** How long sessions last, and how long without use. */
export type SessionTimes = { lastsMs: number; idleMs: number }
