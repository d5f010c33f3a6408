import { readAudit, type AuditDeps } from '../../../actions/keys/read-audit.ts'
import { showable } from '../../../core/keys/api-key.ts'
import type { AuditChange, AuditRecord, AuditValue } from '../../../core/keys/audit.ts'
import { table } from '../../table.ts'
import { UsageError } from '../../usage-error.ts'
import { oneId, readArguments } from './arguments.ts'
import { inJson, JSON_OPTION } from './json.ts'
import { minuteOf } from './words.ts'

const USUAL_LIMIT = 50
const MOST = 10_000

export async function audit(deps: AuditDeps, argv: readonly string[]): Promise<string> {
  const { values, positionals } = readArguments(argv, { limit: { type: 'string' }, ...JSON_OPTION })
  const limit = Number(values.limit ?? USUAL_LIMIT)
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST)
    throw new UsageError(`--limit takes a whole number from 1 to ${MOST}.`)
  const ofOne = positionals.length === 0 ? {} : { keyId: oneId(positionals) }
  const { records, hasMore } = await readAudit(deps, { ...ofOne, limit })
  if (values.json === true) return inJson(records.map(({ at, ...record }) => ({ at: at / 1000, ...record })))
  if (records.length === 0) return 'Nothing was changed.\n'
  const older = hasMore ? `\nThere are older ones: keys audit --limit ${Math.min(limit * 10, MOST)}\n` : ''
  return table([['AT', 'BY', 'ACTION', 'KEY', 'CHANGED'], ...records.map(rowOf)]) + older
}

function rowOf({ at, actor, action, keyId, changes }: AuditRecord): string[] {
  const by = actor.keyId === null ? actor.name : `${actor.keyId} (${showable(actor.name)})`
  return [minuteOf(at), by, action, keyId, changes.map(inWords).join('; ')]
}

function inWords({ field, from, to }: AuditChange): string {
  return from === null && to !== null ? `${field}: ${shown(to)}` : `${field}: ${shown(from)} → ${shown(to)}`
}

function shown(value: AuditValue): string {
  if (value === null) return 'none'
  return showable(typeof value === 'object' ? value.join(',') : String(value))
}
