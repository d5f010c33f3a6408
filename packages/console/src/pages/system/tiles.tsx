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
      name: 'Waiting',
      value: counted(
        sum(({ waiting }) => waiting),
        upTo,
      ),
      more: ages.length === 0 ? 'nothing waits' : `the oldest for ${durationText(Math.max(...ages))}`,
    },
    {
      name: 'In work',
      value: counted(
        sum(({ in_work: inWork }) => inWork),
        upTo,
      ),
      more: 'at the engines',
    },
    {
      name: 'Parked',
      value: counted(
        sum(({ parked }) => parked),
        upTo,
      ),
      more: 'behind limits of their key',
    },
    {
      name: 'Webhooks',
      value: counted(webhooks.waiting, upTo),
      more: webhooks.oldest_age === null ? 'to be delivered' : `due for ${durationText(webhooks.oldest_age)}`,
    },
    { name: 'Stops', value: counted(stops, upTo), more: 'still to reach providers' },
  ]
  return <Tiles tiles={facts} />
}
