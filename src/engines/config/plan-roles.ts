import type { PictureRole } from '../../core/tasks/roles.ts'
import type { FrameRole, ProviderRow } from '../ai-sdk/provider-row.ts'
import type { ModelConfig } from '../define-config.ts'
import { plannedLocal } from './plan-local.ts'

/** What an engine can do for a model that says nothing itself. */
export type Abilities =
  | { type: 'ai-sdk'; row: ProviderRow }
  | { type: 'comfyui'; ownSize: boolean }
  | { type: 'openai-compatible' }
  | { type: 'local' }

type PlannedRoles = {
  /** What order gives, and how many pictures at most. */
  roles: readonly string[]
  maxReferences: number
  /** What callers may name beyond that. */
  byName: readonly PictureRole[]
  problems: string[]
}

/** What the pictures of a model may be for. A role that nobody would hand on is a problem now, for with a job it would be dropped. */
export function planRoles(asked: ModelConfig, abilities: Abilities): PlannedRoles {
  const roles = asked.references ?? usualRoles(asked, abilities)
  const maxReferences = roles.length === 0 ? 0 : (asked.maxReferences ?? usualReferences(asked, roles, abilities))
  const byName = namedRoles(asked, abilities)
  const all = [...new Set([...roles, ...byName])]
  // Elsewhere the operator's own words for what order gives are as good as any: nobody is told them.
  const isTold = abilities.type === 'ai-sdk' && asked.kind === 'video'
  const told = isTold ? all : all.filter((role) => role === 'mask' || byName.some((name) => name === role))
  const problems = roleProblems(asked, abilities, told)
  if (byName.some((role) => role !== 'video') && maxReferences === 0)
    problems.push('takes.roles needs images, but the model takes none: see references and maxReferences')
  if (isTold) problems.push(...countProblems(asked, roles, maxReferences), ...mixProblems(asked, abilities.row, all))
  return { roles, maxReferences, byName, problems }
}

/** Whoever sends a mask may also say which picture it is for; a workflow has its own slots. */
function namedRoles({ kind, takes }: ModelConfig, { type }: Abilities): readonly PictureRole[] {
  const roles = takes?.roles ?? []
  const withSource = kind === 'image' && type !== 'comfyui' && roles.includes('mask')
  return withSource ? [...new Set([...roles, 'source' as const])] : roles
}

function usualRoles(asked: ModelConfig, abilities: Abilities): readonly string[] {
  if (asked.does === 'upscale' || asked.does === 'cutout') return ['source']
  if (abilities.type === 'local') return localRoles(asked)
  const { kind, inputs } = asked
  const known = framesOf(abilities)
  if (kind === 'image') return abilities.type === 'ai-sdk' && abilities.row.inputImages === 0 ? [] : ['reference']
  const frames: readonly FrameRole[] = ['first_frame', 'last_frame']
  return frames.filter((role) => known.includes(role) || inputs?.[role] !== undefined)
}

function framesOf(abilities: Abilities): readonly FrameRole[] {
  switch (abilities.type) {
    case 'ai-sdk':
      return abilities.row.frames ?? []
    case 'openai-compatible':
      return ['first_frame']
    // What a workflow takes is written at its head.
    case 'comfyui':
    case 'local':
      return []
  }
}

/** Upscalers and cutouts work on a picture, klein and Qwen may; for others the config knows best. */
function localRoles(asked: ModelConfig): readonly string[] {
  const { does, family } = plannedLocal(asked.model, asked)
  if (does !== 'generate') return ['source']
  // Models that begin with a picture have an eye for it.
  if (asked.kind === 'video') return asked.files?.clip_vision === undefined ? [] : ['first_frame']
  return family === 'flux2-klein' || family === 'qwen-image' ? ['reference'] : []
}

function usualReferences({ kind }: ModelConfig, roles: readonly string[], abilities: Abilities): number {
  return kind === 'image' ? (abilities.type === 'ai-sdk' ? abilities.row.inputImages : 1) : roles.length
}

function roleProblems(asked: ModelConfig, abilities: Abilities, roles: readonly string[]): string[] {
  // What a workflow takes is told by its slots.
  if (abilities.type === 'comfyui') return []
  const other = abilities.type === 'local' ? 'the local runtime' : 'an OpenAI-compatible server'
  const by = abilities.type === 'ai-sdk' ? abilities.row.name : other
  return roles
    .filter((role) => asked.inputs?.[role] === undefined && !knowsRole(asked, abilities, role))
    .map((role) => {
      const advice =
        asked.kind === 'video' || role === 'mask' ? `: name the model's own input, inputs: { ${role}: '…' }` : ''
      return `${by} has no way for the role '${role}'${advice}`
    })
}

function knowsRole({ kind, model }: ModelConfig, abilities: Abilities, role: string): boolean {
  // Its program paints no masks.
  if (abilities.type === 'local')
    return kind === 'video' ? role === 'first_frame' : role === 'reference' || role === 'source'
  if (kind === 'video') return knowsForClips(abilities, role)
  if (role === 'first_frame' || role === 'last_frame' || role === 'video') return false
  if (role !== 'mask' || abilities.type !== 'ai-sdk') return true
  const { mask } = abilities.row
  return mask !== undefined && mask.except?.test(model) !== true
}

function knowsForClips(abilities: Abilities, role: string): boolean {
  // These servers have a single field for pictures, and an operation for clips.
  if (abilities.type !== 'ai-sdk') return role === 'first_frame' || role === 'video'
  const { clip, frames } = abilities.row
  return role === 'video' ? clip !== undefined : frames?.includes(role as FrameRole) === true
}

function countProblems({ inputs }: ModelConfig, roles: readonly string[], maxReferences: number): string[] {
  const last = roles.at(-1)
  const takesMany = last === 'reference' || (last !== undefined && inputs?.[last]?.endsWith('[]') === true)
  return maxReferences > roles.length && !takesMany
    ? [`maxReferences is ${maxReferences}, but there are roles for ${roles.length}`]
    : []
}

function mixProblems({ inputs }: ModelConfig, row: ProviderRow, roles: readonly string[]): string[] {
  const bySdk = roles.filter((role) => inputs?.[role] === undefined && role !== 'video')
  const isMixed = bySdk.includes('reference') && bySdk.some((role) => role !== 'reference')
  return row.framesExcludeReferences === true && isMixed
    ? [`${row.name} takes frames or references, not both in one job`]
    : []
}
