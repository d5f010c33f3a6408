import { useEffect, useRef } from 'react'
import type { ErrorRow } from './documents.ts'

/** All codes with what they mean. */
export function ErrorTable({ rows }: { rows: readonly ErrorRow[] }) {
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    // The browser looked for it before it was there.
    if (location.hash === '#errors') place.current?.scrollIntoView()
  }, [])
  return (
    <section id="errors" ref={place} className="reference-errors" aria-labelledby="errors-title">
      <h2 id="errors-title">Errors</h2>
      <p>
        Every error has the same body. Match on <code>code</code>: the set of codes is fixed, and failed tasks use it
        too.
      </p>
      <div className="reference-table">
        <table>
          <tbody>
            <tr>
              <th>Code</th>
              <th>HTTP</th>
              <th>Meaning</th>
              <th>Retry</th>
            </tr>
            {rows.map(({ code, status, meaning, retryable }) => (
              <tr key={code}>
                <td>
                  <code>{code}</code>
                </td>
                <td>{status}</td>
                <td>{meaning}</td>
                <td>{retryable ? 'yes' : 'no'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
