// Polls beside a model of full size on the card of this machine, as the rows local-model and local-model-rate do it beside a toy.
//   npm exec -c 'node bench/local-model-card.ts --rounds 5'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { measureRow } from './harness/measure-row.ts'
import { rowText } from './harness/table.ts'
import { besideModel } from './rows/local-model.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '5' } },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const options = {
  root: resolve(import.meta.dirname, '..'),
  seconds: Number(values.seconds),
  peers: [],
  upstreamPort: 0,
}
for (const loop of ['closed', 'open'] as const) {
  const row = besideModel(`card, ${loop} loop`, 'full', loop)
  console.log(rowText(await measureRow(row, { ...options, rounds: Number(values.rounds) })))
}
