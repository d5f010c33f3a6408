import { useEffect, useRef, useState } from 'react'
import { Send } from '../../look/icons.ts'
import { useSession } from '../../data/session.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { Field } from '../../parts/controls/field.tsx'
import { Select } from '../../parts/controls/select.tsx'
import { Badge } from '../../parts/words/badge.tsx'
import { CodeBlock } from '../../parts/words/code-block.tsx'
import { bodyText, curlOf, emptyCall, missingIn, takesFile, type Filled } from './call-text.ts'
import { examplesOf, JSON_TYPE, type Endpoint } from './documents.ts'
import { makeCall, type Answered } from './make-call.ts'

/** The call as a command; and, on request, a form that makes it from here. */
export function TryIt({ endpoint }: { endpoint: Endpoint }) {
  const [filled, setFilled] = useState(() => emptyCall(endpoint.operation))
  const [isTrying, setTrying] = useState(false)
  const { operation } = endpoint
  const examples = examplesOf(operation.requestBody?.content[JSON_TYPE])
  const shown = isTrying ? filled : { ...filled, values: {} }
  const set = (name: string, value: string): void =>
    setFilled((before) => ({ ...before, values: { ...before.values, [name]: value } }))
  return (
    <>
      <section>
        <div className="endpoint-side-head">
          <h4>Request</h4>
          {examples.length > 1 && (
            <Select
              aria-label="Example"
              onChange={({ target }) =>
                setFilled((before) => ({ ...before, body: bodyText(examples[Number(target.value)]?.value) }))
              }
            >
              {examples.map(({ name }, index) => (
                <option key={name} value={index}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </div>
        <CodeBlock label="curl" code={curlOf(endpoint, shown, location.origin)} />
      </section>
      {!isTrying && (
        <Button onClick={() => setTrying(true)}>
          <Send />
          Try it
        </Button>
      )}
      {isTrying && (
        <form className="try-form" aria-label="Try it">
          {operation.parameters?.map(({ name, required = false, schema }) => (
            <Field key={name} label={name} hint={required ? 'required' : undefined}>
              {(wired) =>
                schema.enum === undefined ? (
                  <input
                    {...wired}
                    className="input"
                    value={filled.values[name] ?? ''}
                    onChange={({ target }) => set(name, target.value)}
                  />
                ) : (
                  <Select
                    {...wired}
                    value={filled.values[name] ?? ''}
                    onChange={({ target }) => set(name, target.value)}
                  >
                    <option value="">not set</option>
                    {schema.enum.map((value) => (
                      <option key={String(value)}>{String(value)}</option>
                    ))}
                  </Select>
                )
              }
            </Field>
          ))}
          {examples.length > 0 && (
            <Field label="Body">
              {(wired) => (
                <textarea
                  {...wired}
                  className="input try-body"
                  spellCheck={false}
                  rows={6}
                  value={filled.body}
                  onChange={({ target }) => setFilled((before) => ({ ...before, body: target.value }))}
                />
              )}
            </Field>
          )}
          <Attempt endpoint={endpoint} filled={filled} />
        </form>
      )}
    </>
  )
}

/** The button, and what came back. */
function Attempt({ endpoint, filled }: { endpoint: Endpoint; filled: Filled }) {
  const { apiKey, person } = useSession()
  const [ownKey, setOwnKey] = useState('')
  const [file, setFile] = useState<File>()
  const { answered, problem, isBusy, send, stop } = useAttempt(endpoint)
  const { operation, method } = endpoint
  const takesKey = operation.security !== undefined
  const isKnown = apiKey !== undefined || (person ?? null) !== null
  const missing = missingIn(operation, filled)
  return (
    <>
      {takesFile(operation) && (
        <Field label="File">
          {(wired) => (
            <input {...wired} className="input" type="file" onChange={({ target }) => setFile(target.files?.[0])} />
          )}
        </Field>
      )}
      {takesKey && !isKnown && <KeyField value={ownKey} onChange={setOwnKey} />}
      <div className="try-foot">
        <Button
          type="submit"
          kind="primary"
          disabled={isBusy || missing.length > 0}
          onClick={(event) => {
            event.preventDefault()
            send(filled, { key: takesKey ? (apiKey ?? ownKey) : '', file })
          }}
        >
          <Send />
          Send
        </Button>
        {isBusy && <Button onClick={stop}>Stop</Button>}
        {missing.length > 0 ? (
          <p>Fill in {missing.join(', ')}.</p>
        ) : (
          isKnown && takesKey && method !== 'get' && <p>Sends a real request with your key.</p>
        )}
      </div>
      {problem !== undefined && (
        <p className="field-problem" role="alert">
          {problem}
        </p>
      )}
      {answered !== undefined && <Response of={answered} />}
    </>
  )
}

/** For readers who are not signed in. */
function KeyField({ value, onChange }: { value: string; onChange: (key: string) => void }) {
  return (
    <Field label="API key" hint="not saved, only used on this page">
      {(wired) => (
        <input
          {...wired}
          className="input"
          type="password"
          autoComplete="off"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}

function Response({ of: { status, text, seconds } }: { of: Answered }) {
  return (
    <section aria-label="Response" aria-live="polite">
      <p className="try-status">
        <Badge kind={status < 400 ? 'good' : 'bad'}>{status}</Badge>
        <span>{seconds.toFixed(2)} s</span>
      </p>
      <CodeBlock label="the response" code={text === '' ? '(empty)' : text} />
    </section>
  )
}

/** Makes a call, one at a time; one that is on its way ends with its form. */
function useAttempt(endpoint: Endpoint) {
  const [answered, setAnswered] = useState<Answered>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const stopper = useRef<AbortController>(undefined)
  useEffect(() => () => stopper.current?.abort(), [])
  const send = (filled: Filled, by: { key: string; file: File | undefined }): void => {
    const { signal } = (stopper.current = new AbortController())
    setBusy(true)
    setProblem(undefined)
    setAnswered(undefined)
    makeCall(endpoint, { ...filled, ...by, signal }, setAnswered)
      .catch((error: unknown) => {
        if (!signal.aborted) setProblem(error instanceof Error ? error.message : String(error))
      })
      .finally(() => setBusy(false))
  }
  return { answered, problem, isBusy, send, stop: () => stopper.current?.abort() }
}
