import { addressFile, type AddressDeps } from '../../../actions/reading/read-task.ts'
import type { SecondsRange } from '../../../core/tasks/durations.ts'
import { type FileRecord, hasThumbnail, thumbnailUrl } from '../../../core/files/file-record.ts'
import type { ShownOutput } from '../../../core/tasks/task-view.ts'
import type { Task } from '../../../core/tasks/task.ts'
import type { Static } from '../../answer/schema.ts'
import { showCost, showSummary } from '../show-task.ts'
import type { TaskList } from './list-schemas.ts'

type Listed = Static<typeof TaskList>['data'][number]

// Two or three lines on a screen. A page of a hundred prompts of full length would be a third of a megabyte.
const SHOWN_CHARACTERS = 300

/** A task in a list. */
export async function showListed(
  task: Task,
  { outputs, eta }: { outputs: readonly ShownOutput<FileRecord>[]; eta: SecondsRange | null },
  deps: AddressDeps,
): Promise<Listed> {
  const [first] = outputs
  return {
    ...showSummary(task, eta),
    ...beginningOf(task.prompt),
    cost: showCost(task),
    outputs: outputs.length,
    first_output: first === undefined ? null : await showFirst(first, deps),
  }
}

/** Characters are code points, as everywhere: none is cut in half. */
function beginningOf(prompt: string): Pick<Listed, 'prompt' | 'prompt_truncated'> {
  const characters = prompt.length <= SHOWN_CHARACTERS ? [] : Array.from(prompt)
  if (characters.length <= SHOWN_CHARACTERS) return { prompt, prompt_truncated: false }
  return { prompt: characters.slice(0, SHOWN_CHARACTERS).join(''), prompt_truncated: true }
}

async function showFirst({ file, cover }: ShownOutput<FileRecord>, deps: AddressDeps): Promise<Listed['first_output']> {
  const { mediaType: type, width, height, durationMs } = file
  const { url, expiresAt } = await addressFile(deps, file)
  const seconds = durationMs === null ? null : durationMs / 1000
  const thumbnail_url = hasThumbnail(file, cover) ? thumbnailUrl(deps, file) : null
  return { url, url_expires_at: expiresAt, thumbnail_url, type, width, height, seconds }
}
