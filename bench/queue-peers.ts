import type { Contender } from './queue-contenders.ts'

/** The known queues on PostgreSQL, installed for this run only. */
export async function peers(_newDatabase: () => Promise<string>): Promise<Contender[]> {
  return []
}
