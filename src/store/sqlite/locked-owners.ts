import type { Owners } from '../../ports/store/owners.ts'
import { ownerLocks } from './owner-locks.ts'

/** Owners with a lock each in `folder`, which proves that they live. What is in memory has one process, and no folder. */
export function lockedOwners(owners: Owners, folder: string | undefined): { owners: Owners; close: () => void } {
  if (folder === undefined) return { owners, close: () => undefined }
  const locks = ownerLocks(folder)
  return {
    owners: {
      ...owners,
      join: async (id) => {
        // The lock comes first: an owner without one would be taken for dead.
        locks.take(id)
        await owners.join(id)
      },
      list: async () => (await owners.list()).map((owner) => ({ ...owner, gone: locks.isFree(owner.id) })),
      bury: async (dead, circumstances) => {
        await owners.bury(dead, circumstances)
        // One whose beat came first lives, and without its lock it would be taken for dead.
        const left = new Set((await owners.list()).map(({ id }) => id))
        for (const { id } of dead) if (!left.has(id)) locks.drop(id)
      },
    },
    close: () => locks.close(),
  }
}
