import type { ServiceEvent } from '@mediagen/client'
import type { Call } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { openScreen } from '../terminal/screen.ts'
import { showable } from '../terminal/text-width.ts'
import { connect } from './connection.ts'

const MOST = 1000
const LARGEST_PAGE = 100

/** Events of budgets, engines, models, webhooks and keys, newest first, for an operator. */
export async function eventsCommand(call: Call): Promise<number> {
  const { given, environment } = call
  const screen = openScreen({ json: given.flag('json'), environment })
  const limit = given.whole('limit', { least: 1, most: MOST }) ?? 20
  const events: ServiceEvent[] = []
  for await (const event of (await connect(call)).admin.events({ limit: Math.min(limit, LARGEST_PAGE) })) {
    events.push(event)
    if (events.length === limit) break
  }
  if (screen.isJson) screen.printJson(events)
  else if (events.length === 0) screen.print('No events yet.')
  else screen.print(events.map(lineOf).join('\n'))
  return EXIT.done
}

function lineOf({ at, type, summary, delivery }: ServiceEvent): string {
  const when = new Date(at * 1000).toISOString().slice(0, 16).replace('T', ' ')
  const failed = delivery === 'dead' ? ' (its webhook failed)' : ''
  return `${when}  ${type}  ${showable(summary)}${failed}`
}
