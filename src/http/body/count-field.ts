import { MAX_RESULTS } from '../../core/tasks/group.ts'
import type { Fields } from './check-fields.ts'
import type { Field } from './generation-form.ts'

/** The field that says how many results are wanted. It is not a parameter of a task: each makes one. */
export function countField(description: string): Field & { means: 'own' } {
  return { means: 'own', form: { type: 'whole number', least: 1, most: MAX_RESULTS }, description }
}

/** What was given in such a field; one where nobody said. */
export function countIn({ n }: Fields): number {
  return typeof n === 'number' ? n : 1
}
