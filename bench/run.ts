// npm run bench [-- row …] [--rounds N] [--seconds N] [--json FILE] [--save] [--against CHECKOUT]
// Every row of docs/performance.md: ours beside the least that the same work can cost, in interleaved rounds of one run.
// A side that did not do its work makes the command fail; an aim that was missed does not. Linux alone: it reads /proc.
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { measureRow } from './harness/measure-row.ts'
import { readPeers } from './harness/read-peers.ts'
import { machineText, resultsText, saveResults, type Results } from './harness/save-results.ts'
import { rowText } from './harness/table.ts'
import { readMachine } from './harness/versions.ts'
import { ROWS } from './rows/all-rows.ts'

const ROOT = resolve(import.meta.dirname, '..')
const OPTIONS = {
  rounds: { type: 'string' },
  seconds: { type: 'string', default: '2' },
  json: { type: 'string' },
  save: { type: 'boolean', default: false },
  against: { type: 'string' },
  peer: { type: 'string', multiple: true },
  'upstream-port': { type: 'string', default: '0' },
} as const

const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true })
const unknown = positionals.filter((word) => !ROWS.some(({ name }) => name.startsWith(word)))
if (unknown.length > 0)
  throw new Error(`no row begins with ${unknown.join(', ')}; there are ${ROWS.map(({ name }) => name).join(' ')}`)
const chosen = ROWS.filter(({ name }) => positionals.length === 0 || positionals.some((word) => name.startsWith(word)))
const options = {
  root: ROOT,
  seconds: Number(values.seconds),
  peers: readPeers(values.peer ?? []),
  upstreamPort: Number(values['upstream-port']),
  against: values.against === undefined ? undefined : resolve(values.against),
}

// An exit ends what was started; a signal alone would not.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const results: Results = { at: new Date().toISOString(), machine: readMachine(), rows: [] }
console.log(machineText(results))
for (const row of chosen) {
  try {
    const result = await measureRow(row, { ...options, rounds: Number(values.rounds ?? row.rounds) })
    results.rows.push(result)
    console.log(rowText(result))
  } catch (error) {
    console.error(error)
  }
}
if (values.json !== undefined) writeFileSync(values.json, resultsText(results))
const failures = chosen.length - results.rows.length
if (failures > 0) {
  console.error(`${failures} of ${chosen.length} rows failed: a side did not do its work, or did not start.`)
  process.exitCode = 1
} else if (values.save) saveResults(ROOT, results)
