import type { Engine } from '../../src/ports/engine.ts'

/** Counts what is started, and so what would be paid for; jobs with these seeds fail at their provider. */
export function countingStarts(failing: readonly number[] = []): {
  starts: () => number
  wrapEngine: (engine: Engine) => Engine
} {
  let starts = 0
  const counted =
    (start: Engine['start']): Engine['start'] =>
    async (job, watch) => {
      starts++
      const { seed } = job.parameters
      if (seed === null || !failing.includes(seed)) return start(job, watch)
      return { kind: 'failed', code: 'content_policy_violation', message: `Seed ${seed} is refused.`, final: true }
    }
  const wrapEngine = (engine: Engine): Engine => ({
    ...engine,
    start: counted((job, watch) => engine.start(job, watch)),
  })
  return { starts: () => starts, wrapEngine }
}
