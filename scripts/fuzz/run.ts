import { readDocuments, type Documents } from './documents.ts'
import { canariesIn, type Canaries } from './canaries.ts'
import { exchange, type Answer } from './exchange.ts'
import { messageFor, toolsIn, toolsQuestion, type Tool } from './messages.ts'
import { rawCases } from './raw-cases.ts'
import { rawExchange } from './raw-exchange.ts'
import { requestFor, type FuzzRequest } from './requests.ts'
import { diceOf, type Dice } from './values.ts'

/** How the answers were, and what was wrong with any. */
export type FuzzResult = { statuses: Map<number, number>; faults: string[]; sent: number }

export type FuzzOptions = {
  /** The first may do everything; the others are limited, ended or none at all. */
  keys: readonly [string, ...string[]]
  count: number
  seed: number
  canaries: Canaries
  onProgress?: (sent: number) => Promise<void> | void
}

// What waits for its task must not hold up the rest.
const TOGETHER = 24
const TELL_EVERY = 2_500
const MOST_KNOWN = 400
const STATUSES_OF_MESSAGES = [200, 202, 400, 401, 403, 404, 406, 413, 415, 429]

type Run = { url: string; options: FuzzOptions; result: FuzzResult; documents: Documents; tools: Tool[] }

/** Sends `count` requests that are made from the service's own documents, and judges every answer. */
export async function fuzz(url: string, options: FuzzOptions): Promise<FuzzResult> {
  const result: FuzzResult = { statuses: new Map(), faults: [], sent: 0 }
  const documents = await readDocuments(url)
  const tools = toolsIn((await exchange(url, toolsQuestion(options.keys[0]))).body)
  const run = { url, options, result, documents, tools }
  await sendMany(run, diceOf(options.seed))
  for (const each of rawCases(options.keys[0])) await sendRaw(run, each)
  return result
}

/** Requests are made one after the other, so that a seed gives the same ones, but for ids that the service made up. */
async function sendMany(run: Run, dice: Dice): Promise<void> {
  const { options, result, documents, tools } = run
  const seen = { tasks: [] as string[], files: [] as string[] }
  const [best, ...others] = options.keys
  const workers = Array.from({ length: TOGETHER }, async () => {
    while (result.sent < options.count) {
      const number = result.sent++
      if (number % TELL_EVERY === 0) await options.onProgress?.(number)
      const key = others.length > 0 && dice.next() < 0.15 ? dice.pick(others) : best
      const isMessage = dice.next() < 0.05
      const made = isMessage ? messageFor(tools, dice, key) : requestFor(documents.api, dice, key, seen)
      const answer = await exchange(run.url, made)
      remember(seen, answer.body)
      judge(
        run,
        `#${number} ${describe(made)}`,
        answer,
        isMessage ? faultsOfMessage(answer) : faultsOf(run, made, answer),
      )
    }
  })
  await Promise.all(workers)
}

async function sendRaw(
  { url, result }: Run,
  { name, text, mostAnswers }: ReturnType<typeof rawCases>[number],
): Promise<void> {
  const answers = await rawExchange(url, text)
  const faults = answers.length > mostAnswers ? [`${answers.length} answers where ${mostAnswers} are due`] : []
  for (const answer of answers) {
    result.statuses.set(answer.status, (result.statuses.get(answer.status) ?? 0) + 1)
    faults.push(...faultsOfForm(answer))
  }
  if (faults.length > 0)
    result.faults.push(`${faults.join('; ')}\n  raw: ${name}\n  ${JSON.stringify(answers).slice(0, 400)}`)
}

function judge({ options, result }: Run, what: string, answer: Answer, known: readonly string[]): void {
  result.statuses.set(answer.status, (result.statuses.get(answer.status) ?? 0) + 1)
  const secrets = canariesIn(answer.head + answer.body, options.canaries).map((name) => `the answer holds ${name}`)
  const faults = [...known, ...secrets]
  if (faults.length > 0)
    result.faults.push(`${faults.join('; ')}\n  seed ${options.seed} ${what}\n  ${answer.body.slice(0, 300)}`)
}

function faultsOf({ documents }: Run, { method, target }: FuzzRequest, answer: Answer): string[] {
  const path = target.split('?', 1)[0] ?? ''
  const { status, type, body } = answer
  // A process that stood still says truly that it is not ready.
  const isSlow = path === '/readyz' && status === 503
  return [...(isSlow ? [] : faultsOfForm(answer)), ...documents.faultsOf({ method, path, status, type, body })]
}

/** The models of the sandbox fail only when told to, so any 5xx is a fault of ours. */
function faultsOfForm({ status, type, body }: Pick<Answer, 'status' | 'type' | 'body'>): string[] {
  if (status === 0) return ['no answer']
  if (status >= 500) return [`status ${status}`]
  if (status < 400 || body === '') return []
  const isOurs = type === 'application/json; charset=utf-8' && /^\{"error":\{"code":"\w+","message":/.test(body)
  return isOurs ? [] : [`${status} is not in the form of our errors`]
}

// What the protocol calls an internal error. Its library says so, too, of a greeting that lacks its fields.
const INTERNAL = /"code":-32603(?!,"message":"\[\\n  \{\\n    \\"expected\\")/

function faultsOfMessage({ status, body }: Answer): string[] {
  if (!STATUSES_OF_MESSAGES.includes(status)) return [`status ${status}`]
  return INTERNAL.test(body) ? ['an internal error in the words of the protocol'] : []
}

function remember(seen: { tasks: string[]; files: string[] }, body: string): void {
  if (body.length > 100_000) return
  for (const [, id = ''] of body.matchAll(/"(?:id|task_id)":"(\d{19,24}|video_\w+)"/g)) keep(seen.tasks, id)
  for (const [, name = ''] of body.matchAll(/\/files\/(\w+\.\w+)/g)) keep(seen.files, name)
}

function keep(known: string[], name: string): void {
  if (known.includes(name)) return
  known.push(name)
  if (known.length > MOST_KNOWN) known.shift()
}

function describe({ method, target, headers, body }: FuzzRequest): string {
  const { authorization: _, ...shown } = headers
  return `${method} ${target.slice(0, 300)} ${JSON.stringify(shown)} ${body?.toString().slice(0, 500) ?? ''}`
}
