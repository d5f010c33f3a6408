// Compares both stores with the reference over many seeds: `npm run seeds -- 1000`, or from another one: `-- 1000 5000`.
import { compareTraces, postgresAlone, sqliteInMemory } from './traces.ts'

const [count = 1_000, first = 0] = process.argv.slice(2).map(Number)
const REPORT_EVERY = 100

const sqlite = sqliteInMemory()
const postgres = postgresAlone()
const drivers = { sqlite: sqlite.emptied, postgres: postgres.emptied }
let lines = 0
try {
  for (let done = 0; done < count;) {
    const next = Math.min(REPORT_EVERY, count - done)
    const seeds = Array.from({ length: next }, (_, index) => first + done + index)
    lines += (await compareTraces(drivers, seeds)).lines
    done += next
    console.log(`${done} of ${count} seeds identical on sqlite and postgres, ${lines} lines`)
  }
} finally {
  await Promise.all([sqlite.close(), postgres.close()])
}
