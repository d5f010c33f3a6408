import type { Receipt } from '@mediagen/client'
import type { ShownTask } from './task-source.ts'

// As much of a prompt as lists show.
const SHOWN_CHARACTERS = 300

/** The order of lists: newest first, and of two of one moment always the same. */
export function inOrder(a: ShownTask, b: ShownTask): number {
  return b.created - a.created || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)
}

export function hasEnded({ status }: Pick<Receipt, 'status'>): boolean {
  return status === 'success' || status === 'failed'
}

/** The same object while nothing has changed, so that nothing is drawn again. Addresses that end differ in every answer. */
export function renewed(before: ShownTask, now: ShownTask): ShownTask {
  const isSame =
    before.status === now.status &&
    before.step === now.step &&
    before.progress === now.progress &&
    before.started === now.started &&
    before.outputs === now.outputs
  return isSame ? before : now
}

/** A task as lists show it, from its receipt. */
export function listedFrom(receipt: Receipt, before: ShownTask): ShownTask {
  const outputs = receipt.files.filter(({ role }) => role === 'output')
  const [first] = outputs
  const characters = Array.from(receipt.prompt)
  const listed: ShownTask = {
    ...before,
    ...summaryOf(receipt),
    prompt: characters.slice(0, SHOWN_CHARACTERS).join(''),
    prompt_truncated: characters.length > SHOWN_CHARACTERS,
    outputs: outputs.length,
    first_output: null,
    cost: receipt.cost,
  }
  if (first === undefined || first.url === null) return listed
  const { url, url_expires_at, thumbnail_url, type, width, height, seconds } = first
  return { ...listed, first_output: { url, url_expires_at, thumbnail_url, type, width, height, seconds } }
}

function summaryOf({ status, step, progress, started, finished, eta, error }: Receipt) {
  return { status, step, progress, started, finished, eta, error }
}
