import type { TestWebhookAnswer } from '@mediagen/client'
import { useMutation } from '@tanstack/react-query'
import { Send } from '../../look/icons.ts'
import { useState, type FormEvent } from 'react'
import { Button } from '../../parts/controls/button.tsx'
import { Field } from '../../parts/controls/field.tsx'
import { Panel } from '../../parts/panels/panel.tsx'
import { errorText } from '../../parts/states/error-state.tsx'
import { Badge } from '../../parts/words/badge.tsx'
import { CodeBlock } from '../../parts/words/code-block.tsx'
import { useClient } from '../../data/session.tsx'

/** Sends a signed sample and shows what came of it. */
export function TestSender() {
  const client = useClient()
  const [url, setUrl] = useState('')
  const send = useMutation({ mutationFn: () => client.webhooks.test(url.trim(), { maxRetries: 0 }) })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (url.trim() !== '' && !send.isPending) send.mutate()
  }
  return (
    <Panel title="Send a sample" about="Sends a signed event for a successful task, without running a task.">
      <form className="test-sender" onSubmit={submit} noValidate>
        <Field label="URL" problem={send.error === null ? undefined : errorText(send.error)}>
          {(wired) => (
            <input
              {...wired}
              className="input"
              type="url"
              placeholder="https://example.com/hook"
              value={url}
              onChange={(event) => setUrl(event.target.value)}
            />
          )}
        </Field>
        {/* Not disabled while it waits, which would take the focus from the person who has just pressed it. */}
        <Button type="submit" kind="primary" aria-disabled={send.isPending} disabled={url.trim() === ''}>
          <Send />
          {send.isPending ? 'Waiting for a response…' : 'Send'}
        </Button>
      </form>
      {send.data !== undefined && <Outcome of={send.data} />}
    </Panel>
  )
}

function Outcome({ of }: { of: TestWebhookAnswer }) {
  return (
    <div className="outcome" role="status">
      <div className="attempt-head">
        <Badge kind={of.delivered ? 'good' : 'bad'}>{of.delivered ? 'Received' : 'Not received'}</Badge>
        <span>{of.status === null ? 'no response' : `status ${of.status}`}</span>
        <span>{of.duration_ms} ms</span>
      </div>
      {of.error !== null && <p>{of.error}</p>}
      {of.answer !== '' && <CodeBlock label="the response" code={of.answer} />}
    </div>
  )
}
