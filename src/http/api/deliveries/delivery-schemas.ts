import { pageOf, PageQuery } from '../../answer/paging.ts'
import { orNull, Type } from '../../answer/schema.ts'
import { DeliveryAttemptSchema, DeliverySchema, moment, wordList } from '../task-schemas.ts'

export const DeliveryListQuery = Type.Object(
  {
    status: Type.Optional(wordList(['pending', 'delivered', 'dead'])),
    from: moment('Made at this time or later'),
    to: moment('Made before this time'),
    ...PageQuery,
  },
  { additionalProperties: false },
)

const { attempts: _attempts, ...Common } = DeliverySchema.properties
const { answer: _answer, ...Attempt } = DeliveryAttemptSchema.properties

const Made = {
  task_id: Type.String({ description: 'The task whose end it announces.' }),
  created: Type.Number({ description: 'When it was made, in seconds since 1970.' }),
}

export const KeyDeliveryList = pageOf(
  Type.Object({
    ...Common,
    ...Made,
    attempts: Type.Integer({ description: 'How many there were.' }),
    last_attempt: orNull(Type.Object(Attempt), 'Null until the first was made.'),
  }),
)

export const WholeDelivery = Type.Object({
  ...DeliverySchema.properties,
  ...Made,
  body: Type.String({ description: 'The body of the request, the same bytes at every attempt.' }),
})

export const WebhookIdParams = Type.Object({
  webhookId: Type.String({ description: 'The header `webhook-id` of every attempt.' }),
})
