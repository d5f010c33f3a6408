import type { Choices } from '../form/choices.ts'
import type { Reference, Role } from '../form/form.ts'

type Roles = Pick<Choices, 'roles' | 'namedRoles' | 'takesMask'>

const NAMES: Readonly<Record<string, string>> = {
  first_frame: 'First frame',
  last_frame: 'Last frame',
  reference: 'Reference',
  source: 'Source',
}

export function roleName(role: string): string {
  return NAMES[role] ?? role.replaceAll('_', ' ')
}

/** What each of so many places is for: as chosen, and for the others what the model has left, in order. */
export function rolesOf(references: readonly Reference[], { roles, namedRoles }: Roles, places: number): string[] {
  const chosen = references.map(({ role }) => (role !== undefined && namedRoles.includes(role) ? role : undefined))
  // Only of references there may be several.
  const left = roles.filter((role) => role === 'reference' || !chosen.some((each) => each === role))
  let place = 0
  return Array.from({ length: places }, (_, index) => {
    const own = chosen[index]
    if (own !== undefined) return own
    const role = left[Math.min(place, left.length - 1)]
    place += 1
    return role ?? 'reference'
  })
}

/** Gives a picture another role. One that had it takes the former role of this one: a clip has one first frame. */
export function withRole(references: readonly Reference[], id: string, role: Role, choices: Roles): Reference[] {
  const before = rolesOf(references, choices, references.length)
  const former = before[references.findIndex((each) => each.id === id)]
  return references.map((each, index) => {
    if (each.id === id) return { ...each, role }
    const isTaken = before[index] === role && role !== 'reference'
    return isTaken && isNamed(former, choices) ? { ...each, role: former } : each
  })
}

function isNamed(role: string | undefined, { namedRoles }: Roles): role is Role {
  return namedRoles.some((each) => each === role)
}

/** Puts a mask on a picture, which is then the one to edit, or takes it away. A request has one mask. */
export function withMask(
  references: readonly Reference[],
  id: string,
  mask: string | undefined,
  choices: Roles,
): Reference[] {
  const bare = references.map(({ mask: _mask, ...each }) => each)
  if (mask === undefined) return bare
  const named = isNamed('source', choices) ? withRole(bare, id, 'source', choices) : bare
  return named.map((each) => (each.id === id ? { ...each, mask } : each))
}

/** The pictures as they are sent: a role only where order does not say it, the mask only where the models take one. */
export function sentReferences(references: readonly Reference[], choices: Roles): Reference[] {
  const roles = rolesOf(references, choices, references.length)
  const byOrder = rolesOf(
    references.map(({ role: _role, ...each }) => each),
    choices,
    references.length,
  )
  const isSaid = roles.every((role, index) => role === byOrder[index])
  const sent = references.map(({ role: _role, mask, ...each }, index): Reference => {
    const role = roles[index]
    return {
      ...each,
      ...(!isSaid && isNamed(role, choices) && { role }),
      ...(mask !== undefined && choices.takesMask && { mask }),
    }
  })
  // The mask belongs to the first picture.
  return sent.toSorted((a, b) => Number(b.mask !== undefined) - Number(a.mask !== undefined))
}
