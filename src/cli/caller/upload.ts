import type { Call } from '../command.ts'
import { EXIT, UsageError } from '../exit-codes.ts'
import { openScreen } from '../terminal/screen.ts'
import { connect } from './connection.ts'
import { readPicture } from './job.ts'

/** Sends files once and prints their ids, which later commands accept instead of paths. */
export async function uploadCommand(call: Call): Promise<number> {
  const { args } = call.given
  if (args.length === 0) throw new UsageError('Specify a file: mediagen upload fox.png')
  const screen = openScreen({ json: call.given.flag('json'), environment: call.environment })
  const client = await connect(call)
  const uploads = []
  for (const file of args) {
    const upload = await client.uploads.create(await readPicture(file))
    uploads.push(upload)
    if (!screen.isJson) screen.print(upload.id)
  }
  if (screen.isJson) screen.printJson(uploads)
  return EXIT.done
}
