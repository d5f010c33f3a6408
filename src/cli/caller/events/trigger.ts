import { Mediagen, type TaskResultEvent } from '@mediagen/client'
import type { Call } from '../../command.ts'
import { EXIT, UsageError } from '../../exit-codes.ts'
import { openScreen } from '../../terminal/screen.ts'
import { connect } from '../connection.ts'
import { newSecret, receiverUrl, tellEvent } from './listen.ts'
import { deliver } from './task-event.ts'

const SAMPLES = {
  success: { prompt: 'a sample', seconds: 12.5 },
  fail: { prompt: 'a sample [[fail provider_error]]', seconds: 3.2 },
  slow: { prompt: 'a sample [[delay 20s]] [[progress 10]]', seconds: 1200 },
} as const

type Sample = keyof typeof SAMPLES

/** Sends a signed sample directly to a receiver, or runs a sandbox task whose webhook the service sends. */
export async function triggerCommand(call: Call): Promise<number> {
  const { given, environment, nowMs } = call
  const screen = openScreen({ json: given.flag('json'), environment })
  const [name] = given.args
  if (name === undefined || !isSample(name))
    throw new UsageError(`'${name ?? ''}' is not a sample. Known: ${Object.keys(SAMPLES).join(', ')}.`)
  const target = given.text('to')
  if (target === undefined) {
    const client = await connect(call)
    const handle = await client.videos.create({ model: 'sandbox', prompt: SAMPLES[name].prompt })
    if (screen.isJson) screen.printJson({ ids: [handle.id] })
    else screen.print(handle.id)
    return EXIT.done
  }
  const url = receiverUrl(target)
  const known = given.text('secret') ?? environment['MEDIAGEN_WEBHOOK_SECRET']
  const secret = known === undefined || known === '' ? newSecret() : known
  if (secret !== known) screen.note(`Signed with a new secret: ${secret}`)
  const event = sampleEvent(name, nowMs())
  const message = { id: `msg_sample_${nowMs()}`, body: JSON.stringify(event) }
  // Signing asks nobody.
  const delivered = await deliver(new Mediagen({ apiKey: 'none' }).webhooks, message, { url, secrets: [secret] })
  tellEvent(screen, { message, delivered, status: event.status })
  return delivered.error === null ? EXIT.done : EXIT.failed
}

function sampleEvent(name: Sample, nowMs: number): TaskResultEvent {
  const { seconds: taskCostTime } = SAMPLES[name]
  const failed = name === 'fail'
  const fileUrl = 'https://media.example.com/files/sample.mp4'
  return {
    id: '0'.repeat(22),
    object: 'task_result',
    created: Math.floor(nowMs / 1000),
    status: failed ? 'failed' : 'success',
    result: { images: failed ? [] : [{ fileUrl, fileType: 'mp4', taskCostTime }] },
    error: failed ? 'The provider failed. This is a sample: no task has ended.' : null,
    taskCostTime,
  }
}

function isSample(name: string): name is Sample {
  return Object.hasOwn(SAMPLES, name)
}
