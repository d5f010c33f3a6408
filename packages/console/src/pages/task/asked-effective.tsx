import type { Receipt } from '@mediagen/client'
import { Badge } from '../../parts/words/badge.tsx'
import { differencesOf, type Difference } from './differences.ts'

const WORDS = {
  same: 'as requested',
  chosen: 'default',
  waiting: 'not known yet',
} as const satisfies Partial<Record<Difference['verdict'], string>>

/** What was asked for beside what the model was told, with everything that differs marked. */
export function AskedEffective({ receipt }: { receipt: Receipt }) {
  return (
    <section className="card" aria-labelledby="asked">
      <h2 id="asked">Parameters</h2>
      <table className="differences">
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">Parameter</span>
            </th>
            <th scope="col">Requested</th>
            <th scope="col">Used</th>
            <th scope="col">
              <span className="unseen">Difference</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {differencesOf(receipt).map(({ name, asked, effective, verdict }) => (
            <tr key={name} className={verdict}>
              <th scope="row">{name}</th>
              <td>{asked ?? <span className="nothing">–</span>}</td>
              <td>{effective ?? <span className="nothing">–</span>}</td>
              <td>
                {verdict === 'changed' ? (
                  <Badge kind="warn">changed</Badge>
                ) : (
                  <span className="verdict">{name === 'Seed' && verdict === 'chosen' ? 'random' : WORDS[verdict]}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {receipt.warnings.length > 0 && (
        <>
          <h3>Warnings</h3>
          <ul className="warnings">
            {receipt.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
