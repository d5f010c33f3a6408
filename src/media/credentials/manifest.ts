import type { OriginClaim } from '../../core/files/credentials.ts'
import { sourceTypeUri } from './source-type.ts'

/** How an input is called inside of a manifest. */
export function inputLabel(index: number): string {
  return `input-${index + 1}`
}

/** What an input was to the result: what was changed, or something that the model was shown. */
export function relationshipOf(index: number, { isEdit }: OriginClaim): 'parentOf' | 'inputTo' {
  return isEdit && index === 0 ? 'parentOf' : 'inputTo'
}

/**
 * What is stated of a result, in the words of C2PA. Every story begins with `c2pa.created` or `c2pa.opened`: a change tells
 * of the picture that it began with.
 */
export function manifestOf(claim: OriginClaim, inputs: number, generator: { name: string; version: string }) {
  const when = new Date(claim.at).toISOString()
  const digitalSourceType = sourceTypeUri(claim.sourceType)
  const about = { 'mediagen.model': claim.model, 'mediagen.task': claim.taskId }
  const labels = Array.from({ length: inputs }, (_, index) => inputLabel(index))
  const shown = (ids: readonly string[]) => (ids.length === 0 ? {} : { ingredientIds: ids })
  const by = { when, softwareAgent: generator }
  const actions = claim.isEdit
    ? [
        { action: 'c2pa.opened', ...by, parameters: shown(labels.slice(0, 1)) },
        { action: 'c2pa.edited', ...by, digitalSourceType, parameters: { ...about, ...shown(labels.slice(1)) } },
      ]
    : [{ action: 'c2pa.created', ...by, digitalSourceType, parameters: { ...about, ...shown(labels) } }]
  return {
    claim_generator_info: [generator],
    assertions: [{ label: 'c2pa.actions.v2', data: { actions, allActionsIncluded: true } }],
  }
}
