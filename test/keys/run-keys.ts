import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { runCommands } from '../support/run-commands.ts'

const MAIN = resolve(import.meta.dirname, '../../src/main.ts')

export type Ran = { code: number | null; out: string; err: string }

/** Runs `mediagen keys …` as a process of its own, on the records in this folder or those that the settings name. */
export function runKeys(dataDir: string, args: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
  const settings = { ...settingsOf(dataDir), ...env }
  return new Promise((done) => {
    execFile(process.execPath, [MAIN, 'keys', ...args], { env: settings }, (error, out, err) =>
      done({ code: error === null ? 0 : Number(error.code), out, err }),
    )
  })
}

/** Runs several lines of `mediagen keys`, one after the other, in one process. */
export function runManyKeys(dataDir: string, lines: readonly string[]): Promise<Ran[]> {
  const env = settingsOf(dataDir)
  return runCommands(
    lines.map((line) => ['keys', ...line.split(' ')]),
    { env },
  )
}

function settingsOf(dataDir: string): Record<string, string | undefined> {
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('MEDIAGEN_')))
  return { ...clean, MEDIAGEN_DATA_DIR: dataDir, MEDIAGEN_FFMPEG: 'off' }
}

export function textIn(out: string): string {
  return /mg_[0-9A-Za-z]{49}/.exec(out)?.[0] ?? ''
}

export function idIn(out: string): string {
  return /key_\w+/.exec(out)?.[0] ?? ''
}
