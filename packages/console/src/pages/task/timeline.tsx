import type { Receipt } from '@mediagen/client'
import { hasEnded } from '../../data/listed-task.ts'
import { durationText } from '../../parts/words/amounts.tsx'
import { useNow } from '../../parts/words/now.ts'
import { Time } from '../../parts/words/time.tsx'
import { spansOf, stagesOf, type Span } from './stages.ts'

/** What happened when, and how long each part took. */
export function Timeline({ receipt }: { receipt: Receipt }) {
  const isRunning = !hasEnded(receipt)
  const now = useNow(1_000, isRunning)
  const spans = spansOf(receipt, now)
  const stages = stagesOf(receipt)
  return (
    <section className="card" aria-labelledby="timeline">
      <h2 id="timeline">Timeline</h2>
      <Scale spans={spans} />
      <ol className="stages">
        {stages.map(({ name, at, state, note }, index) => (
          <li key={name} className={state} aria-current={state === 'now' ? 'step' : undefined}>
            <span className="stage-name">{name}</span>
            <span className="stage-time">
              {at !== null && <Time at={at} form="clock" after={index === 0 ? undefined : receipt.created} />}
            </span>
            <span className="stage-note">{note}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The spans as a bar, each as wide as it was long; the words stand under it, where all of them fit. */
function Scale({ spans }: { spans: readonly Span[] }) {
  const whole = spans.reduce((sum, { seconds }) => sum + seconds, 0)
  return (
    <>
      <div className="scale" aria-hidden>
        {spans.map(({ name, seconds, isOpen }) => (
          <span
            key={name}
            className={`${kindOf(name)} ${isOpen ? 'open' : ''}`}
            style={{ flexGrow: whole === 0 ? 1 : seconds / whole }}
          />
        ))}
      </div>
      <dl className="scale-words">
        {spans.map(({ name, seconds }) => (
          <div key={name} className={kindOf(name)}>
            <dt>{name}</dt>
            <dd title={`${seconds} s`}>{seconds < 1 ? `${Math.round(seconds * 1000)} ms` : durationText(seconds)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function kindOf(name: Span['name']): string {
  return `span-${name.toLowerCase()}`
}
