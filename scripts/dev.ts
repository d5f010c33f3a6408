// The service for those who work on it: started anew after each change, on the same data, with a log for people.
// Settings are the usual ones; where these two are not set, they are as a developer wants them.
import { spawn, spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { restartOnChange } from './restart-on-change.ts'

const ROOT = resolve(import.meta.dirname, '..')
// Long enough for what is nearly done; the rest is given back and goes on after the restart.
const SETTINGS = { MEDIAGEN_LOG_FORMAT: 'pretty', MEDIAGEN_DRAIN_SECONDS: '1', ...process.env }
// Beyond the grace time there is only the closing of connections.
const STOP_MS = (Number(SETTINGS.MEDIAGEN_DRAIN_SECONDS) + 5) * 1_000

const program = { recursive: true, names: /(?<!\.test)\.(?:tsx?|css|svg|sql|json)$/ }
const sources = ['src', 'migrations', ...globSync('packages/*/src', { cwd: ROOT })]

const stop = restartOnChange({
  places: [
    ...sources.map((name) => ({ folder: join(ROOT, name), ...program })),
    { folder: process.cwd(), recursive: false, names: /^mediagen\.config\.(?:ts|json)$/ },
    { folder: resolve('workflows'), recursive: true, names: /\.json$/ },
  ],
  start: () => {
    // A mistake in the page is told here, and the service runs with the page as it was.
    const build = [join(ROOT, 'scripts/build-console.ts'), '--if-possible']
    spawnSync(process.execPath, build, { stdio: ['ignore', 'inherit', 'inherit'] })
    return spawn(process.execPath, [join(ROOT, 'src/main.ts'), 'serve', ...process.argv.slice(2)], {
      env: SETTINGS,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
  },
  stopMs: STOP_MS,
  say: (line) => console.error(`dev: ${line}`),
})

let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (isStopping) process.exit(1)
    isStopping = true
    // A terminal sends Ctrl-C to the service as well; a second signal would end it at once.
    const wasTold = signal === 'SIGINT' && process.stdin.isTTY
    void stop(wasTold ? undefined : 'SIGTERM').then(() => process.exit(0))
  })
