import { AppError } from '../../core/errors.ts'
import type { Field } from '../body/generation-form.ts'
import { endUserFrom, LONGEST_END_USER } from '../edge/request-headers.ts'

/** A request for the default needs no warning. */
export function unlessAuto(value: unknown): unknown {
  return value === 'auto' || value === '' ? undefined : value
}

/** Older models' words for values that have other names here. */
const QUALITIES: ReadonlyMap<unknown, string> = new Map([
  ['standard', 'medium'],
  ['hd', 'high'],
])

/** A quality in our terms. */
export function qualityHere(value: unknown): unknown {
  return QUALITIES.get(value) ?? unlessAuto(value)
}

/** Pictures as these clients write them: text, or an object with a URL; we have no file store. */
export function imageAddress(name: string): (value: unknown) => unknown {
  const one = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if ('image_url' in value) return withRole(addressIn(value.image_url), value as { role?: unknown })
    if ('url' in value && typeof value.url === 'string') return value
    throw new AppError('invalid_parameter', `${name}: this service has no file store; send the picture or its URL.`, {
      param: name,
    })
  }
  return (value) => (Array.isArray(value) ? value.map(one) : one(value))
}

/** An extension: the role of the picture, as our own API writes it. */
function withRole(url: unknown, { role }: { role?: unknown }): unknown {
  return role === undefined ? url : { url, role }
}

/** Chat clients write a URL as an object. */
function addressIn(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'url' in value ? value.url : value
}

/** The end user, by the same rules as in the header. */
export function userField(name: string, more = ''): Field {
  return {
    means: 'own',
    form: { type: 'text', longest: LONGEST_END_USER },
    ours: (value) => (typeof value === 'string' ? endUserFrom(value, name) : value),
    description:
      'Your own name or id for the end user. The receipt shows it, and the per-user limits of the key apply to it. ' +
      `At most ${LONGEST_END_USER} visible ASCII characters. ${more}`.trim(),
  }
}
