// How smoothly the console's list and gallery scroll through a key with very many tasks, in Chromium, by the wheel, while
// further pages come in.
//   node bench/console-scroll.ts [--tasks 100000] [--runs 5] [--rows 2000] [--only list|gallery]
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { createKey } from '../src/actions/keys/create-key.ts'
import { startService, type Service } from '../src/compose/service.ts'
import { readConfig } from '../src/config.ts'
import { lineLog } from '../src/runtime/line-log.ts'
import { systemClock, systemRandom } from '../src/runtime/system.ts'
import { openBrowser } from '../test/support/browser.ts'
import { fillWithCopies } from './console-fill.ts'
import { median, quantile } from './harness/statistics.ts'

const { values } = parseArgs({
  options: {
    tasks: { type: 'string', default: '100000' },
    runs: { type: 'string', default: '5' },
    rows: { type: 'string', default: '2000' },
    only: { type: 'string' },
  },
})
const TASKS = Number(values.tasks)
const RUNS = Number(values.runs)
const ITEMS = Number(values.rows)
const ONLY = values.only
// What a person sees as a hitch.
const LONGEST_FRAME_MS = 50
// What one notch of a wheel moves a page by, as often as a quick finger turns it; and how far it goes while somebody looks
// at what passes, which the gallery draws only then.
const TURN_PX = 120
const LOOK_PX = 24
const TURN_MS = 16
const SHAPES = ['1:1', '16:9', '3:4', '4:3', '9:16', '3:2']
const WIDTHS = [128, 256, 512]

type Run = { frames: number; medianMs: number; p99Ms: number; longestMs: number; loaded: number }
type Place = { name: string; path: string; item: string; turnPx: number; items: number }

const PLACES: readonly Place[] = [
  { name: 'list', path: '/tasks', item: '.task-row', turnPx: TURN_PX, items: ITEMS },
  { name: 'gallery', path: '/gallery', item: '.tile', turnPx: TURN_PX, items: ITEMS },
  { name: 'gallery, looking', path: '/gallery', item: '.tile', turnPx: LOOK_PX, items: ITEMS / 5 },
]

/** How many items lie above the lower edge of the screen, told from the height of those in sight. */
const PASSED = `((item) => {
  const list = document.querySelector(item)?.parentElement
  const shown = [...document.querySelectorAll(item)].map((each) => each.getBoundingClientRect())
  const area = shown.reduce((sum, { width, height }) => sum + width * height, 0) / shown.length
  return Math.round(((innerHeight - list.getBoundingClientRect().top) * list.clientWidth) / area)
})`

execFileSync(process.execPath, [resolve(import.meta.dirname, '../scripts/build-console.ts')], { stdio: 'inherit' })
const folder = await mkdtemp(join(tmpdir(), 'mediagen-console-'))
const browser = await openBrowser()
try {
  const key = await prepare()
  const service = await open()
  try {
    console.log(`${TASKS} tasks of one key, ${ITEMS} of them scrolled through, ${cpus()[0]?.model ?? ''}`)
    for (const place of PLACES.filter(({ name }) => name.startsWith(ONLY ?? ''))) await measure(service, place, key)
  } finally {
    await service.stop()
  }
} finally {
  await browser.close()
  await rm(folder, { recursive: true, force: true })
}

async function open(): Promise<Service> {
  const config = readConfig({ PORT: '0', MEDIAGEN_DATA_DIR: folder, MEDIAGEN_DRAIN_SECONDS: '0' })
  const log = lineLog({ clock: systemClock, level: 'error', write: (line) => void process.stderr.write(line) })
  return startService(config, { log })
}

/** A few real pictures with their small ones, then copies of them; gives back the key that they are of. */
async function prepare(): Promise<string> {
  const service = await open()
  const deps = { store: service.store, clock: systemClock, random: systemRandom }
  const { text: key } = await createKey(deps, { name: 'bench' })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  for (const [index, aspect_ratio] of SHAPES.entries()) {
    const body = JSON.stringify({ model: 'diorama', prompt: `a harbour with ${index + 2} boats at dusk`, aspect_ratio })
    const answer = await fetch(`${service.url}/api/ai/images/generations`, { method: 'POST', headers, body })
    const made = (await answer.json()) as { data: { url: string }[] }
    for (const width of WIDTHS) await (await fetch(`${made.data[0]?.url ?? ''}?width=${width}`)).arrayBuffer()
  }
  await service.stop()
  await fillWithCopies(folder, TASKS)
  return key
}

async function measure(service: Service, place: Place, key: string): Promise<void> {
  const runs: Run[] = []
  for (let run = 0; run < RUNS; run++) runs.push(await scroll(browser, service.url + place.path, place, key))
  for (const { frames, medianMs, p99Ms, longestMs, loaded } of runs)
    console.log(
      `${place.name}: ${frames} frames, median ${medianMs.toFixed(1)} ms, 99 of 100 within ${p99Ms.toFixed(1)} ms, ` +
        `longest ${longestMs.toFixed(1)} ms, ${loaded} loaded`,
    )
  const longest = median(runs.map(({ longestMs }) => longestMs))
  const isSmooth = longest <= LONGEST_FRAME_MS
  console.log(`${place.name}: the longest frame of the median run took ${longest.toFixed(1)} ms`)
  if (!isSmooth) process.exitCode = 1
}

async function scroll(from: Browser, url: string, { item, turnPx, items }: Place, key: string): Promise<Run> {
  const context = await from.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript(`localStorage.setItem('mediagen.key', ${JSON.stringify(key)})`)
  const page = await context.newPage()
  await page.goto(url)
  await page.locator(item).first().waitFor()
  await page.mouse.move(700, 500)
  // The first turns load what is needed once, such as the code of a picture's format.
  for (let turn = 0; turn < 30; turn++) await turnWheel(page, turnPx)
  await page.evaluate(`globalThis.frames_ = []
    const count = (before) => requestAnimationFrame((now) => { frames_.push(now - before); count(now) })
    requestAnimationFrame(count)`)
  let loaded = 0
  while (loaded < items) {
    // Looking at sizes is work for the page too: not with every turn.
    for (let turn = 0; turn < 10; turn++) await turnWheel(page, turnPx)
    loaded = await page.evaluate(`${PASSED}(${JSON.stringify(item)})`)
  }
  const frames = (await page.evaluate<number[]>('frames_')).toSorted((a, b) => a - b)
  await context.close()
  return {
    frames: frames.length,
    medianMs: quantile(frames, 0.5),
    p99Ms: quantile(frames, 0.99),
    longestMs: frames.at(-1) ?? Number.NaN,
    loaded,
  }
}

async function turnWheel(page: Page, turnPx: number): Promise<void> {
  await page.mouse.wheel(0, turnPx)
  await pause(TURN_MS)
}
