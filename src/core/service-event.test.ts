import assert from 'node:assert/strict'
import { test } from 'node:test'
import { summaryOf, type ServiceEvent } from './service-event.ts'

const NAMES = { key: 'shop', project: null }

function anEvent(event: ServiceEvent['event'], data: ServiceEvent['data']): ServiceEvent {
  return { id: 'evt_1', event, subject: 'key_1', createdAt: 0, keyId: 'key_1', project: null, data }
}

test('an amount in an event has cents or none, and a count has its plural', () => {
  const budget = { percent: 50, period: 'day', spentUsd: 0.06, limitUsd: 0.1 }
  assert.equal(
    summaryOf(anEvent('budget.reached', budget), NAMES),
    "The API key 'shop' has reached 50% of its budget for the day: $0.06 of $0.10.",
  )
  const failing = { host: 'example.com', isGivenUp: true, attempts: 1 }
  assert.match(
    summaryOf(anEvent('webhook.failing', failing), NAMES),
    /are failing: one was abandoned after 1 attempt\.$/,
  )
  const retried = { host: 'example.com', isGivenUp: false, attempts: 5 }
  assert.match(summaryOf(anEvent('webhook.failing', retried), NAMES), /are failing: one has failed 5 times\.$/)
})
