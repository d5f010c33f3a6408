import type { OptionSpec } from './command.ts'

/** For a command that prints JSON unless a person is looking. */
export const JSON_WHEN_PIPED: readonly OptionSpec[] = [
  { flags: '--json', description: 'print JSON, the default when piped' },
  { flags: '--no-json', description: 'print text, even when piped' },
]

/** For a command that people run on the machine of the service. */
export const JSON_ON_REQUEST: readonly OptionSpec[] = [
  { flags: '--json', description: 'print JSON' },
  { flags: '--no-json', description: 'print text, the default' },
]

export const URL_OPTION: OptionSpec = { flags: '--url <address>', description: 'the service to call' }
export const PROFILE: OptionSpec = { flags: '--profile <name>', description: 'a saved service and key; see login' }

/** For every command that calls a service. */
export const SERVICE: readonly OptionSpec[] = [URL_OPTION, PROFILE, ...JSON_WHEN_PIPED]
