import type { Accounts } from './store/accounts.ts'
import type { Audit } from './store/audit.ts'
import type { CensusTaker } from './store/census.ts'
import type { Chores } from './store/chores.ts'
import type { Deliveries } from './store/deliveries.ts'
import type { Events } from './store/events.ts'
import type { FileRecords, Thumbnails } from './store/file-records.ts'
import type { Keys } from './store/keys.ts'
import type { Owners } from './store/owners.ts'
import type { AboutStore } from './store/about.ts'
import type { Pauses } from './store/pauses.ts'
import type { Projects } from './store/projects.ts'
import type { Replica } from './store/replica.ts'
import type { Repeats } from './store/repeats.ts'
import type { Sessions } from './store/sessions.ts'
import type { Stops } from './store/stops.ts'
import type { TaskQueue } from './store/task-queue.ts'
import type { TaskReader } from './store/task-reader.ts'
import type { Uploads } from './store/uploads.ts'
import type { UsageReader } from './store/usage.ts'

/**
 * Everything that must survive a restart, except bytes, in rooms by user. Code asks only for the rooms that it needs,
 * so that a signature shows what it touches: `store: Pick<Store, 'tasks' | 'files'>`.
 */
export interface Store {
  readonly tasks: TaskReader
  readonly queue: TaskQueue
  readonly repeats: Repeats
  readonly stops: Stops
  readonly owners: Owners
  readonly files: FileRecords
  readonly thumbnails: Thumbnails
  readonly uploads: Uploads
  readonly deliveries: Deliveries
  readonly events: Events
  readonly keys: Keys
  readonly sessions: Sessions
  readonly projects: Projects
  readonly audit: Audit
  readonly usage: UsageReader
  readonly accounts: Accounts
  readonly chores: Chores
  readonly pauses: Pauses
  readonly census: CensusTaker
  readonly replica: Replica
  /** The time of the store's own clock, which all of its processes share; throws if the store cannot answer. */
  time(): Promise<number>
  /** Describes the database to operators. */
  about(): Promise<AboutStore>
  /** Throws if the store cannot answer. */
  ping(): Promise<void>
  close(): Promise<void>
}
