// Kills a process at one boundary, lets a fresh one carry on, and looks for broken promises; the traces stay.
//   npm run crash                                       the boundaries
//   npm run crash -- after "tasks.finish as success"    one of them
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crashAt, crossedBoundaries } from '../test/chaos/crash-run.ts'

const [side, boundary] = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'mediagen-crash-'))
const cache = join(folder, 'compile-cache')

if (side === undefined) {
  for (const each of await crossedBoundaries(join(folder, 'rehearsal'), cache)) console.log(each)
  await rm(folder, { recursive: true, force: true })
} else if ((side === 'before' || side === 'after') && boundary !== undefined) {
  for (const { hit, faults } of await crashAt([{ boundary, side }], folder, cache)) {
    console.log(hit ? `killed ${side} ${boundary}` : `the script never came to ${boundary}`)
    console.log(faults.length === 0 ? 'no faults' : faults.join('\n'))
    console.log(`traces are in ${join(folder, 'crash-0')}`)
    process.exitCode = hit && faults.length === 0 ? 0 : 1
  }
} else {
  console.error('npm run crash -- before|after "BOUNDARY"; without arguments it lists the boundaries')
  process.exitCode = 2
}
