import { AuthenticationError } from '@mediagen/client'
import { useEffect, useState, type FormEvent } from 'react'
import { Button, buttonClass } from '../parts/controls/button.tsx'
import { Field } from '../parts/controls/field.tsx'
import { errorText } from '../parts/states/error-state.tsx'
import { signInAddress, whoIsHere } from '../data/person.ts'
import { newClient, useSession } from '../data/session.tsx'
import mark from '../look/mark.svg'
import './sign-in.css'

/** Asks for a key, tries it, and keeps it in this browser. */
export function SignIn({ problem: before }: { problem?: string }) {
  const { signIn } = useSession()
  const [key, setKey] = useState('')
  const [problem, setProblem] = useState(before)
  const [isBusy, setBusy] = useState(false)
  const [provider, setProvider] = useState<string | null>(null)
  useEffect(() => void whoIsHere().then((visit) => setProvider(visit.provider?.name ?? null)), [])
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const given = key.trim()
    if (given === '') return setProblem('Paste a key first.')
    setBusy(true)
    try {
      await newClient(given).me()
      signIn(given)
    } catch (error) {
      setProblem(
        error instanceof AuthenticationError
          ? 'This key does not work here. Check that you copied the whole key.'
          : errorText(error),
      )
      setBusy(false)
    }
  }
  return (
    <main className="sign-in" tabIndex={-1}>
      <title>Sign in · mediagen</title>
      <section className="sign-in-card" aria-labelledby="sign-in-title">
        <img src={mark} alt="" />
        <div>
          <h1 id="sign-in-title">Sign in to mediagen</h1>
          <p>
            {provider === null ? 'Paste an API key.' : 'Sign in, or paste an API key.'} The key stays in this browser.
            Your first key is in <code>data/api-key</code> on the server.
          </p>
        </div>
        {provider !== null && (
          <a className={buttonClass({ kind: 'primary', wide: true })} href={signInAddress()}>
            Sign in with {provider}
          </a>
        )}
        <form onSubmit={(event) => void submit(event)} noValidate>
          <Field label="API key" problem={problem}>
            {(wired) => (
              <input
                {...wired}
                className="input"
                type="password"
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is this one field
                autoFocus
                autoComplete="current-password"
                spellCheck={false}
                placeholder="mg_…"
                value={key}
                onChange={(event) => setKey(event.target.value)}
              />
            )}
          </Field>
          <Button type="submit" kind={provider === null ? 'primary' : 'plain'} wide disabled={isBusy}>
            {isBusy ? 'Checking the key…' : provider === null ? 'Sign in' : 'Use this key'}
          </Button>
        </form>
        <p className="sign-in-foot">
          To open the console already signed in, run <code>npm run mediagen -- open</code> on the server.
        </p>
        <p className="sign-in-foot">
          The <a href="/docs">API reference</a> needs no key.
        </p>
      </section>
    </main>
  )
}
