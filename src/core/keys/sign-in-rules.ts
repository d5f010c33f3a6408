import { hash } from 'node:crypto'
import { type ApiKey, isShowable, type Scope, SCOPES, USUAL_SCOPES } from './api-key.ts'
import type { ProjectRole } from '../projects/project.ts'
import type { Secret } from './secret.ts'
import type { Person } from './session.ts'
import { randomBase62 } from '../text/random-text.ts'

/** A person, and what their issuer says about their permissions. */
export type Identity = {
  person: Person
  /** Whether the issuer has verified the e-mail address. Only then do rules for addresses apply. */
  emailIsVerified: boolean
  roles: readonly string[]
}

/** Who may sign in, and their permissions. */
export type SignInRules = {
  /** `*`, domains such as `@example.com`, e-mail addresses, and roles. */
  allowed: readonly string[]
  /** E-mail addresses of people with the `admin` scope. */
  admins: readonly string[]
  /** The scopes of each role. Somebody with none of these roles gets the usual ones. */
  roles: ReadonlyMap<string, readonly Scope[]>
  /** The projects of roles. The first match counts: a person works in one project. */
  projects: readonly RoleProject[]
}

/** The project of people with a role, and their role there. */
export type RoleProject = { role: string; project: string; as: ProjectRole }

/** The permissions that these rules give a person; undefined if the person may not sign in at all. */
export function scopesOf({ person, emailIsVerified, roles }: Identity, rules: SignInRules): Scope[] | undefined {
  const email = emailIsVerified ? (person.email?.toLowerCase() ?? '') : ''
  // The part after the last @: a quoted name may contain another one.
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
 * The project that the claims give a person. If they name none, a project set by an operator stays, unless it is one
 * that claims give, because then they no longer do. A person with the `admin` scope stands above all projects.
 */
export function placeOf(
  { roles }: Identity,
  rules: SignInRules,
  { scopes, known }: { scopes: readonly Scope[]; known: PersonPlace },
): PersonPlace {
  if (scopes.includes('admin')) return NOWHERE
  const found = rules.projects.find(({ role }) => roles.includes(role))
  if (found !== undefined) return { project: found.project, role: found.as }
  return isGivenByClaims(known.project, rules) ? NOWHERE : { project: known.project, role: known.role }
}

/** Whether people are in this project by their claims alone, whatever their record says. */
export function isGivenByClaims(project: string | null, { projects }: Pick<SignInRules, 'projects'>): boolean {
  return projects.some((each) => each.project === project)
}

/** The id of the key that stands for a person: the same at each sign-in, and never anybody else's. */
export function personKeyId({ issuer, subject }: Pick<Person, 'issuer' | 'subject'>): string {
  const digest = Buffer.from(hash('sha256', JSON.stringify([issuer, subject]), 'hex'), 'hex')
  return `person_${randomBase62(22, () => digest)}`
}

const MOST_NAME_CHARACTERS = 100

/** What lists show about a person. */
export function personName({ name, email, subject }: Person): string {
  const shown = [name, email, subject].find((each) => each !== null && each.trim() !== '' && isShowable(each))
  return shown?.slice(0, MOST_NAME_CHARACTERS).toWellFormed() ?? 'unnamed'
}

/** An OpenID Connect provider, as the operator configured it. */
export type OidcSettings = {
  issuer: string
  clientId: string
  /** Undefined for a public client, which proves itself by PKCE alone. */
  clientSecret: Secret | undefined
  /** The words on the button after "Sign in with". */
  name: string
  /** The scopes requested from the provider, separated by spaces. */
  scopes: string
  /** The audience of tokens that are sent as `Authorization: Bearer`. */
  audiences: readonly string[]
  /** The same for assistants, in addition to the URL of their endpoint, which is always an audience. */
  mcpAudiences: readonly string[]
  /** The claim in which the provider lists a person's roles or groups. */
  roleClaim: string
}

/** A proxy in front of the service that signs people in and says who they are. */
export type ProxySettings = {
  /** In small letters. */
  userHeader: string
  roleHeader: string | undefined
  /** The addresses of the proxy. No other client is trusted. */
  addresses: readonly string[]
}

/** How people sign in; keys work as well. */
export type SignInSettings = {
  oidc: OidcSettings | undefined
  proxy: ProxySettings | undefined
  rules: SignInRules
  times: SessionTimes
}

/** How long sessions last, with and without use. */
export type SessionTimes = { lastsMs: number; idleMs: number }
