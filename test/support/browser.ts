import { execFileSync } from 'node:child_process'
import { chromium, type Browser } from 'playwright-core'

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Starts the Chromium named by CHROMIUM_PATH, else the one on PATH, without a window. */
export function openBrowser(): Promise<Browser> {
  // What hangs is told by the runner, with its name; what is slow is waited for.
  return chromium.launch({ executablePath: chromiumPath(), args: FLAGS, timeout: 0 })
}

function chromiumPath(): string {
  return process.env['CHROMIUM_PATH'] ?? execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim()
}
