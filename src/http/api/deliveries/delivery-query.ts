import { DELIVERY_STATUSES } from '../../../core/webhook.ts'
import { readMoment } from '../../../core/text/moment.ts'
import type { DeliveryFilter } from '../../../ports/store/deliveries.ts'
import { DEFAULT_PAGE, readCursor, readWords } from '../../answer/paging.ts'
import type { Static } from '../../answer/schema.ts'
import type { DeliveryListQuery } from './delivery-schemas.ts'

/** What a list of deliveries was asked for. */
export function readDeliveryQuery(keyId: string, query: Static<typeof DeliveryListQuery>): DeliveryFilter {
  const { status, from, to: until, limit = DEFAULT_PAGE, cursor } = query
  return {
    keyId,
    limit,
    ...(status === undefined ? {} : { statuses: readWords(status, 'status', DELIVERY_STATUSES) }),
    ...(from === undefined ? {} : { from: readMoment(from, 'from') }),
    ...(until === undefined ? {} : { until: readMoment(until, 'to') }),
    ...(cursor === undefined ? {} : { after: readCursor(cursor) }),
  }
}
