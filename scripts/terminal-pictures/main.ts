// Draws the pictures of the command line in docs/pictures: real commands in a real terminal (tmux) against a live service,
// as they were seen, nothing retouched:
//   npm run terminal-pictures
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { endProcess, startServiceProcess } from '../service-process.ts'
import { screenSvg } from './screen-svg.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const KEY = 'a-key-for-the-pictures-alone'
const SERVER = `mediagen-pictures-${process.pid}`
const LOOK_EVERY_MS = 50
const PATIENCE_MS = 60_000

type Step = {
  typed: string
  /** The picture is taken, or the next line typed, when the window shows this. */
  until: RegExp
}
type Scene = { name: string; title: string; columns: number; steps: readonly Step[] }

const PROMPT = /\n❯ $/
const SCENES: readonly Scene[] = [
  {
    name: 'terminal-progress',
    title: 'A video in the making: the part done, the time, what is going on',
    columns: 84,
    steps: [
      { typed: 'mediagen image "a red fox in a snowy forest" -o fox.png', until: PROMPT },
      { typed: 'mediagen video "the fox runs away" -i fox.png --size 1080p -o clip.mp4', until: /█+░* +[4-9]\d %/ },
    ],
  },
  {
    name: 'terminal-tables',
    title: 'What a task that fails says, the list of tasks, and the models',
    columns: 84,
    steps: [
      { typed: 'mediagen image "a fox [[fail content_policy_violation]]" -m sandbox', until: PROMPT },
      { typed: 'mediagen tasks', until: PROMPT },
      { typed: 'mediagen models', until: PROMPT },
      { typed: 'mediagen estimate "a red fox" --n 4', until: PROMPT },
    ],
  },
]

const home = mkdtempSync(join(tmpdir(), 'mediagen-pictures-'))
writeFileSync(join(home, 'mediagen'), `#!/bin/sh\nexec '${process.execPath}' '${ROOT}/src/main.ts' "$@"\n`, {
  mode: 0o755,
})
const { child, url } = await startServiceProcess({ dataDir: join(home, 'data'), apiKey: KEY })
try {
  for (const scene of SCENES) await take(scene)
} finally {
  tmux('kill-server')
  await endProcess(child, 'SIGTERM')
  rmSync(home, { recursive: true, force: true })
}

async function take({ name, title, columns, steps }: Scene): Promise<void> {
  const set = {
    PATH: `${home}:${process.env['PATH']}`,
    MEDIAGEN_URL: url,
    MEDIAGEN_API_KEY: KEY,
    PS1: '❯ ',
    HOME: home,
  }
  const variables = Object.entries(set).map(([key, value]) => `${key}='${value}'`)
  const shell = `cd '${home}' && env ${variables.join(' ')} bash --norc --noprofile`
  tmux('-f', '/dev/null', 'new-session', '-d', '-s', name, '-x', String(columns), '-y', '50', shell)
  await shows(name, /^❯ $/)
  for (const { typed, until } of steps) {
    tmux('send-keys', '-t', name, '-l', typed)
    tmux('send-keys', '-t', name, 'Enter')
    await shows(name, until)
  }
  const captured = tmux('capture-pane', '-p', '-e', '-t', name).replace(/\n❯ *\n*$/, '\n')
  const path = join(ROOT, 'docs/pictures', `${name}.svg`)
  writeFileSync(path, screenSvg(captured, { columns, title }))
  console.log(path)
}

async function shows(name: string, wanted: RegExp): Promise<void> {
  let seen = ''
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_EVERY_MS) {
    seen = tmux('capture-pane', '-p', '-t', name).trimEnd().replace(/❯$/, '❯ ')
    if (wanted.test(seen)) return
    await sleep(LOOK_EVERY_MS)
  }
  throw new Error(`${name} never showed ${wanted.source}, but:\n${seen}`)
}

function tmux(...args: string[]): string {
  return execFileSync('tmux', ['-u', '-L', SERVER, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}
