import { AppError } from '../errors.ts'
import { orList } from '../text/value-form.ts'
import type { Dimensions } from './size.ts'

/** The purposes of a picture, by the callers' names for them. `source` is the one that is edited. */
export const PICTURE_ROLES = ['first_frame', 'last_frame', 'reference', 'mask', 'source'] as const
/** The same with the only role of a clip, which has its own parameter: it is read as a clip and not as a picture. */
export const ROLES = [...PICTURE_ROLES, 'video'] as const
export type PictureRole = (typeof ROLES)[number]

/** A picture of a request: its role if somebody named it; otherwise, its position in the order decides. */
export type WithRole = { role?: PictureRole }

/** How a mask marks the part to paint: transparent on white, white on black, or black on white without greys. */
export type MaskForm = 'alpha' | 'white' | 'black'

/** A model, as far as it says what pictures are for; model.ts imports this file, so its type is not used here. */
type Taker = {
  id: string
  referenceRoles: readonly string[]
  maxReferences: number
  takes?: { roles?: readonly PictureRole[] }
}

// Further first frames would be left out, and so would a second mask.
const MANY: ReadonlySet<string> = new Set<PictureRole>(['reference'])
// The picture that decides the shape of the result comes first; a mask never does.
const RANKS: Readonly<Record<PictureRole, number>> = {
  video: 0,
  source: 0,
  first_frame: 0,
  reference: 1,
  last_frame: 2,
  mask: 3,
}

export function isRole(value: unknown): value is PictureRole {
  return ROLES.some((role) => role === value)
}

/** Whether this is a role that a picture may have; a clip has its own parameter. */
export function isPictureRole(value: unknown): value is PictureRole {
  return PICTURE_ROLES.some((role) => role === value)
}

/** The roles that callers may name for a model: those given by order, and those it takes only by name. */
export function rolesTaken({ referenceRoles, takes }: Pick<Taker, 'referenceRoles' | 'takes'>): string[] {
  return [...new Set([...referenceRoles, ...(takes?.roles ?? [])])]
}

/** Pictures in the order that engines expect; those of one rank keep their order. */
export function inOrder<T extends WithRole>(pictures: readonly T[]): T[] {
  const rank = ({ role = 'reference' }: WithRole): number => RANKS[role]
  return pictures.toSorted((a, b) => rank(a) - rank(b))
}

/** The role that order gives to the picture at this position. The last role is for all further ones. */
export function roleAt({ referenceRoles }: Pick<Taker, 'referenceRoles'>, place: number): string {
  return referenceRoles[Math.min(place, referenceRoles.length - 1)] ?? 'reference'
}

/** How many pictures count against the model's maximum: a mask belongs to one of them, and a clip does not count. */
export function pictureCount(pictures: readonly WithRole[]): number {
  return pictures.filter(({ role }) => role !== 'mask' && role !== 'video').length
}

/**
 * Gives every picture its role as soon as one was named: the others take the model's roles in order, without the named
 * ones. If nobody named any, only the order decides, and nothing is recorded.
 */
export function assignRoles<T extends WithRole>(model: Taker, pictures: readonly T[]): T[] {
  const named = pictures.flatMap(({ role }) => (role === undefined ? [] : [role]))
  if (named.length === 0) return [...pictures]
  checkNamed(model, named)
  const left = model.referenceRoles.filter((role) => MANY.has(role) || !named.includes(role as PictureRole))
  let place = 0
  return pictures.map((picture) => {
    if (picture.role !== undefined) return picture
    const role = left[place] ?? left.filter((each) => MANY.has(each)).at(-1)
    place++
    if (role === undefined) throw noRoleLeft(model)
    return isRole(role) ? { ...picture, role } : picture
  })
}

/** Whether a model can use these pictures: this many, in these roles. */
export function takesPictures(model: Taker, pictures: readonly WithRole[]): boolean {
  const taken = rolesTaken(model)
  return pictureCount(pictures) <= model.maxReferences && pictures.every(({ role }) => !role || taken.includes(role))
}

function checkNamed(model: Taker, named: readonly PictureRole[]): void {
  const taken = rolesTaken(model)
  const foreign = named.find((role) => !taken.includes(role))
  if (foreign !== undefined) throw roleRefused(model, foreign)
  const twice = named.find((role, index) => !MANY.has(role) && named.indexOf(role) !== index)
  if (twice !== undefined)
    throw new AppError('invalid_parameter', `You sent more than one ${twice}. Send one.`, { param: paramOf(twice) })
}

/** The message about a role that a model does not take. */
export function roleRefused(model: Taker, role: PictureRole, others: readonly string[] = []): AppError {
  const instead = others.length === 0 ? '' : ` Or use a model that accepts one: ${others.join(', ')}.`
  if (role === 'mask') {
    const message = `The model '${model.id}' does not accept a mask and would repaint the whole picture at full price. Leave the mask out.${instead}`
    return new AppError('unsupported_request', message, { param: 'mask' })
  }
  if (role === 'video') {
    const message = `The model '${model.id}' does not accept a video. Leave video out.${instead}`
    return new AppError('unsupported_request', message, { param: 'video' })
  }
  const taken = rolesTaken(model)
  const known = taken.length === 0 ? 'It accepts no images.' : `It accepts: ${orList(taken)}.`
  const message = `The model '${model.id}' does not accept an image with the role ${role}. ${known}${instead}`
  return new AppError('unsupported_request', message, { param: 'image' })
}

function noRoleLeft(model: Taker): AppError {
  const message = `All roles of '${model.id}' are taken, so one image without a role is left over. Specify its role, or leave it out.`
  return new AppError('too_many_images', message, { param: 'image' })
}

function paramOf(role: PictureRole): string {
  return role === 'mask' || role === 'video' ? role : 'image'
}

/** Refuses a mask without its picture, or of another size: scaled, it would mark something else. */
export function checkMask(pictures: readonly (WithRole & { facts?: Dimensions | undefined })[]): void {
  const mask = pictures.find(({ role }) => role === 'mask')
  if (mask === undefined) return
  const source = pictures.find(({ role }) => role !== 'mask')
  if (source === undefined) {
    const message = 'A mask requires its picture. Send the picture as image too.'
    throw new AppError('missing_parameter', message, { param: 'image' })
  }
  if (mask.facts === undefined || source.facts === undefined) return
  const [ours, its] = [mask.facts, source.facts].map(({ width, height }) => `${width}x${height}`)
  if (ours === its) return
  const message = `The mask is ${ours}, but its image is ${its}. Both must be the same size.`
  throw new AppError('invalid_image', message, { param: 'mask' })
}
