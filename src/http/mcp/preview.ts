import type { PictureDeps } from '../../actions/running/ask-moderator.ts'
import type { Clock } from '../../ports/runtime.ts'
import { pictureOf } from '../../actions/running/ask-moderator.ts'
import { readOutputs } from '../../actions/reading/read-task.ts'
import { AppError } from '../../core/errors.ts'
import type { Task } from '../../core/tasks/task.ts'
import type { PictureForm } from '../../ports/images.ts'
import type { ResultParts, Rooms } from '../server-parts.ts'

/** A picture small enough for a conversation, and a description of what it shows. */
export type Preview = { data: string; mimeType: string; what: string }

/**
 * Makes previews of the results of successful tasks: none if a result cannot be decoded, and 'later' if it takes longer
 * than anybody should wait now.
 */
export type Previews = { of(task: Task): Promise<Preview[] | 'later'> }

// Clients cut answers of a million characters, and the owner of the conversation pays for every byte.
const FORM: PictureForm = { format: 'webp', quality: 80, within: { maxSide: 768, maxBytes: 150_000 } }
const MOST_RESULTS = 4
// An assistant looks at the same few results again and again. Together, they are a few megabytes.
const KEPT = 16
// With the 20 s that a call may have waited before, as long as the least patient clients wait.
const PATIENCE_MS = 8_000

export type PreviewParts = PictureDeps &
  Pick<ResultParts, 'convertPicture' | 'log'> &
  Rooms<'tasks' | 'files'> & { clock: Clock }

export function previews(parts: PreviewParts): Previews {
  const kept = new Map<string, Promise<Preview[] | undefined>>()
  const inTurn = turns()
  const make = (task: Task): Promise<Preview[] | undefined> => {
    const making = inTurn(task.keyId, () => previewsOf(parts, task))
    // A failure may have been chance: the next request tries again.
    void making.then((made) => (made === undefined ? kept.delete(task.id) : undefined))
    return making
  }
  return {
    async of(task) {
      const making = kept.get(task.id) ?? make(task)
      kept.delete(task.id)
      kept.set(task.id, making)
      const [oldest] = kept.keys()
      if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
      const done = new AbortController()
      const late = parts.clock.sleep(PATIENCE_MS, done.signal).then(() => 'later' as const)
      return Promise.race([making.then((made) => made ?? []), late]).finally(() => done.abort())
    },
  }
}

/**
 * One at a time, since a result is held in memory meanwhile; keys take turns, so that nobody waits for all previews of
 * another key.
 */
function turns(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const lines = new Map<string, (() => Promise<unknown>)[]>()
  let isAtWork = false
  const run = async (): Promise<void> => {
    isAtWork = true
    for (let [first] = lines; first !== undefined; [first] = lines) {
      const [key, line] = first
      const next = line.shift()
      // Moves to the end, after the other keys.
      lines.delete(key)
      if (line.length > 0) lines.set(key, line)
      await next?.()
    }
    isAtWork = false
  }
  return (key, work) =>
    new Promise((resolve, reject) => {
      const line = lines.get(key) ?? []
      line.push(() => work().then(resolve, reject))
      lines.set(key, line)
      if (!isAtWork) void run()
    })
}

/** Undefined if it failed. The result exists all the same, and its URL is in the answer. */
async function previewsOf(parts: PreviewParts, task: Task): Promise<Preview[] | undefined> {
  try {
    const outputs = (await readOutputs(parts, task.id)).slice(0, MOST_RESULTS)
    const made: Preview[] = []
    for (const output of outputs) {
      const picture = await pictureOf(parts, output)
      if (picture === undefined) continue
      const bytes = await parts.convertPicture(picture, FORM, task.keyId)
      made.push({ data: Buffer.from(bytes).toString('base64'), mimeType: 'image/webp', what: picture.what })
    }
    return made
  } catch (error) {
    const reason = error instanceof AppError ? error.message : String(error)
    parts.log.warn('a preview of a result could not be made', { taskId: task.id, reason })
    return undefined
  }
}
