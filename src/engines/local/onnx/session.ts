// The thread that computes. While a graph runs, nothing else happens here; the main thread answers for both.
import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import type { Order } from '../protocol.ts'
import { readPlainPng } from '../plain-png.ts'
import { type GraphAnswer, cutOut, GRAPHS, type OnnxGraph, inputFor, scoreOf, type Shape } from './graphs.ts'

type Library = {
  env: { logLevel: string; wasm: { numThreads: number } }
  Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => unknown
  InferenceSession: { create(model: Uint8Array, options: object): Promise<Session> }
}
type Session = {
  inputNames: readonly string[]
  outputNames: readonly string[]
  inputMetadata: readonly { type?: string; shape?: Shape }[]
  run(
    feeds: Readonly<Record<string, unknown>>,
    wanted: readonly string[],
  ): Promise<Readonly<Record<string, GraphAnswer>>>
}
type Loaded = { session: Session; graph: OnnxGraph; does: string; shape: Shape }

const library = (await import(pathToFileURL(String(workerData)).href)) as Library
let loaded: Loaded | undefined

async function load({ files, family, does, settings }: Extract<Order, { op: 'load' }>['model']): Promise<void> {
  const graph = GRAPHS[family]
  if (graph === undefined) throw new Error(`there is no way to run the family '${family}'`)
  library.env.logLevel = 'error'
  library.env.wasm.numThreads = Number(settings['threads'] ?? 1)
  const session = await library.InferenceSession.create(await readFile(files.onnx ?? ''), {
    executionProviders: ['wasm'],
  })
  const [{ type, shape } = {}] = session.inputMetadata
  if (type !== 'float32' || shape?.length !== 4)
    throw new Error(`its input is ${type} with ${shape?.length ?? 'unknown'} dimensions, not a picture of float32`)
  loaded = { session, graph, does, shape }
}

async function run({ job }: Extract<Order, { op: 'run' }>): Promise<Uint8Array> {
  const [image] = job.images
  if (loaded === undefined || image === undefined) throw new Error('no model is loaded, or there is no picture')
  const { session, graph, does, shape } = loaded
  const picture = await readPlainPng(Buffer.from(image, 'base64'))
  const { data, dims } = inputFor(graph, shape, picture)
  // Graphs of this kind also output intermediate results; the first is the final one.
  const [wanted = ''] = session.outputNames
  const feeds = { [session.inputNames[0] ?? '']: new library.Tensor('float32', data, dims) }
  const given = (await session.run(feeds, [wanted]))[wanted]
  if (given === undefined) throw new Error('the graph returned no result')
  return does === 'moderate'
    ? Buffer.from(JSON.stringify({ score: scoreOf(given) }))
    : await cutOut(graph, given, picture)
}

async function answer(order: Extract<Order, { op: 'load' | 'run' }>): Promise<{ bytes?: string; problem?: string }> {
  try {
    if (order.op === 'run') return { bytes: Buffer.from(await run(order)).toString('base64') }
    await load(order.model)
    return {}
  } catch (thrown) {
    return { problem: thrown instanceof Error ? thrown.message : String(thrown) }
  }
}

parentPort?.on('message', (order: Extract<Order, { op: 'load' | 'run' }>) => {
  void answer(order).then((said) => parentPort?.postMessage(said, []))
})
