import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RowResult } from './measure-row.ts'
import { markdownTable } from './table.ts'
import type { Machine } from './versions.ts'

/** All that one run has measured. */
export type Results = { at: string; machine: Machine; rows: RowResult[] }

export const resultsText = (results: Results): string => `${JSON.stringify(results, null, 1)}\n`

export function machineText({ at, machine }: Results): string {
  const { cpu, cores, arch, memoryGib, node, loadBefore } = machine
  const where = `${cores} × ${cpu} (${arch}), ${memoryGib} GiB, Node ${node}`
  return `${at.slice(0, 10)}, ${where}, load average before ${loadBefore.join(' ')}`
}

/** The page with the table of these results in place of the one it has. */
export function pageWith(page: string, results: Results): string {
  const versions = new Set(results.rows.flatMap(({ sides }) => sides.map(({ version }) => version)))
  const text = `${machineText(results)}. Sides: ${[...versions].join('; ')}.\n\n${markdownTable(results.rows)}`
  return page.replace(/(<!-- table -->\n)[\s\S]*(<!-- end of table -->)/, (_, begin, end) => `${begin}${text}\n${end}`)
}

/** Keeps the results under their day and kind of machine, and shows them on the page. */
export function saveResults(root: string, results: Results): void {
  const name = `${results.at.slice(0, 10)}-${results.machine.arch}.json`
  writeFileSync(join(root, 'bench/results', name), resultsText(results))
  const page = join(root, 'docs/performance.md')
  writeFileSync(page, pageWith(readFileSync(page, 'utf8'), results))
}
