import type { GetSystemAnswer } from '@mediagen/client'
import { durationText } from '../../parts/words/amounts.tsx'
import { Tiles } from '../../parts/panels/tiles.tsx'
import { counted } from './counted.ts'

/** The few numbers that tell at a glance whether all is well. */
export function SystemTiles({ of: { engines, webhooks, stops, counted_up_to: upTo } }: { of: GetSystemAnswer }) {
  const sum = (value: (engine: GetSystemAnswer['engines'][number]) => number): number =>
    engines.reduce((total, engine) => total + value(engine), 0)
  const ages = engines.flatMap(({ oldest_age: age }) => age ?? [])
  const facts = [
    {
      name: 'Queued',
      value: counted(
        sum(({ waiting }) => waiting),
        upTo,
      ),
      more: ages.length === 0 ? 'nothing queued' : `oldest: ${durationText(Math.max(...ages))}`,
    },
    {
      name: 'Running',
      value: counted(
        sum(({ in_work: inWork }) => inWork),
        upTo,
      ),
      more: 'on engines',
    },
    {
      name: 'Held by limits',
      value: counted(
        sum(({ parked }) => parked),
        upTo,
      ),
      more: 'of keys or end users',
    },
    {
      name: 'Webhooks',
      value: counted(webhooks.waiting, upTo),
      more:
        webhooks.oldest_age === null
          ? 'waiting for delivery'
          : `overdue for up to ${durationText(webhooks.oldest_age)}`,
    },
    { name: 'Cancellations', value: counted(stops, upTo), more: 'pending at providers' },
  ]
  return <Tiles tiles={facts} />
}
