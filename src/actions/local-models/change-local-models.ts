import type { ApiKey } from '../../core/keys/api-key.ts'
import { actingKey, NO_KEY, type AuditChange, type AuditEntry } from '../../core/keys/audit.ts'
import type { LocalModels, ModelDownload } from '../../ports/local-models.ts'
import type { Clock } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'

export type LocalModelDeps = { store: Pick<Store, 'audit'>; clock: Clock; localModels: LocalModels }

type Wish = { name: string; acceptsLicence: boolean; allowsUnpinned: boolean }

/** Starts the download of a local model, and records who requested it and whether the licence was accepted. */
export async function addLocalModel(deps: LocalModelDeps, operator: ApiKey, wish: Wish): Promise<ModelDownload> {
  const { name, acceptsLicence, allowsUnpinned } = wish
  const download = await deps.localModels.add(name, { acceptsLicence, allowsUnpinned })
  const changes: AuditChange[] = [{ field: 'local model', from: null, to: name }]
  if (acceptsLicence) changes.push({ field: 'licence', from: null, to: 'accepted' })
  await deps.store.audit.add(entryOf(deps, operator, { action: 'add local model', changes }))
  return download
}

/** Removes a local model, and records who did it. */
export async function removeLocalModel(deps: LocalModelDeps, operator: ApiKey, id: string): Promise<void> {
  await deps.localModels.remove(id)
  const changes = [{ field: 'local model', from: id, to: null }]
  await deps.store.audit.add(entryOf(deps, operator, { action: 'remove local model', changes }))
}

function entryOf(
  { clock }: LocalModelDeps,
  operator: ApiKey,
  what: Pick<AuditEntry, 'action' | 'changes'>,
): AuditEntry {
  return { at: clock.now(), actor: actingKey(operator), keyId: NO_KEY, ...what }
}
