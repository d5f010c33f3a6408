import { createOnce } from '../../actions/tasks/create-once.ts'
import { AppError } from '../../core/errors.ts'
import { fingerprint } from '../../core/tasks/fingerprint.ts'
import type { TaskKind } from '../../core/tasks/model.ts'
import { checkFields, type Fields } from '../body/check-fields.ts'
import { inWordsOf } from '../body/generation-form.ts'
import { originOf } from '../edge/request-trace.ts'
import { GENERATION_FORMS, generationSchema, LONGEST_WAIT_SECONDS } from './arguments.ts'
import { awaitTask, whileWaiting } from './await-task.ts'
import { readImages } from './earlier-results.ts'
import { namesOf } from './own-models.ts'
import { hasFailed, showTask } from './show-task.ts'
import type { Tool, ToolCall } from './tool.ts'

const SAME_CALL = 'The same call within 10 minutes returns the same result, unless it failed or request_id differs.'

/** The tool that makes images, or videos. */
export function makeTool(kind: TaskKind): Tool {
  const form = GENERATION_FORMS[kind]
  return {
    title: `Make ${kind === 'image' ? 'an image' : 'a video'}`,
    description:
      `Makes ${kind === 'image' ? 'an image' : 'a short video'} from a prompt, with or without reference images. ` +
      `Returns a small preview and the URL of the original or, after ${LONGEST_WAIT_SECONDS} s, ` +
      `a task_id for get_task. ${SAME_CALL}`,
    scope: kind === 'image' ? 'images:write' : 'videos:write',
    hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    input: (models) => generationSchema(kind, namesOf(models, kind)),
    run: async (call, given) => {
      const { own, ...checked } = checkFields(form, given)
      refuseWhileDraining(call)
      const input = async () => ({
        caller: call.caller,
        endUser: call.request.endUser,
        ...checked,
        references: await readImages(call, given, form),
        origin: originOf(call.request),
      })
      const name = nameOf(`generate_${kind}`, given, call.request.endUser)
      const seconds = typeof own['wait_seconds'] === 'number' ? own['wait_seconds'] : LONGEST_WAIT_SECONDS
      const { task, isAdopted } = await whileWaiting(call, seconds, async (connected) => {
        const made = await inWordsOf(form, () => createOnce(call.parts, { name, input, keyId: call.caller.id }))
        if (made.isAdopted) logAdoption(call, made.task.id)
        return { ...made, task: await awaitTask(call, made.task.id, { seconds, connected }) }
      })
      const notes = isAdopted ? ['You already sent this call. This is its task; nothing new was started.'] : []
      const answer = await showTask(call, task, notes)
      return hasFailed(task) ? { ...answer, isError: true } : answer
    },
  }
}

/** How long a caller waits does not change its request. The same request by two end users counts as two. */
function nameOf(tool: string, { wait_seconds: _wait, ...given }: Fields, endUser: string | null): string {
  return fingerprint({ tool, given, endUser })
}

function refuseWhileDraining({ parts }: ToolCall): void {
  if (!parts.draining.aborted) return
  throw new AppError('shutting_down', 'The service is stopping and does not accept new work. Try again in a moment.')
}

function logAdoption({ parts, request }: ToolCall, taskId: string): void {
  parts.log.info('a repeated call receives the task of the earlier call', { taskId, requestId: request.id })
}
