import { createHash } from 'node:crypto'
import { toBase62 } from './random-text.ts'

const GROUPS = 4
const GROUP_LENGTH = 6
const LENGTH = 22

/**
 * The id under which the end of a task is announced: always the same for a task, also when a database that was restored
 * from a backup ends it once more. Receivers that remember ids then know that they have heard of it.
 */
export function webhookIdOf(taskId: string): string {
  const digest = createHash('sha256').update(`the end of task ${taskId}`).digest()
  // Six bytes are well below 2^53, and six digits of base62 take the lower part of them.
  const groups = Array.from({ length: GROUPS }, (_, index) => toBase62(digest.readUIntBE(index * 6, 6), GROUP_LENGTH))
  return `msg_${groups.join('').slice(0, LENGTH)}`
}
