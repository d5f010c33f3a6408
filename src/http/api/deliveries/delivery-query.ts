import { DELIVERY_STATUSES, type DeliveryStatus } from '../../../core/webhook.ts'
import { AppError } from '../../../core/errors.ts'
import { readMoment } from '../../../core/text/moment.ts'
import type { DeliveryFilter, DeliveryCursor } from '../../../ports/store/deliveries.ts'
import type { Static } from '../../answer/schema.ts'
import type { DeliveryListQuery } from './delivery-schemas.ts'

const DEFAULT_PAGE = 20

/** What a list of deliveries was asked for. */
export function readDeliveryQuery(keyId: string, query: Static<typeof DeliveryListQuery>): DeliveryFilter {
  const { status, from, to: until, limit = DEFAULT_PAGE, cursor } = query
  return {
    keyId,
    limit,
    ...(status === undefined ? {} : { statuses: readStatuses(status) }),
    ...(from === undefined ? {} : { from: readMoment(from, 'from') }),
    ...(until === undefined ? {} : { until: readMoment(until, 'to') }),
    ...(cursor === undefined ? {} : { after: readDeliveryCursor(cursor) }),
  }
}

function readStatuses(text: string): DeliveryStatus[] {
  const named = text.split(',')
  const known = DELIVERY_STATUSES.filter((status) => named.includes(status))
  if (known.length === new Set(named).size) return known
  const message = `'status' must be one of: ${DELIVERY_STATUSES.join(', ')}.`
  throw new AppError('invalid_parameter', message, { param: 'status' })
}

export function writeDeliveryCursor({ createdAt, id }: DeliveryCursor): string {
  return Buffer.from(`${createdAt}.${id}`).toString('base64url')
}

function readDeliveryCursor(text: string): DeliveryCursor {
  const [, createdAt, id = ''] =
    /^(\d{1,15})\.(\w{1,64})$/.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? []
  if (createdAt !== undefined) return { createdAt: Number(createdAt), id }
  const message = 'The cursor is not one that we gave out. Start without it.'
  throw new AppError('invalid_parameter', message, { param: 'cursor' })
}
