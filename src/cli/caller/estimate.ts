import type { EstimateAnswer } from '@mediagen/client'
import type { Call } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { openScreen } from '../terminal/screen.ts'
import { connect } from './connection.ts'
import { askedOf, jobOptions, readPrompt } from './job.ts'

/** What a request would cost. Nothing is made, and nothing is spent. */
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
  if (kind === 'exact') return usd === 0 ? 'Nothing: it is free.' : `$${usd}`
  if (kind === 'range') return `$${least} to $${most}`
  return `Unknown. ${reason ?? ''}`.trim()
}
