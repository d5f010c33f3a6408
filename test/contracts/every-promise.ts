import { auditPromises } from './audit.ts'
import { censusPromises } from './census.ts'
import { accountPromises } from './accounts.ts'
import { budgetPromises } from './budgets.ts'
import { chorePromises } from './chores.ts'
import { claimPromises } from './claims.ts'
import { deliveryPromises } from './deliveries.ts'
import { promisesOf, type Driver } from './driver.ts'
import { endingPromises } from './endings.ts'
import { eventPromises } from './events.ts'
import { fairnessPromises } from './fairness.ts'
import { gapPromises } from './gaps.ts'
import { groupPromises } from './groups.ts'
import { insertPromises } from './inserts.ts'
import { keyPromises } from './keys.ts'
import { leasePromises } from './leases.ts'
import { listPromises } from './lists.ts'
import { ownerPromises } from './owners.ts'
import { projectPromises } from './projects.ts'
import { repeatPromises } from './repeats.ts'
import { seatPromises } from './seats.ts'
import { sessionPromises } from './sessions.ts'
import { stopPromises } from './stops.ts'
import { thumbnailPromises } from './thumbnails.ts'
import { uploadPromises } from './uploads.ts'
import { usagePromises } from './usage.ts'

/** The whole contract of the store, on one driver. */
export function everyPromise(driver: Driver): void {
  const promised = promisesOf(driver)
  insertPromises(promised)
  groupPromises(promised)
  repeatPromises(promised)
  claimPromises(promised)
  leasePromises(promised)
  ownerPromises(promised)
  endingPromises(promised)
  seatPromises(promised)
  stopPromises(promised)
  fairnessPromises(promised)
  listPromises(promised)
  keyPromises(promised)
  sessionPromises(promised)
  auditPromises(promised)
  deliveryPromises(promised)
  eventPromises(promised)
  chorePromises(promised)
  gapPromises(promised)
  thumbnailPromises(promised)
  uploadPromises(promised)
  usagePromises(promised)
  censusPromises(promised)
  accountPromises(promised)
  budgetPromises(promised)
  projectPromises(promised)
}
