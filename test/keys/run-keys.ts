import { execFile } from 'node:child_process'
import { resolve } from 'node:path'

const MAIN = resolve(import.meta.dirname, '../../src/main.ts')

export type Ran = { code: number; out: string; err: string }

/** Runs `mediagen keys …` as a process of its own, on the records in this folder or those that the settings name. */
export function runKeys(dataDir: string, args: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('MEDIAGEN_')))
  const settings = { ...clean, MEDIAGEN_DATA_DIR: dataDir, MEDIAGEN_FFMPEG: 'off', ...env }
  return new Promise((done) => {
    execFile(process.execPath, [MAIN, 'keys', ...args], { env: settings }, (error, out, err) =>
      done({ code: error === null ? 0 : Number(error.code), out, err }),
    )
  })
}

export function textIn(out: string): string {
  return /mg_[0-9A-Za-z]{49}/.exec(out)?.[0] ?? ''
}

export function idIn(out: string): string {
  return /key_\w+/.exec(out)?.[0] ?? ''
}
