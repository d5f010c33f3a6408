import { UsageError } from '../usage-error.ts'

export function taskId(text: string | undefined): string {
  if (text !== undefined && /^\d+$/.test(text)) return text
  throw new UsageError(`'${text ?? ''}' is not the id of a task: digits only. 'mediagen tasks' lists them.`)
}
