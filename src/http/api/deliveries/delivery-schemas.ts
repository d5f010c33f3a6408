import { Type } from '../../answer/schema.ts'
import { DeliveryAttemptSchema, DeliverySchema, moment, orNull, wordList } from '../task-schemas.ts'

export const DeliveryListQuery = Type.Object(
  {
    status: Type.Optional(wordList(['pending', 'delivered', 'dead'])),
    from: moment('Made at this time or later'),
    to: moment('Made before this time'),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: '20 if left out.' })),
    cursor: Type.Optional(
      Type.String({
        maxLength: 200,
        pattern: '^[A-Za-z0-9_-]+$',
        description: 'The `next_cursor` of the page before.',
      }),
    ),
  },
  { additionalProperties: false },
)

const { attempts: _attempts, ...Common } = DeliverySchema.properties
const { answer: _answer, ...Attempt } = DeliveryAttemptSchema.properties

const Made = {
  task_id: Type.String({ description: 'The task whose end it announces.' }),
  created: Type.Number({ description: 'When it was made, in seconds since 1970.' }),
}

export const KeyDeliveryList = Type.Object({
  object: Type.Literal('list'),
  data: Type.Array(
    Type.Object({
      ...Common,
      ...Made,
      attempts: Type.Integer({ description: 'How many there were.' }),
      last_attempt: orNull(Type.Object(Attempt), 'Null until the first was made.'),
    }),
  ),
  has_more: Type.Boolean(),
  next_cursor: orNull(Type.String(), 'Give it as cursor to get the next page.'),
})

export const WholeDelivery = Type.Object({
  ...DeliverySchema.properties,
  ...Made,
  body: Type.String({ description: 'The body of the request, the same bytes at every attempt.' }),
})

export const WebhookIdParams = Type.Object({
  webhookId: Type.String({ description: 'The header `webhook-id` of every attempt.' }),
})
