import type { Engine } from '../ports/engine.ts'
import { delegatingPolicy, openPolicy, type ClaimPolicy } from '../workers/claim-policy.ts'
import { engineWatch } from '../workers/engine-watch.ts'
import { janitor } from '../workers/janitor.ts'
import type { Worker } from '../workers/loop.ts'
import { ownership, type Ownership, type OwnershipOptions } from '../workers/ownership.ts'
import { quarantine, type QuarantineProcess } from '../workers/quarantine.ts'
import { stopWorker } from '../workers/stop-worker.ts'
import { taskWorker } from '../workers/task-worker.ts'
import { webhookWorker } from '../workers/webhook-worker.ts'
import { workshop, type WorkshopProcess, type WorkshopOrders } from '../workers/workshop.ts'
import type { Parts } from './parts.ts'

/** The workers of a process, as the others know it. */
export type Workforce = Worker & Pick<Ownership, 'silentMs' | 'inHand'>

/** Starts the further processes. */
export type ChildProcesses = {
  openQuarantine: (owner: string) => QuarantineProcess
  /** Without it, all work is done here. */
  openWorkshop?: ((told: WorkshopOrders) => WorkshopProcess) | undefined
}

/**
 * Everything that does the work of one process: the tasks of each engine, webhooks, stops, chores, and the quarantine.
 */
export function openWorkers(parts: Parts, { openQuarantine, openWorkshop }: ChildProcesses): Workforce {
  const others = [webhookWorker(parts), stopWorker(parts), janitor(parts), quarantine(parts, openQuarantine)]
  if (openWorkshop === undefined) return withTasks(parts, { policy: openPolicy, others })
  const shop = workshop({ ...parts, openWorkshop, onClosed: () => ringForWork(parts) })
  return withTasks(parts, { policy: delegatingPolicy(shop), others: [...others, shop] })
}

function ringForWork({ catalog, bell }: Pick<Parts, 'catalog' | 'bell'>): void {
  for (const { id } of catalog.engines()) bell.ring(`work:${id}`)
}

type WithTasks = { policy: ClaimPolicy; others?: readonly Worker[]; owner?: Omit<OwnershipOptions, 'onFreed'> }

/** Workers for the tasks of each engine. Their leases are kept until all of them have stopped. */
export function withTasks(parts: Parts, { policy, others = [], owner = {} }: WithTasks): Workforce {
  const engines = parts.catalog.engines()
  const holder = ownership(parts, { ...owner, onFreed: () => ringForWork(parts) })
  const ofEngine = (engine: Engine): Worker => {
    const worker = taskWorker(parts, engine, { ownership: holder, policy })
    parts.seats.put(engine.id, (kind) => worker.offer(kind))
    return worker
  }
  const watch = engineWatch(parts, engines, () => holder.owner())
  const workers = [...engines.map(ofEngine), watch, ...others]
  return {
    silentMs: () => holder.silentMs(),
    inHand: () => holder.inHand(),
    start() {
      holder.start()
      for (const worker of workers) worker.start()
    },
    async stop(graceMs) {
      await Promise.all(workers.map((worker) => worker.stop(graceMs)))
      await holder.stop(graceMs)
    },
  }
}
