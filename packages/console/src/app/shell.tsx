import { Suspense, useEffect, useRef, useState } from 'react'
import { Link, Redirect, Route, Switch, useLocation } from 'wouter'
import { KeyRound, SearchX } from '../look/icons.ts'
import { buttonClass } from '../parts/controls/button.tsx'
import { EmptyState } from '../parts/states/empty-state.tsx'
import { ErrorState } from '../parts/states/error-state.tsx'
import { Skeleton } from '../parts/states/skeleton.tsx'
import { useCaller } from '../data/caller.ts'
import { useSession } from '../data/session.tsx'
import { countText, underWay, useTaskCounts } from '../data/task-counts.ts'
import { AwayBanner } from './away-banner.tsx'
import { PageGuard } from './page-guard.tsx'
// Not loaded later: what is typed right after Ctrl K would go to the page.
import { Palette } from './palette.tsx'
import { PLACES, ReferencePage, type Place } from './places.tsx'
import { placesFor, PublicRail, Rail } from './rail.tsx'
import './shell.css'

/** What surrounds every page: the way around, news of the connection, and the palette. */
export function Shell() {
  const [isSearching, setSearching] = useState(false)
  const main = useRef<HTMLDivElement>(null)
  usePaletteKey(() => setSearching(true))
  return (
    <div className="shell">
      <a href="#main" className={`skip ${buttonClass({})}`} onClick={() => main.current?.focus()}>
        Skip to content
      </a>
      <Rail onSearch={() => setSearching(true)} />
      <main className="main" id="main" ref={main} tabIndex={-1}>
        <AwayBanner />
        <Switch>
          {PLACES.map((place) => (
            <Route key={place.path} path={place.path}>
              {(parameters) => <Opened place={place} id={(parameters as { id?: string }).id ?? ''} />}
            </Route>
          ))}
          <Route>
            <NoPage onSearch={() => setSearching(true)} />
          </Route>
        </Switch>
      </main>
      {isSearching && <Palette onClose={() => setSearching(false)} />}
    </div>
  )
}

/** The API reference for who is not signed in. */
export function PublicShell() {
  const main = useRef<HTMLDivElement>(null)
  return (
    <div className="shell">
      <title>API reference · mediagen</title>
      <a href="#main" className={`skip ${buttonClass({})}`} onClick={() => main.current?.focus()}>
        Skip to content
      </a>
      <PublicRail />
      <main className="main" id="main" ref={main} tabIndex={-1}>
        <AwayBanner />
        <PageGuard>
          <Suspense fallback={<PageWaiting />}>
            <ReferencePage id="" />
          </Suspense>
        </PageGuard>
      </main>
    </div>
  )
}

/** A page, if the key has what it needs. */
function Opened({ place, id }: { place: Place; id: string }) {
  const caller = useCaller()
  const [, go] = useLocation()
  const { page: OpenedPage, scopes, name, path } = place
  if (scopes.length > 0 && !scopes.some(caller.may)) {
    if (caller.me === undefined) {
      return caller.error === null ? (
        <PageWaiting />
      ) : (
        <ErrorState heading="h1" error={caller.error} title="Your access could not be checked" />
      )
    }
    // People who cannot make anything still have a first page.
    const [first] = placesFor(caller)
    if (path === '/' && first !== undefined) return <Redirect to={first.path} replace />
    return (
      <>
        <PageTitle name={name} />
        <MissingScope place={place} onLeave={() => go(first?.path ?? '/look')} />
      </>
    )
  }
  return (
    <>
      <PageTitle name={name} />
      <PageGuard key={path}>
        <Suspense fallback={<PageWaiting />}>
          <OpenedPage id={id} />
        </Suspense>
      </PageGuard>
    </>
  )
}

/** With the number of tasks under way, so that a tab in the background tells when they are done. */
function PageTitle({ name }: { name: string }) {
  const counts = useTaskCounts()
  const count = underWay(counts)
  const prefix = counts === undefined || count === 0 ? '' : `(${countText(count, counts)}) `
  return <title>{`${prefix}${name} · mediagen`}</title>
}

function NoPage({ onSearch }: { onSearch: () => void }) {
  return (
    <>
      <title>Page not found · mediagen</title>
      <EmptyState
        heading="h1"
        icon={<SearchX aria-hidden />}
        title="Page not found"
        actions={
          <>
            <Link href="/" className={buttonClass({ kind: 'primary' })}>
              Playground
            </Link>
            <button type="button" className={buttonClass({})} onClick={onSearch}>
              Search
            </button>
          </>
        }
      >
        There is no page at <code>{location.pathname}</code>. Check the URL, or search for a page or a task.
      </EmptyState>
    </>
  )
}

function MissingScope({ place: { name, scopes }, onLeave }: { place: Place; onLeave: () => void }) {
  const { apiKey, signOut } = useSession()
  const [scope] = scopes
  const orOwner = scopes.includes('owner') ? ' and does not own a project' : ''
  if (apiKey === undefined)
    return (
      <EmptyState heading="h1" icon={<KeyRound aria-hidden />} title={`You cannot open ${name}`}>
        You do not have the <code>{scope}</code> scope. Ask the operator for a role with that scope, then sign out and
        in again.
      </EmptyState>
    )
  return (
    <EmptyState
      heading="h1"
      icon={<KeyRound aria-hidden />}
      title={`You cannot open ${name}`}
      code={{ label: 'the command', text: `npm run mediagen -- keys create --name ops --scopes ${scope}` }}
      actions={
        <>
          <button type="button" className={buttonClass({ kind: 'primary' })} onClick={() => signOut()}>
            Sign in with another key
          </button>
          <button type="button" className={buttonClass({})} onClick={onLeave}>
            Back
          </button>
        </>
      }
    >
      Your key does not have the <code>{scope}</code> scope
      {orOwner}. Sign in with a key that has this scope. To create one, run this command on the server:
    </EmptyState>
  )
}

function PageWaiting() {
  return (
    <div className="page-waiting" aria-busy="true">
      <Skeleton width={220} height={34} />
      <Skeleton height={320} />
    </div>
  )
}

/** Ctrl K, or ⌘ K where that is the habit. */
function usePaletteKey(open: () => void): void {
  const latest = useRef(open)
  useEffect(() => void (latest.current = open))
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [])
}
