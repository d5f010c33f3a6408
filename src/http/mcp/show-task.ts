import { isFinal, type Task } from '../../core/tasks/task.ts'
import { showReceipt, type ShownFile, type ShownReceipt } from './receipt.ts'
import type { Content, ToolAnswer, ToolCall } from './tool.ts'

/** Says how a task stands; of one that ended well, shows a small picture and where the original is. */
export async function showTask(call: ToolCall, task: Task, notes: readonly string[] = []): Promise<ToolAnswer> {
  const receipt = await showReceipt(call, task.id)
  const made = receipt.status === 'success' ? await call.parts.previews.of(task) : []
  const previews = made === 'later' ? [] : made
  const seen = made === 'later' ? ['Its preview is still being made: get_task shows it.'] : made.map(({ what }) => what)
  const lines = [sentence(receipt), ...notes, ...seen, ...receipt.warnings.map((text) => `Warning: ${text}`)]
  return {
    content: [
      { type: 'text', text: lines.join('\n') },
      ...previews.map(({ data, mimeType }): Content => ({ type: 'image', data, mimeType })),
      ...receipt.files.filter(({ role }) => role === 'output').map(linkTo),
    ],
    structuredContent: receipt,
  }
}

function sentence(receipt: ShownReceipt): string {
  const { task_id: id, status, error, kind } = receipt
  if (status === 'success') {
    const addresses = receipt.files.filter(({ role }) => role === 'output').map(({ url }) => url)
    return `Task ${id} is done. The ${kind} is at ${addresses.join(' and ')}`
  }
  if (error !== null) return `Task ${id} failed with ${error.code}: ${error.message} ${error.advice}`
  const { queue_position: place, progress } = receipt
  const where = place === null ? `in work, ${progress} % done` : `waiting, number ${place} in line`
  const call = JSON.stringify(receipt.next?.arguments ?? {})
  return `Task ${id} is ${where}. It goes on by itself: call get_task with ${call} to wait for it.`
}

function linkTo(file: ShownFile): Content {
  const { name, url: uri, type: mimeType, bytes: size, sha256, width, height, seconds } = file
  const shape = width === null || height === null ? '' : `${width}x${height}, `
  const length = seconds === null ? '' : `${seconds} s, `
  const description = `The original: ${shape}${length}${size} bytes, sha256 ${sha256}`
  return { type: 'resource_link', uri, name, mimeType, size, description }
}

/** Tells whether a call that makes something has come to nothing. */
export function hasFailed({ status }: Task): boolean {
  return isFinal(status) && status !== 'success'
}
