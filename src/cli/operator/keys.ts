import type { AuditDeps } from '../../actions/keys/read-audit.ts'
import { processEnvironment, readConfig } from '../../config.ts'
import { systemClock, systemRandom } from '../../runtime/system.ts'
import { openStore } from '../../store/open-store.ts'
import { UsageError } from '../usage-error.ts'
import { audit } from './keys/audit.ts'
import { create } from './keys/create.ts'
import { edit } from './keys/edit.ts'
import { list } from './keys/list.ts'
import { revoke } from './keys/revoke.ts'
import { rotate } from './keys/rotate.ts'
import { secret } from './keys/secret.ts'
import { show, type ShowDeps } from './keys/show.ts'

type Verb = (deps: ShowDeps & AuditDeps, argv: readonly string[]) => Promise<string>

const VERBS = new Map<string, Verb>(Object.entries({ create, list, show, edit, rotate, revoke, secret, audit }))

/** Manages API keys, also while the service runs. */
export async function keysCommand(argv: readonly string[]): Promise<number> {
  const [verb = '', ...rest] = argv
  const perform = VERBS.get(verb)
  if (perform === undefined) throw new UsageError(`'keys' takes one of: ${[...VERBS.keys()].join(', ')}.`)
  const { dataDir, databaseUrl } = readConfig(processEnvironment())
  const store = await openStore({ dataDir, url: databaseUrl?.reveal() })
  try {
    // The machine at which an operator sits may be ahead; ends of keys are times of those who look at them.
    const aheadMs = systemClock.now() - (await store.time())
    const clock = { ...systemClock, now: () => systemClock.now() - aheadMs }
    process.stdout.write(await perform({ store, clock, random: systemRandom }, rest))
    return 0
  } finally {
    await store.close()
  }
}
