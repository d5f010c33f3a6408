import type { KeyDeps } from '../../../actions/keys/create-key.ts'
import { MOST_OVERLAP_MS, rotateKey, USUAL_OVERLAP_MS } from '../../../actions/keys/change-key.ts'
import { COMMAND_LINE } from '../../../core/keys/audit.ts'
import { UsageError } from '../../usage-error.ts'
import { oneId, readArguments } from './arguments.ts'
import { inJson, JSON_OPTION, jsonOfKey } from './json.ts'
import { readDuration } from './read-time.ts'
import { minuteOf } from './words.ts'

export async function rotate(deps: KeyDeps, argv: readonly string[]): Promise<string> {
  const { values, positionals } = readArguments(argv, { overlap: { type: 'string' }, ...JSON_OPTION })
  const id = oneId(positionals)
  const overlapMs = values.overlap === undefined ? USUAL_OVERLAP_MS : readDuration(values.overlap)
  if (overlapMs === undefined || overlapMs > MOST_OVERLAP_MS)
    throw new UsageError(`--overlap takes up to 90d, such as 24h or 30m, or 0 to end the old text now.`)
  const { key, text } = await rotateKey(deps, id, { overlapMs, actor: COMMAND_LINE })
  if (values.json === true) return inJson({ ...jsonOfKey(key, deps.clock.now()), key: text })
  const end =
    key.former === null ? 'The old text no longer works.' : `The old text works until ${minuteOf(key.former.until)}.`
  return `${text}\n\nThis is the only time the new text is shown. Id: ${key.id}\n${end}\n`
}
