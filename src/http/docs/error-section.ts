import { ERRORS, type ErrorCode } from '../../core/errors.ts'
import { STATUS } from '../answer/error-reply.ts'
import { markup, type Markup } from './html.ts'

/** The section on errors: their one body, and all codes. */
export function errorSection(): Markup {
  const example = {
    code: 'prompt_too_long',
    message: 'The prompt has 3120 characters; at most 3000 are allowed. Shorten it.',
  }
  const body = {
    error: { ...example, type: 'invalid_request_error', param: 'prompt', request_id: 'req_7Hq2ZpXw9LkTb4Nd' },
  }
  return markup`<section id="errors">
    <h2>Errors</h2>
    <p>Every error has this body. Match on <code>code</code>; the list is closed, and failed tasks use it too.</p>
    ${json(body)} ${errorTable(Object.keys(ERRORS))}
  </section>`
}

/** The meanings of these codes. */
export function errorTable(codes: readonly string[]): Markup {
  const known = codes.filter((code): code is ErrorCode => Object.hasOwn(ERRORS, code))
  return markup`<div class="table">
    <table>
      <tr>
        <th>Code</th>
        <th>HTTP</th>
        <th>Meaning</th>
        <th>Worth repeating</th>
      </tr>
      ${known.map((code) => {
        const { meaning, retryable } = ERRORS[code]
        return markup`<tr>
          <td><code>${code}</code></td>
          <td>${STATUS[code]}</td>
          <td>${meaning}</td>
          <td>${retryable ? 'yes' : 'no'}</td>
        </tr>`
      })}
    </table>
  </div>`
}

/** A value as people read JSON. */
export function json(value: unknown): Markup {
  return markup`<pre><code>${JSON.stringify(value, null, 2) ?? ''}</code></pre>`
}
