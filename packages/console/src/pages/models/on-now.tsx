import type { Model } from '@mediagen/client'
import { Link } from 'wouter'
import { useModels } from '../../data/models.ts'
import { Table, type Column } from '../../parts/lists/table.tsx'
import { Panel } from '../../parts/panels/panel.tsx'
import { ErrorState } from '../../parts/states/error-state.tsx'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import { moneyText, roughDurationText } from '../../parts/words/amounts.tsx'
import { State } from '../../parts/words/badge.tsx'

/** The catalogue as this key sees it. */
export function OnNow() {
  const { data, error, refetch } = useModels()
  return (
    <Panel
      id="available"
      title="Available"
      about={
        <>
          Pass the name as <code>model</code>, or choose it in the playground.
        </>
      }
    >
      {data !== undefined ? (
        <div className="models-on">
          <Table label="Available" rows={data} keyOf={({ kind, id }) => `${kind} ${id}`} columns={COLUMNS} compact />
        </div>
      ) : error === null ? (
        <Skeleton height={160} />
      ) : (
        <ErrorState error={error} title="The models could not be loaded" onRetry={() => void refetch()} />
      )}
    </Panel>
  )
}

const COLUMNS: Column<Model>[] = [
  {
    name: 'Model',
    show: ({ id, kind, description }) => (
      <span className="two-lines">
        <span>
          <Link className="model-name" href={`/?new=${kind}&model=${encodeURIComponent(id)}`}>
            {id}
          </Link>
        </span>
        <small>{unrepeated(description, id)}</small>
      </span>
    ),
  },
  { name: 'Output', show: madeBy },
  { name: 'Input', show: takenBy },
  { name: 'Cost', show: costOf },
  {
    name: 'Time',
    numeric: true,
    show: ({ typical_seconds: seconds }) => seconds !== null && `usually under ${roughDurationText(seconds.high)}`,
  },
  { name: 'State', show: (model) => <Standing of={model} /> },
]

/** What stands below the name does not begin with it again. */
function unrepeated(description: string, id: string): string {
  const begun = `${id} by `
  return description.startsWith(begun) ? `By ${description.slice(begun.length)}` : description
}

const STEPS = { upscale: 'larger images', cutout: 'cut-outs', generate: undefined } as const

function madeBy({ kind, does, seconds, takes: { audio } }: Model): string {
  const step = STEPS[does]
  if (step !== undefined) return step
  if (kind === 'image') return 'images'
  return ['videos', seconds === null ? '' : `${seconds} s`, audio ? 'sound' : '']
    .filter((word) => word !== '')
    .join(', ')
}

function takenBy({ max_references: most, takes: { roles }, kind }: Model): string {
  const frames = kind === 'video' ? roles.filter((role) => role.endsWith('_frame')).length : 0
  const images =
    frames > 0
      ? frames === 1
        ? 'first frame'
        : 'first and last frame'
      : most === 1
        ? '1 image'
        : `up to ${most} images`
  return ['prompt', ...(most === 0 ? [] : [images]), ...(roles.includes('mask') ? ['mask'] : [])].join(', ')
}

function costOf({ price, pricing }: Model): string {
  if (price !== null) return price.usd === 0 ? 'Free' : `${moneyText(price.usd)} per ${price.per}`
  return pricing === null ? 'unknown' : (pricing.rules[0]?.text.replaceAll(/(\d)x(?=\d)/g, '$1×') ?? 'varies')
}

function Standing({ of: { ready, paused, retires } }: { of: Model }) {
  if (paused) return <State kind="warn">Paused</State>
  if (!ready) return <State kind="bad">Failing</State>
  return retires === null ? <State kind="good">Ready</State> : <State kind="warn">Retires {retires}</State>
}
