import type { Worker } from '../workers/loop.ts'
import { janitor } from '../workers/janitor.ts'
import { suspectsInTurn } from '../workers/suspects.ts'
import { taskWorker } from '../workers/task-worker.ts'
import { webhookWorker } from '../workers/webhook-worker.ts'
import type { Parts } from './parts.ts'

/** Everything that does the work: one worker for each engine, one for webhooks, one for the chores. */
export function openWorkers(parts: Parts): Worker[] {
  const suspects = suspectsInTurn(parts.clock)
  const taskWorkers = parts.catalog.engines().map((engine) => taskWorker(parts, engine, suspects))
  return [...taskWorkers, webhookWorker(parts), janitor(parts)]
}
