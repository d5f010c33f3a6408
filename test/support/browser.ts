// needs: chromium
import { execFileSync } from 'node:child_process'
import { chromium, type Browser } from 'playwright-core'
import { atProcessEnd } from './at-process-end.ts'
import { whenStuck } from './stuck.ts'

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page of ours is the only site of its profile: a process for what was there before it is for nothing.
  '--disable-site-isolation-trials',
  // Pages of one profile then share one process, which has read the code of ours before.
  '--renderer-process-limit=1',
  // Nothing that pages of tests do lasts long enough to be worth it: threads that make their code faster, or collect their
  // garbage beside them, and a process that draws for them, took a tenth.
  '--js-flags=--single-threaded --no-opt --no-maglev',
  '--in-process-gpu',
  // The last list of these counts, so this one repeats those of playwright's that matter here. A process that is kept ready
  // for the next page cost a fifth of each page, and profiles of tests have one page.
  `--disable-features=${[
    'AvoidUnnecessaryBeforeUnloadCheckSync',
    'DestroyProfileOnBrowserClose',
    'HttpsUpgrades',
    'HttpsFirstBalancedModeAutoEnable',
    'LensOverlay',
    'MediaRouter',
    'PaintHolding',
    'ThirdPartyStoragePartitioning',
    'AvoidCorsURLLoaderRestartOnRedirect',
    'OptimizationHints',
    'NetworkTimeServiceQuerying',
    'SpareRendererForSitePerProcess',
  ].join(',')}`,
]

let shared: Promise<Browser> | undefined

/** One browser for all tests of a process: each has a profile of its own in it, and it takes longer to start than most of them. */
export function sharedBrowser(): Promise<Browser> {
  if (shared === undefined) {
    shared = openBrowser()
    atProcessEnd(async () => (await shared)?.close())
    // Whatever waits for a page then fails, and says for what.
    whenStuck(async () => {
      for (const context of (await shared)?.contexts() ?? []) void context.close()
    })
  }
  return shared
}

/** Starts Chromium without a window: the one that the runner of the tests has found, or the one on PATH. */
export function openBrowser(): Promise<Browser> {
  const executablePath =
    process.env['CHROMIUM_PATH'] ?? execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim()
  // What hangs is told by the runner, with its name; what is slow is waited for.
  return chromium.launch({ executablePath, args: FLAGS, timeout: 0 })
}
