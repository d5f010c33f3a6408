import { cancelTask } from '../../actions/tasks/cancel-task.ts'
import { listedFor, listTasks, readVisibleTask } from '../../actions/reading/read-task.ts'
import { Type } from '../answer/schema.ts'
import { cutText } from '../answer/client-text.ts'
import { argumentsReader, LONGEST_WAIT_SECONDS } from './arguments.ts'
import { awaitTask, whileWaiting } from './await-task.ts'
import { makeTool } from './make-tool.ts'
import { ownModels, showModel } from './own-models.ts'
import { showSummary, showTask } from './show-task.ts'
import type { Tool, ToolAnswer } from './tool.ts'

const DEFAULT_PAGE = 10
const LARGEST_PAGE = 50
const READING = { readOnlyHint: true, openWorldHint: false } as const

const taskId = Type.String({ maxLength: 40, description: 'The task_id from an earlier result.' })

const closed = { additionalProperties: false }
const NoArguments = Type.Object({}, closed)
const OneTask = Type.Object({ task_id: taskId }, closed)
const WaitForTask = Type.Object(
  {
    task_id: taskId,
    wait_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: LONGEST_WAIT_SECONDS,
        description: 'Seconds to wait for the task to end. Default: 0.',
      }),
    ),
  },
  closed,
)
const TaskPage = Type.Object(
  {
    kind: Type.Optional(Type.Enum(['image', 'video'], { type: 'string' })),
    status: Type.Optional(Type.Enum(['pending', 'processing', 'success', 'failed'], { type: 'string' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LARGEST_PAGE, description: `Default: ${DEFAULT_PAGE}.` })),
    after: Type.Optional(Type.String({ maxLength: 40, description: 'The last task_id of the previous page.' })),
  },
  closed,
)

const listModels: Tool = {
  title: 'List models',
  description: 'The models that you can use, with their ratios, reference images, seeds and prices.',
  scope: null,
  hints: READING,
  input: () => NoArguments,
  run: async ({ parts, caller }, given) => {
    argumentsReader(NoArguments)(given)
    return values({ models: ownModels(parts.catalog, caller).map((model) => showModel(parts.catalog, model)) })
  },
}

const getTask: Tool = {
  title: 'Get a task',
  description: 'The state of a task; once it is done, its preview and the URL of the original.',
  scope: 'tasks:read',
  hints: READING,
  input: () => WaitForTask,
  run: async (call, given) => {
    const { task_id: id, wait_seconds: seconds = 0 } = argumentsReader(WaitForTask)(given)
    const task = await whileWaiting(call, seconds, (connected) => awaitTask(call, id, { seconds, connected }))
    return showTask(call, task)
  },
}

const pageOfTasks: Tool = {
  title: 'List tasks',
  description: 'Your tasks and those of your project, newest first.',
  scope: 'tasks:read',
  hints: READING,
  input: () => TaskPage,
  run: async ({ parts, caller }, given) => {
    const { after, status, limit = DEFAULT_PAGE, ...rest } = argumentsReader(TaskPage)(given)
    const place = after === undefined ? {} : { after: await readVisibleTask(parts, caller, after) }
    const { tasks, hasMore } = await listTasks(
      { store: parts.store.replica },
      {
        ...listedFor(caller),
        ...rest,
        ...(status === undefined ? {} : { statuses: [status] }),
        limit,
        ...place,
      },
    )
    const shown = tasks.map((task) => ({ ...showSummary(task), prompt: cutText(task.prompt) }))
    return values({ tasks: shown, has_more: hasMore })
  },
}

const stopTask: Tool = {
  title: 'Cancel a task',
  description: 'Stops a task that has not ended. Its result is lost, and the provider may still bill it.',
  scope: 'tasks:write',
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: () => OneTask,
  run: async (call, given) => {
    const { task_id: id } = argumentsReader(OneTask)(given)
    return showTask(call, await cancelTask(call.parts, call.caller, id))
  },
}

/** Every tool, in the order in which they are listed. */
export const TOOLS: ReadonlyMap<string, Tool> = new Map([
  ['list_models', listModels],
  ['generate_image', makeTool('image')],
  ['generate_video', makeTool('video')],
  ['get_task', getTask],
  ['list_tasks', pageOfTasks],
  ['cancel_task', stopTask],
])

/** Only values; also as text, for clients that show nothing else. */
function values(structuredContent: Record<string, unknown>): ToolAnswer {
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent }
}
