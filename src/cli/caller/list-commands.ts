import type { EstimateAnswer, ListedTask, ListTasksQuery, Model, UsageLine } from '@mediagen/client'
import { moneyText, priceText } from '../../core/money/money-text.ts'
import type { Call } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { table, withoutEmpty } from '../table.ts'
import { duration } from '../terminal/progress-line.ts'
import { openScreen, type Screen } from '../terminal/screen.ts'
import { cutText, showable } from '../terminal/text-width.ts'
import { connect } from './connection.ts'
import { askedOf, jobOptions, readPrompt } from './job.ts'

const MOST_TASKS = 1000
const LARGEST_PAGE = 100

/** The tasks of this key, newest first. */
export async function tasksCommand(call: Call): Promise<number> {
  const { given, nowMs } = call
  const screen = screenOf(call)
  const limit = given.whole('limit', { least: 1, most: MOST_TASKS }) ?? 20
  const query = {
    limit: Math.min(limit, LARGEST_PAGE),
    ...pick('status', given.text('status')),
    ...pick('kind', given.text('kind')),
    ...pick('model', given.text('model')),
  } as ListTasksQuery
  const tasks: ListedTask[] = []
  for await (const task of (await connect(call)).tasks.list(query)) {
    tasks.push(task)
    if (tasks.length === limit) break
  }
  if (screen.isJson) screen.printJson(tasks)
  else if (tasks.length === 0) screen.print("No tasks found. Create one: mediagen image 'a red fox'")
  else {
    const head = ['ID', 'STATUS', 'MODEL', 'AGE', 'TOOK', 'PROMPT']
    const rows = tasks.map((task) => taskRow(task, nowMs()))
    showTable(screen, [head, ...rows], [0])
  }
  return EXIT.done
}

// A longer part of a prompt tells nothing more, and a pipe would get lines of thousands of characters.
const SHOWN_PROMPT = 80

function taskRow(task: ListedTask, nowMs: number): string[] {
  const { id, status, progress, prompt, model, created, started, finished, error } = task
  const took = started === null || finished === null ? '–' : duration((finished - started) * 1000)
  const state = status === 'processing' ? `running ${progress} %` : (error?.code ?? STATES[status])
  const words = showable(prompt.replaceAll(/\s+/g, ' '))
  return [id, state, showable(model), ageWords(nowMs - created * 1000), took, cutText(words, SHOWN_PROMPT)]
}

const STATES = { pending: 'queued', success: 'done', failed: 'failed' } as const

/** Rounded: nobody needs yesterday's seconds. */
function ageWords(ms: number): string {
  const [minutes, hours, days] = [ms / 60_000, ms / 3_600_000, ms / 86_400_000].map(Math.floor) as [
    number,
    number,
    number,
  ]
  if (minutes < 1) return duration(ms)
  if (hours < 1) return `${minutes} min`
  return days < 2 ? `${hours} h` : `${days} days`
}

const MODEL_HEAD = ['MODEL', 'KIND', 'SIZES', 'IMAGES', 'PRICE', 'RETIRES', 'ALIASES']

/** The models of a service. */
export async function modelsCommand(call: Call): Promise<number> {
  const screen = screenOf(call)
  const kind = call.given.text('kind') as Model['kind'] | undefined
  const { data } = await (await connect(call)).models.list(kind === undefined ? {} : { kind })
  if (screen.isJson) screen.printJson(data)
  else showTable(screen, withoutEmpty([MODEL_HEAD, ...data.map(modelRow)]), [0])
  return EXIT.done
}

function modelRow(model: Model): string[] {
  const { free_size: free, ratios, resolutions, sizes, price } = model
  const shapes = [...ratios.slice(0, 4), ...(ratios.length > 4 ? ['…'] : []), ...resolutions, ...sizes.slice(0, 3)]
  return [
    showable(model.id),
    model.ready ? model.kind : `${model.kind} (failing)`,
    free === null ? shapes.join(' ') || model.default : `sides up to ${free.max_side}`,
    model.max_references === 0 ? '–' : `${model.max_references} (${model.reference_roles.join(', ')})`,
    price === null ? '–' : price.usd === 0 ? 'free' : `${priceText(price.usd)}/${price.per}`,
    model.retires ?? '–',
    model.aliases.join(', ') || '–',
  ]
}

/** The usage of this key, by day and model. */
export async function usageCommand(call: Call): Promise<number> {
  const screen = screenOf(call)
  const days = call.given.whole('days', { least: 1, most: 366 })
  const { data } = await (await connect(call)).usage(days === undefined ? {} : { days })
  if (screen.isJson) screen.printJson(data)
  else if (data.length === 0) screen.print('No usage in this period.')
  else
    showTable(screen, [['DAY', 'MODEL', 'KIND', 'TASKS', 'MADE', 'UNITS', 'COST'], ...data.map(usageRow), sumRow(data)])
  return EXIT.done
}

function usageRow({ day, model, kind, tasks, succeeded, units, usd }: UsageLine): string[] {
  const unit = kind === 'video' ? ' s' : ''
  return [
    day,
    showable(model),
    kind,
    String(tasks),
    String(succeeded),
    `${units}${unit}`,
    usd === null ? '–' : moneyText(usd),
  ]
}

function sumRow(lines: readonly UsageLine[]): string[] {
  const sum = (of: (line: UsageLine) => number): number => lines.reduce((total, line) => total + of(line), 0)
  // A sum of lines without prices would look like the total.
  const usd = lines.some((line) => line.usd === null) ? '–' : moneyText(sum((line) => line.usd ?? 0))
  return ['all', '', '', String(sum((line) => line.tasks)), String(sum((line) => line.succeeded)), '', usd]
}

function screenOf({ given, environment }: Call): Screen {
  return openScreen({ json: given.flag('json'), environment })
}

function showTable(screen: Screen, rows: readonly string[][], whole: readonly number[] = []): void {
  const [head = '', ...lines] = table(rows, { columns: screen.columns, whole }).trimEnd().split('\n')
  // A narrow window has no header line.
  const isHead = lines.length === rows.length - 1
  screen.print([isHead ? screen.paint('bold', head) : head, ...lines].join('\n'))
}

function pick(name: string, value: string | undefined): Record<string, string> {
  return value === undefined ? {} : { [name]: value }
}

/** The cost of a request. Nothing is made, and nothing is spent. */
export async function estimateCommand(call: Call): Promise<number> {
  const { given, environment } = call
  const screen = openScreen({ json: given.flag('json'), environment })
  const kind = given.text('kind') === 'video' ? 'video' : 'image'
  const job = { prompt: await readPrompt(given.args), ...jobOptions(given, kind) }
  const answer = await (await connect(call)).estimate({ kind, ...(await askedOf(job)) })
  if (screen.isJson) screen.printJson(answer)
  else screen.print(inWords(answer))
  return EXIT.done
}

function inWords({ kind, usd, usd_min: least, usd_max: most, reason }: EstimateAnswer): string {
  if (kind === 'exact' && usd !== null) return usd === 0 ? 'Free.' : moneyText(usd)
  if (kind === 'range' && least !== null && most !== null) return `${moneyText(least)} to ${moneyText(most)}`
  return `Unknown. ${reason ?? ''}`.trim()
}
