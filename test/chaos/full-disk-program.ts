// Runs with a small disk mounted over the data, which is gone when this process is: so the evidence is gathered here too.
import { tracesIn } from './evidence-paths.ts'
import { gather } from './evidence.ts'
import { fullDiskRun, type FullDiskOptions } from './full-disk-run.ts'
import type { FullDiskResult } from './small-disk.ts'
import { summarize } from './summary.ts'

const options = JSON.parse(process.argv[2] ?? '{}') as FullDiskOptions
const counts = await fullDiskRun(options)
const result: FullDiskResult = { ...counts, summary: summarize(await gather(tracesIn(options.folder))) }
process.send?.(result)
process.disconnect?.()
