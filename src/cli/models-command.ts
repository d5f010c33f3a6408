import { isServiceNamed } from './caller/connection.ts'
import type { Call } from './command.ts'

/** One command for the available models: of a service if one is named, otherwise of this machine's settings. */
export async function modelsCommand(call: Call): Promise<number> {
  const isLocal = call.given.flag('local') === true || !(await isServiceNamed(call))
  if (isLocal)
    return (await import('./operator/models.ts')).modelsCommand({
      kind: call.given.text('kind'),
      isJson: call.given.flag('json') === true,
    })
  return (await import('./caller/list-commands.ts')).modelsCommand(call)
}
