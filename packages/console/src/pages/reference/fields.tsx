import type { Field } from './schema-fields.ts'
import { Words } from './words.tsx'

/** What an object holds, with what is inside of it behind a line that opens. */
export function Fields({ label, fields }: { label: string; fields: readonly Field[] }) {
  return (
    <ul className="fields-list" aria-label={label}>
      {fields.map((field) => (
        <li key={field.name}>
          <p className="field-head">
            <code className="field-name">{field.name}</code>
            <span className="field-type">{field.type}</span>
            {field.isRequired && <span className="field-required">required</span>}
          </p>
          {(field.about !== '' || field.limits !== '') && (
            <p className="field-about">
              <Words text={[field.about, field.limits === '' ? '' : sentence(field.limits)].join(' ').trim()} />
            </p>
          )}
          {field.inner.length > 0 && (
            <details>
              <summary>
                Fields<span className="unseen"> of {field.name}</span>
              </summary>
              <Fields label={`Fields of ${field.name}`} fields={field.inner} />
            </details>
          )}
        </li>
      ))}
    </ul>
  )
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}
