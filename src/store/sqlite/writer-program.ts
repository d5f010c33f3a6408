import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { sqliteRooms } from './rooms.ts'
import { toCrossing, type Answer, type Call, type Calls } from './writer-calls.ts'
import { withNotes, type HookCall } from './writer-hooks.ts'

type Method = (...args: readonly unknown[]) => Promise<unknown>

const { path } = workerData as { path: string }
const store = sqliteRooms(openDatabase(path, migrate), path)
let answers: Answer[] = []

// Those of one commit go back together.
function answer(one: Answer): void {
  if (answers.push(one) > 1) return
  setImmediate(() => {
    parentPort?.postMessage(answers, [])
    answers = []
  })
}

async function run({ number, room, method, args, hooks }: Call): Promise<void> {
  const hookCalls: HookCall[] = []
  try {
    const call = store[room][method as never] as Method
    const value = await call(...withNotes(args, hooks, hookCalls))
    answer({ number, value, hookCalls })
  } catch (error) {
    answer({ number, error: toCrossing(error) })
  }
}

parentPort?.on('message', (calls: Calls) => {
  if (calls === null) void store.close().then(() => parentPort?.close())
  else for (const call of calls) void run(call)
})
