import type { PictureRole } from '../../core/tasks/roles.ts'
import type { ModelConfig } from '../define-config.ts'
import type { Abilities, Told } from './abilities.ts'

type PlannedRoles = {
  /** The roles given by order, and the maximum number of pictures. */
  roles: readonly string[]
  maxReferences: number
  /** Further roles that callers may name. */
  byName: readonly PictureRole[]
  problems: string[]
}

/**
 * The possible roles of a model's pictures. A role that nobody would pass on is a problem now, because it would be
 * dropped with every job.
 */
export function planRoles(asked: ModelConfig, abilities: Abilities): PlannedRoles {
  const { by, told } = abilities
  const roles = asked.references ?? usualRoles(asked, abilities)
  const usual = asked.kind === 'image' ? abilities.inputImages : roles.length
  const maxReferences = roles.length === 0 ? 0 : (asked.maxReferences ?? usual)
  const byName = namedRoles(asked, told)
  const problems = told === 'by slots' ? [] : roleProblems(by, asked, { told, roles, byName })
  if (byName.some((role) => role !== 'video') && maxReferences === 0)
    problems.push('takes.roles requires images, but the model accepts none: see references and maxReferences')
  if (told !== 'by slots') problems.push(...countProblems(asked, told, { roles, maxReferences }))
  return { roles, maxReferences, byName, problems }
}

function usualRoles({ does }: ModelConfig, { roles }: Abilities): readonly string[] {
  return does === 'upscale' || does === 'cutout' ? ['source'] : roles
}

/** A caller with a mask may also say which picture it is for; a workflow has its own slots. */
function namedRoles({ kind, takes }: ModelConfig, told: Abilities['told']): readonly PictureRole[] {
  const roles = takes?.roles ?? []
  const withSource = kind === 'image' && told !== 'by slots' && roles.includes('mask')
  return withSource ? [...new Set([...roles, 'source' as const])] : roles
}

type AskedRoles = { told: Told; roles: readonly string[]; byName: readonly string[] }

function roleProblems(by: string, asked: ModelConfig, { told, roles, byName }: AskedRoles): string[] {
  const { inputs, kind } = asked
  const all = [...new Set([...roles, ...byName])]
  const sent = told.everyRole ? all : all.filter((role) => role === 'mask' || byName.includes(role))
  const problems = sent
    .filter((role) => inputs?.[role] === undefined && !told.role(role))
    .map((role) => {
      const advice = kind === 'video' || role === 'mask' ? `: name the model's own input, inputs: { ${role}: '…' }` : ''
      return `${by} has no parameter for the role '${role}'${advice}`
    })
  const unnamed = all.filter((role) => inputs?.[role] === undefined && role !== 'video')
  const isMixed = unnamed.includes('reference') && unnamed.some((role) => role !== 'reference')
  if (told.everyRole && told.framesOrReferences === true && isMixed)
    problems.push(`${by} accepts frames or references, not both in one job`)
  return problems
}

function countProblems(
  { inputs }: ModelConfig,
  { everyRole, onePerInput = false }: Told,
  { roles, maxReferences }: Pick<PlannedRoles, 'roles' | 'maxReferences'>,
): string[] {
  if (maxReferences <= roles.length) return []
  const last = roles.at(-1) ?? ''
  const input = inputs?.[last]
  if (onePerInput && input !== undefined && !input.endsWith('[]'))
    return [`maxReferences is ${maxReferences}, but '${input}' accepts one image: a name ending in [] accepts a list`]
  return everyRole && input === undefined && last !== 'reference'
    ? [`maxReferences is ${maxReferences}, but there are roles for ${roles.length}`]
    : []
}
