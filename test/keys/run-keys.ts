import { runInHost } from '../support/command-host.ts'
import { runCommands } from '../support/run-commands.ts'

export type Ran = { code: number | null; out: string; err: string }

/** Runs `mediagen keys …` on the records in this folder or those that the settings name. */
export function runKeys(dataDir: string, args: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
  return runCommand(dataDir, ['keys', ...args], env)
}

/** Runs any command on them. */
export function runCommand(dataDir: string, args: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
  return runInHost({ args: [...args], env: { ...settingsOf(dataDir), ...env }, cwd: undefined, input: '' })
}

/** Runs several lines of `mediagen keys`, one after the other. */
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
