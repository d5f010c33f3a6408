// Attacks on a service of one's own, each with a figure that may not be exceeded; one that is fails the run.
//   npm run attack
//   npm run attack -- slow-sockets bombs
//   npm run attack -- revocation key-check --driver postgres
import { parseArgs } from 'node:util'
import { startPostgres } from '../../test/support/postgres.ts'
import { abortedUploads } from './aborted-uploads.ts'
import { bombs } from './bombs.ts'
import { disconnects } from './disconnects.ts'
import { keyCheck } from './key-check.ts'
import { revocation } from './revocation.ts'
import { slowSockets } from './slow-sockets.ts'
import { openTarget, type Figure, type Target } from './target.ts'

const ATTACKS: Readonly<Record<string, (target: Target) => Promise<Figure[]>>> = {
  'slow-sockets': slowSockets,
  bombs,
  'aborted-uploads': abortedUploads,
  disconnects,
  'key-check': keyCheck,
  revocation,
}

const { values, positionals } = parseArgs({
  options: { driver: { type: 'string', default: 'sqlite' } },
  allowPositionals: true,
})
const wanted = positionals.length === 0 ? Object.keys(ATTACKS) : positionals
const unknown = wanted.filter((name) => !Object.hasOwn(ATTACKS, name))
if (unknown.length > 0)
  throw new Error(`there is no attack ${unknown.join(', ')}; known are ${Object.keys(ATTACKS).join(', ')}`)

const postgres = values.driver === 'postgres' ? await startPostgres() : undefined
let broken = 0
try {
  for (const name of wanted) {
    console.log(`${name} (${values.driver})`)
    await using target = await openTarget(await postgres?.newDatabase())
    for (const { what, value, most, unit } of (await ATTACKS[name]?.(target)) ?? []) {
      const isGood = value <= most
      if (!isGood) broken++
      console.log(`  ${isGood ? 'held' : 'BROKEN'}: ${what}: ${Number(value.toFixed(4))} ${unit} (at most ${most})`)
    }
  }
} finally {
  await postgres?.stop()
}
process.exitCode = broken === 0 ? 0 : 1
