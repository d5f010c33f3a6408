// Runs commands of mediagen, each in the surroundings that come with it, until its parent is gone.
import { Readable, Writable } from 'node:stream'
import { runCommand } from '../../src/cli/run-command.ts'
import type { Call, Ran } from './command-host.ts'

const HOME = process.cwd()

process.on('message', (call: Call) => void run(call).then((ran) => process.send?.(ran)))
process.on('disconnect', () => process.exit())

async function run({ args, env, cwd, input }: Call): Promise<Ran> {
  const said = { out: '', err: '' }
  const stdin = Readable.from([Buffer.from(input)])
  for (const [name, value] of Object.entries({ stdin, stdout: into(said, 'out'), stderr: into(said, 'err') }))
    Object.defineProperty(process, name, { value, configurable: true })
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  process.chdir(cwd ?? HOME)
  const code = await runCommand(args)
  // The folder goes with its test.
  process.chdir(HOME)
  return { code, signal: null, ...said }
}

function into(said: { out: string; err: string }, name: 'out' | 'err'): Writable {
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      said[name] += chunk.toString()
      done()
    },
  })
}
