// npm run bench [-- row …] [--rounds N] [--seconds N] [--json FILE] [--save]
// Every row of docs/performance.md: ours beside the least that the same work can cost, in interleaved rounds of one run.
// A side that did not do its work makes the command fail; an aim that was missed does not. Linux alone: it reads /proc.
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { measureRow, type RowResult } from './harness/measure-row.ts'
import { readPeers } from './harness/read-peers.ts'
import { markdownTable, rowText } from './harness/table.ts'
import { readMachine, type Machine } from './harness/versions.ts'
import { ROWS } from './rows/all-rows.ts'

/** All that one run has measured. */
export type Results = { at: string; machine: Machine; rows: RowResult[] }

const ROOT = resolve(import.meta.dirname, '..')
const PAGE = join(ROOT, 'docs/performance.md')
const OPTIONS = {
  rounds: { type: 'string' },
  seconds: { type: 'string', default: '2' },
  json: { type: 'string' },
  save: { type: 'boolean', default: false },
  peer: { type: 'string', multiple: true },
  'upstream-port': { type: 'string', default: '0' },
} as const

const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true })
const unknown = positionals.filter((word) => !ROWS.some(({ name }) => name.startsWith(word)))
if (unknown.length > 0)
  throw new Error(`no row begins with ${unknown.join(', ')}; there are ${ROWS.map(({ name }) => name).join(' ')}`)
const chosen = ROWS.filter(({ name }) => positionals.length === 0 || positionals.some((word) => name.startsWith(word)))

const results: Results = { at: new Date().toISOString(), machine: readMachine(), rows: [] }
const { cpu, cores, node, loadBefore } = results.machine
console.log(`${cores} × ${cpu}, Node ${node}, load average before ${loadBefore.join(' ')}`)
let failures = 0
for (const row of chosen) {
  const rounds = values.rounds === undefined ? row.rounds : Number(values.rounds)
  const common = {
    seconds: Number(values.seconds),
    peers: readPeers(values.peer ?? []),
    upstreamPort: Number(values['upstream-port']),
  }
  try {
    const result = await measureRow(row, { ...common, rounds })
    results.rows.push(result)
    console.log(rowText(result))
  } catch (error) {
    failures++
    console.error(error)
  }
}
const text = `${JSON.stringify(results, null, 1)}\n`
if (values.json !== undefined) writeFileSync(values.json, text)
if (values.save) {
  const { arch } = results.machine
  writeFileSync(join(ROOT, 'bench/results', `${results.at.slice(0, 10)}-${arch}.json`), text)
  const page = readFileSync(PAGE, 'utf8')
  const table = `<!-- table -->\n${markdownTable(results.rows)}\n<!-- end of table -->`
  writeFileSync(
    PAGE,
    page.replace(/<!-- table -->[\s\S]*<!-- end of table -->/, () => table),
  )
}
if (failures > 0) {
  console.error(`${failures} of ${chosen.length} rows failed: a side did not do its work.`)
  process.exitCode = 1
}
