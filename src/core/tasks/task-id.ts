import { randomDigits, type RandomBytes } from '../text/random-text.ts'

// 9 × 10^21 ids, about 73 bits: with a thousand million live tasks, a guess hits one in 10^13.
const LENGTH = 22

/** A fresh task id: digits only, unguessable, always handled as a string because it exceeds 2^53. */
export function newTaskId(randomBytes: RandomBytes): string {
  return randomDigits(LENGTH, randomBytes)
}

/** Whether a text could be a task id at all. */
export function isTaskId(text: string): boolean {
  return /^[0-9]{1,32}$/.test(text)
}
