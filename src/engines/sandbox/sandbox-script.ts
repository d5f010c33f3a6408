import { isTaskErrorCode, type TaskErrorCode } from '../../core/errors.ts'

/** What the directives in a prompt ask the sandbox to do. */
export type SandboxScript = {
  delayMs: number
  /** Steps in which progress rises; 0 shows none. */
  progressSteps: number
  failWith: TaskErrorCode | null
  hangs: boolean
  loses: boolean
  /** Directives that were not understood. */
  unknown: string[]
}

const DIRECTIVE = /\[\[([^[\]]{1,80})\]\]/g
const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, min: 60_000 }
const LONGEST_DELAY_MS = 24 * 60 * 60 * 1000
const STEP_MS = 200

/** Reads directives such as `[[delay 3s]]`, `[[fail timeout]]`, `[[hang]]`, `[[lose]]` and `[[progress 10]]`. */
export function readScript(prompt: string): SandboxScript {
  const script: SandboxScript = {
    delayMs: 0,
    progressSteps: 0,
    failWith: null,
    hangs: false,
    loses: false,
    unknown: [],
  }
  for (const [, text = ''] of prompt.matchAll(DIRECTIVE)) {
    if (!apply(script, text.trim().toLowerCase())) script.unknown.push(text.trim())
  }
  if (script.progressSteps > 0 && script.delayMs === 0) script.delayMs = script.progressSteps * STEP_MS
  return script
}

type Verb = (script: SandboxScript, argument: string) => boolean

/** Each verb says whether it understood its argument. */
const VERBS: Readonly<Record<string, Verb>> = {
  delay(script, argument) {
    const match = /^(\d{1,8}(?:\.\d{1,3})?)(ms|s|m|min)?$/.exec(argument)
    if (match === null) return false
    const unitMs = UNITS_MS[match[2] ?? 's'] ?? 1_000
    script.delayMs = Math.min(LONGEST_DELAY_MS, Math.round(Number(match[1]) * unitMs))
    return true
  },
  fail(script, argument) {
    const code = argument === '' ? 'provider_error' : argument
    if (!isTaskErrorCode(code)) return false
    script.failWith = code
    return true
  },
  progress(script, argument) {
    if (!/^[1-9]\d{0,2}$/.test(argument)) return false
    script.progressSteps = Number(argument)
    return true
  },
  hang(script, argument) {
    script.hangs = argument === ''
    return script.hangs
  },
  lose(script, argument) {
    script.loses = argument === ''
    return script.loses
  },
}

function apply(script: SandboxScript, text: string): boolean {
  const [verb = '', ...words] = text.split(/\s+/)
  return Object.hasOwn(VERBS, verb) && VERBS[verb]?.(script, words.join('')) === true
}
