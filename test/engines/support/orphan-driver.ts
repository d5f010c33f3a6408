// Starts a driver, says so, and waits to be killed: what becomes of the driver is what the test wants to see.
import { bareDriver } from '../../../src/engines/local/bare/bare-program.ts'
import { startDriver } from '../../../src/engines/local/driver-process.ts'
import { loadedModel } from '../../../src/engines/local/loaded-model.ts'
import { openTransport } from '../../../src/engines/transport/transport.ts'
import { systemClock } from '../../../src/runtime/system.ts'

const [, , folder = ''] = process.argv
const quiet = (): void => undefined
const { signal } = new AbortController()
const program = await bareDriver(
  { folder, registry: 'http://127.0.0.1:9', environment: {} },
  { transport: openTransport(), log: { debug: quiet, info: quiet, warn: quiet, error: quiet }, signal },
)
const model = loadedModel(await startDriver(program, systemClock), systemClock)
const found = await model.probe(signal)
console.log(found.kind)
setInterval(quiet, 1_000)
