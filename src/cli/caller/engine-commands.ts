import type { GetSystemAnswer } from '@mediagen/client'
import type { Call } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { table } from '../table.ts'
import { openScreen, type Screen } from '../terminal/screen.ts'
import { showable } from '../terminal/text-width.ts'
import { connect } from './connection.ts'

type Engine = GetSystemAnswer['engines'][number]

/** Engines and the servers behind them, for an operator. */
export async function enginesCommand(call: Call): Promise<number> {
  const screen = screenOf(call)
  const { engines } = await (await connect(call)).admin.system()
  if (screen.isJson) screen.printJson(engines)
  else {
    const rows = engines.flatMap((engine) => [
      [engine.id, healthOf(engine), String(engine.waiting), String(engine.in_work)],
      ...engine.servers.map((server) => [server.id, healthOf(server), '', String(server.in_work)]),
    ])
    const head = ['ENGINE', 'HEALTH', 'QUEUED', 'RUNNING']
    screen.print(table([head, ...rows], { columns: screen.columns, whole: [0] }))
  }
  return EXIT.done
}

/** Pauses an engine or a server. */
export async function pauseCommand(call: Call): Promise<number> {
  const reason = call.given.text('reason') ?? 'paused from the command line'
  const paused = await (await connect(call)).admin.pauseEngine(idIn(call), reason)
  return done(call, paused, `${paused.engine} is paused. Running tasks finish; queued tasks wait.`)
}

export async function resumeCommand(call: Call): Promise<number> {
  const resumed = await (await connect(call)).admin.resumeEngine(idIn(call))
  return done(call, resumed, `${resumed.engine} was resumed.`)
}

function done(call: Call, answer: object, words: string): number {
  const screen = screenOf(call)
  if (screen.isJson) screen.printJson(answer)
  else screen.print(words)
  return EXIT.done
}

function healthOf({ paused, ready }: Pick<Engine, 'paused' | 'ready'>): string {
  if (paused !== null) return `paused: ${showable(paused.reason)}`
  return ready === null ? 'not known' : ready ? 'ready' : 'paused after failures'
}

const idIn = ({ given }: Call): string => given.args[0] ?? ''
const screenOf = ({ given, environment }: Call): Screen => openScreen({ json: given.flag('json'), environment })
