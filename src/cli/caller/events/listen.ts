import { randomBytes } from 'node:crypto'
import { PermissionError, type Mediagen } from '@mediagen/client'
import type { Call } from '../../command.ts'
import { EXIT, UsageError } from '../../exit-codes.ts'
import { openScreen, type Screen } from '../../terminal/screen.ts'
import { showable } from '../../terminal/text-width.ts'
import { connect } from '../connection.ts'
import { endedTasks, tasksKnown } from './ended-tasks.ts'
import { watchInterrupts } from '../../process-ends.ts'
import { deliver, messageOf, type Delivered, type Message } from './task-event.ts'

const UNITS = { s: 1, m: 60, h: 3600, d: 86_400 } as const

/**
 * Shows the end of every task of this key as it happens, and passes it to a receiver on this machine exactly like a
 * webhook: no public URL, no tunnel.
 */
export async function listenCommand(call: Call): Promise<number> {
  const { given, environment, nowMs } = call
  const screen = openScreen({ json: given.flag('json'), environment })
  const target = given.text('forward-to')
  const url = target === undefined ? undefined : receiverUrl(target)
  const since = given.text('since')
  const sinceSeconds = since === undefined ? undefined : nowMs() / 1000 - lengthOf(since)
  const client = await connect(call)
  const secrets = await secretsFor(screen, client, given.text('secret') ?? environment['MEDIAGEN_WEBHOOK_SECRET'])
  const known = await tasksKnown(client, sinceSeconds)
  screen.note(
    `Listening to ${client.baseURL}${url === undefined ? '' : `, forwarding to ${url}`}. Press Ctrl-C to stop.`,
  )
  const interrupts = watchInterrupts({ onFirst: () => undefined, onSecond: () => undefined })
  const ended = endedTasks(client, known, { signal: interrupts.signal, onTrouble: troubleTeller(screen) })
  try {
    for await (const receipt of ended) {
      const message = messageOf(receipt)
      const delivered = url === undefined ? undefined : await deliver(client.webhooks, message, { url, secrets })
      tellEvent(screen, { message, delivered, status: receipt.status })
    }
    // Only Ctrl-C ends it.
    return EXIT.interrupted
  } finally {
    interrupts.letGo()
  }
}

/** The secrets that sign: those of the key, so that a receiver needs no other settings than in production. */
async function secretsFor(screen: Screen, client: Mediagen, given: string | undefined): Promise<readonly string[]> {
  const own = await client.webhooks.secrets().catch((error: unknown) => {
    if (error instanceof PermissionError) return undefined
    throw error
  })
  const known = own?.map(({ secret }) => secret)
  if (given !== undefined && given !== '') {
    if (!given.startsWith('whsec_')) throw new UsageError('A webhook secret must begin with whsec_.')
    if (known !== undefined && !known.includes(given))
      screen.note("Note: this is not the key's secret. The service signs its own webhooks with a different secret.")
    return [given]
  }
  if (known !== undefined) return known
  const made = newSecret()
  screen.note(`This key cannot read its secret. Until you stop it, this command signs events with: ${made}`)
  return [made]
}

export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

export function receiverUrl(text: string): string {
  const url = URL.parse(/^\w+:\/\//.test(text) ? text : `http://${text}`)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`'${text}' is not a URL. Use the form http://localhost:3000/hook.`)
  return url.href
}

type Event = { message: Message; delivered: Delivered | undefined; status: string }

export function tellEvent(screen: Screen, { message, delivered, status }: Event): void {
  const event = JSON.parse(message.body) as {
    id: string
    error: string | null
    result: { images: { fileUrl: string }[] }
  }
  if (screen.isJson) return screen.printJson({ webhook_id: message.id, event, delivered: delivered ?? null })
  const painted = screen.paint(status === 'success' ? 'green' : 'red', status)
  const what = showable(event.error ?? event.result.images[0]?.fileUrl ?? '')
  screen.print(`${event.id}  ${painted}  ${what}`)
  if (delivered === undefined) return
  const answer = delivered.status === null ? 'no response' : String(delivered.status)
  const trouble = delivered.error === null ? '' : `: ${showable(delivered.error)}`
  screen.print(screen.paint(delivered.error === null ? 'dim' : 'red', `  → ${answer} in ${delivered.ms} ms${trouble}`))
}

/** Reports once that the service does not respond, and once that it is back. */
function troubleTeller(screen: Screen): (error: Error | undefined) => void {
  let isAway = false
  return (error) => {
    if ((error !== undefined) === isAway) return
    isAway = error !== undefined
    screen.note(isAway ? 'The service is not responding. Waiting for it.' : 'The service is back.')
  }
}

function lengthOf(text: string): number {
  const [, number, unit] = /^(\d+)([smhd])$/.exec(text) ?? []
  if (number === undefined || unit === undefined)
    throw new UsageError(`--since must be a duration such as 30m or 2h, not '${text}'.`)
  return Number(number) * UNITS[unit as keyof typeof UNITS]
}
