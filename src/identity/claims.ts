import type { Identity } from '../core/keys/sign-in-rules.ts'

export type Claims = Readonly<Record<string, unknown>>

const LONGEST = 500
const MOST_ROLES = 500

/** Who the claims of a provider describe. `roleClaim` may be a path such as `realm_access.roles`. */
export function identityOf(claims: Claims, issuer: string, roleClaim: string): Identity | undefined {
  const subject = textOf(claims['sub'])
  if (subject === null) return undefined
  const name = textOf(claims['name']) ?? textOf(claims['preferred_username'])
  return {
    person: { issuer, subject, email: textOf(claims['email']), name },
    // Some providers let anybody enter any address, and say nothing about it: only a plain yes counts.
    emailIsVerified: claims['email_verified'] === true,
    roles: rolesOf(claims, roleClaim),
  }
}

function rolesOf(claims: Claims, roleClaim: string): string[] {
  // A name with dots of its own, such as an address, is tried before it is read as a path.
  const found = claims[roleClaim] ?? roleClaim.split('.').reduce<unknown>(propertyOf, claims)
  const roles = Array.isArray(found) ? found : [found]
  return roles.flatMap((each: unknown) => textOf(each) ?? []).slice(0, MOST_ROLES)
}

function propertyOf(value: unknown, name: string): unknown {
  const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, name)
  return isThere ? (value as Record<string, unknown>)[name] : undefined
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST ? value.toWellFormed() : null
}
