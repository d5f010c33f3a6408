import type { EngineServer } from '../../ports/engine.ts'
import { readSystem, type EngineReport, type SystemDeps, type SystemReport } from './read-system.ts'

/** How many of something exist and should exist, and why. */
export type Scale = { present: number; wanted: number; reason: string }

export type ScaleReport = {
  at: number
  /** Engines whose servers an operator can start and stop. */
  engines: ({ id: string; waiting: number; inWork: number } & Scale)[]
  workers: Scale
}

/** The input of an autoscaler: how many model servers and worker processes the current work would keep busy. */
export async function readScale(deps: SystemDeps): Promise<ScaleReport> {
  const report = await readSystem(deps)
  const engines = report.engines.flatMap((engine) => {
    const { engine: id, waiting, inWork } = engine
    const scale = scaleOfEngine(engine, deps.catalog.engine(id)?.servers?.())
    return scale === undefined ? [] : [{ id, waiting, inWork, ...scale }]
  })
  return { at: report.at, engines, workers: scaleOfWorkers(report) }
}

/**
 * One server per share of the jobs. Undefined for engines that nobody scales: hosted ones, and those inside this
 * process.
 */
function scaleOfEngine(engine: EngineReport, servers: readonly EngineServer[] | undefined): Scale | undefined {
  if (servers === undefined) return undefined
  const present = engine.servers.filter(({ ready, pause }) => ready && pause === null).length
  if (engine.pause !== null) {
    const wanted = Math.min(present, engine.inWork)
    return { present, wanted, reason: `The engine is paused: ${jobs(engine.inWork)} to finish.` }
  }
  const room = servers[0]?.room ?? 1
  const wanted = Math.ceil((engine.waiting + engine.inWork) / room)
  return {
    present,
    wanted,
    reason: `${engine.waiting} queued, ${engine.inWork} running, ${room} concurrent per server.`,
  }
}

/** As many as the busiest engine would keep busy. Webhooks and stops need one as well. */
function scaleOfWorkers({ engines, workers, deliveries, stops }: SystemReport): Scale {
  const present = workers.filter(({ gone }) => !gone).length
  const [busiest] = engines
    .filter(({ pause, inWork }) => pause === null || inWork > 0)
    .map((engine) => ({ engine, wanted: workersFor(engine) }))
    .toSorted((a, b) => b.wanted - a.wanted)
  if (busiest !== undefined && busiest.wanted > 0) {
    const { engine, waiting, inWork, concurrency } = busiest.engine
    const each = concurrency === null ? '' : `, ${concurrency} concurrent per process`
    return { present, wanted: busiest.wanted, reason: `${engine}: ${waiting} queued, ${inWork} running${each}.` }
  }
  const errands = deliveries + stops
  const reason = errands === 0 ? 'Nothing to do.' : `${deliveries} webhooks to deliver, ${stops} jobs to stop.`
  return { present, wanted: errands === 0 ? 0 : 1, reason }
}

function workersFor({ waiting, inWork, pause, concurrency, fleetConcurrency }: EngineReport): number {
  const asked = (pause === null ? waiting : 0) + inWork
  // More processes than the concurrency limit of the engine would have nothing to do.
  const most = fleetConcurrency === null ? asked : Math.min(asked, fleetConcurrency)
  return Math.ceil(most / (concurrency ?? most ?? 1) || 0)
}

const jobs = (count: number): string => (count === 1 ? '1 job' : `${count} jobs`)
