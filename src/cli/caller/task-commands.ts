import type { Mediagen, Receipt } from '@mediagen/client'
import type { Call } from '../command.ts'
import { EXIT, UsageError } from '../exit-codes.ts'
import { openScreen, type Screen } from '../terminal/screen.ts'
import { connect } from './connection.ts'
import { explainFailure } from './explain-failure.ts'
import { follow } from './follow.ts'
import { showResult, tellFiles } from './generate.ts'
import { placeOf, slugOf } from './output-path.ts'
import { saveResults } from './save-results.ts'
import { receiptText } from './show-receipt.ts'
import { taskId } from './job.ts'

type Open = { screen: Screen; client: Mediagen }

async function open(call: Call): Promise<Open> {
  const screen = openScreen({ json: call.given.flag('json'), environment: call.environment })
  return { screen, client: await connect(call) }
}

/** Everything that is known about a task. */
export async function taskCommand(call: Call): Promise<number> {
  const { screen, client } = await open(call)
  const id = taskId(call.given.args[0])
  if (call.given.flag('wait') === true)
    await follow(screen, client, { ask: async () => [client.handle(id)], isOurs: false })
  const receipt = await client.tasks.get(id)
  if (screen.isJson) screen.printJson(receipt)
  else screen.print(receiptText(receipt, screen))
  return receipt.status === 'failed' && call.given.flag('wait') === true ? EXIT.failed : EXIT.done
}

/** Downloads the results of a task, as often as wanted. */
export async function downloadCommand(call: Call): Promise<number> {
  const { given } = call
  const { screen, client } = await open(call)
  const handle = client.handle(taskId(given.args[0]))
  const { prompt } = await handle.get()
  const force = given.flag('force') === true
  const { ended: all } = await follow(screen, client, { ask: async () => [handle], isOurs: false })
  const [ended] = all
  if (ended === undefined || 'error' in ended) throw ended?.error ?? new UsageError('There is no such task.')
  const { result } = ended
  const wish = { output: given.text('output'), download: given.text('download'), force }
  if (wish.output === '-') {
    const { file, files } = result
    if (files.length > 1)
      throw new UsageError(`-o - writes a single file; this task has ${files.length}. Name a folder.`)
    process.stdout.write(await file.bytes())
    return EXIT.done
  }
  const slug = slugOf(prompt)
  const place = await placeOf(wish, { count: result.files.length, isBatch: false, slug })
  const files = await Array.fromAsync(saveResults([result], { place, force, words: { slug } }))
  tellFiles(screen, { ids: [handle.id], files, failures: [] })
  await showResult(call, screen, result, files[0]?.path)
  return EXIT.done
}

export async function cancelCommand(call: Call): Promise<number> {
  if (call.given.flag('pending') === true) return cancelWaiting(call)
  return forEach(call, async (client, id) => ({ receipt: await client.tasks.cancel(id), words: `Cancelled: ${id}` }))
}

/** All queued tasks, however many requests that takes. */
async function cancelWaiting(call: Call): Promise<number> {
  if (call.given.args.length > 0) throw new UsageError('--pending cancels all queued tasks; omit the ids.')
  const { screen, client } = await open(call)
  const cancelled: string[] = []
  for (let hasMore = true; hasMore;) {
    const answer = await client.tasks.cancelMany({ status: 'pending' })
    cancelled.push(...answer.cancelled)
    hasMore = answer.has_more && answer.cancelled.length > 0
  }
  if (screen.isJson) screen.printJson({ cancelled })
  else if (cancelled.length > 0) screen.print(`${cancelled.length} cancelled.`)
  else {
    const { processing } = await client.tasks.counts()
    const hint = processing === 0 ? '' : ` To cancel a running task, specify its id (${processing} running).`
    screen.print(`There are no queued tasks.${hint}`)
  }
  return EXIT.done
}

export function deleteCommand(call: Call): Promise<number> {
  return forEach(call, async (client, id) => {
    await client.tasks.delete(id)
    return { words: `Deleted: ${id}` }
  })
}

type Done = { words: string; receipt?: Receipt }

/** Does the same with every task that was named; one failure does not affect the others. */
async function forEach(call: Call, work: (client: Mediagen, id: string) => Promise<Done>): Promise<number> {
  const { screen, client } = await open(call)
  const ids = call.given.args.map((arg) => taskId(arg))
  if (ids.length === 0) throw new UsageError("Specify task ids; 'mediagen tasks' lists them.")
  let exit: number = EXIT.done
  for (const id of ids) {
    try {
      const { words, receipt } = await work(client, id)
      if (screen.isJson) screen.printJson({ id, done: true, ...(receipt && { status: receipt.status }) })
      else screen.print(words)
    } catch (error) {
      const explained = explainFailure(error)
      if (explained === undefined || ids.length === 1) throw error
      screen.note(screen.paint('red', `${id}: ${explained.message} (${explained.code})`))
      exit = explained.exit
    }
  }
  return exit
}
