import type { Store } from '../../ports/store.ts'
import type { AboutStore } from '../../ports/store/about.ts'
import { auditRoom } from './audit.ts'
import { aboutRoom, censusRoom } from './census.ts'
import { choresRoom, type ChoreQueries } from './chores.ts'
import { deliveriesRoom } from './deliveries.ts'
import { eventsRoom } from './events.ts'
import { fileRecordsRoom, thumbnailsRoom } from './file-records.ts'
import { keysRoom } from './keys.ts'
import { ownersRoom } from './owners.ts'
import { pausesRoom } from './pauses.ts'
import { projectsRoom } from './projects.ts'
import { repeatsRoom } from './repeats.ts'
import { sessionsRoom } from './sessions.ts'
import type { Sql } from './sql.ts'
import { stopsRoom } from './stops.ts'
import { taskReaderRoom } from './task-reader.ts'
import { uploadsRoom } from './uploads.ts'
import { usageRoom } from './usage.ts'

type Given = { driver: AboutStore['driver']; chores: ChoreQueries }

/** All rooms of the store but those whose statements are tuned for each database. */
export function sharedRooms(sql: Sql, { driver, chores }: Given): Omit<Store, 'queue' | 'accounts' | 'close'> {
  const tasks = taskReaderRoom(sql)
  const files = fileRecordsRoom(sql)
  const usage = usageRoom(sql)
  return {
    tasks,
    repeats: repeatsRoom(sql),
    stops: stopsRoom(sql),
    owners: ownersRoom(sql),
    files,
    thumbnails: thumbnailsRoom(sql),
    uploads: uploadsRoom(sql),
    deliveries: deliveriesRoom(sql),
    events: eventsRoom(sql),
    keys: keysRoom(sql),
    sessions: sessionsRoom(sql),
    projects: projectsRoom(sql),
    audit: auditRoom(sql),
    usage,
    replica: { tasks, files, usage, answered: () => new Map() },
    chores: choresRoom(sql, chores),
    census: censusRoom(sql),
    pauses: pausesRoom(sql),
    ...aboutRoom(sql, driver),
  }
}
