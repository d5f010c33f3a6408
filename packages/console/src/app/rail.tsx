import { BookOpen, Ellipsis, KeyRound, LogOut, Search } from '../look/icons.ts'
import { useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { Button } from '../parts/controls/button.tsx'
import { useCaller, type Caller } from '../data/caller.ts'
import { useSession } from '../data/session.tsx'
import { countText, underWay, useTaskCounts } from '../data/task-counts.ts'
import mark from '../look/mark.svg'
import { PLACES, type Place } from './places.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

// As many as fit beside "More" at the bottom of a small screen.
const ALWAYS_SEEN = 4

const REFERENCE = { path: '/docs', name: 'API reference', icon: <BookOpen /> }

/** The pages in the rail that this key can use. */
export function placesFor({ may }: Pick<Caller, 'may'>): Place[] {
  return PLACES.filter(({ icon, scopes }) => icon !== undefined && scopes.some(may))
}

/** The way around: at the left, and at the bottom of small screens. */
export function Rail({ onSearch }: { onSearch: () => void }) {
  const caller = useCaller()
  const places = placesFor(caller)
  return (
    <nav className="rail" aria-label="Pages">
      <Link href="/" className="rail-brand" aria-label="mediagen, start page">
        <img src={mark} alt="" />
        <span>mediagen</span>
      </Link>
      <ul className="rail-list">
        {places.map((place, index) => (
          <li key={place.path} className={index < ALWAYS_SEEN ? '' : 'rail-further'}>
            <RailLink place={place} />
          </li>
        ))}
        <li className="rail-more">
          <MoreSheet places={places.slice(ALWAYS_SEEN)} onSearch={onSearch} />
        </li>
      </ul>
      <div className="rail-foot">
        <button type="button" className="rail-link" onClick={onSearch} title="Ctrl K">
          <Search />
          Search
          <kbd className="rail-key">Ctrl K</kbd>
        </button>
        <RailLink place={REFERENCE} />
        <SignOut />
        {caller.me !== undefined && <Who name={caller.me.name} hint={caller.me.hint} />}
        <ThemeSwitch />
      </div>
    </nav>
  )
}

/** The same place for who has no key: what can be read without one, and the way to sign in. */
export function PublicRail() {
  return (
    <nav className="rail" aria-label="Pages">
      <Link href="/" className="rail-brand" aria-label="mediagen, start page">
        <img src={mark} alt="" />
        <span>mediagen</span>
      </Link>
      <ul className="rail-list">
        <li>
          <RailLink place={REFERENCE} />
        </li>
        <li>
          <RailLink place={{ path: '/', name: 'Sign in', icon: <KeyRound /> }} />
        </li>
      </ul>
      <div className="rail-foot">
        <ThemeSwitch />
      </div>
    </nav>
  )
}

/** The ways out: for a person also that of all their browsers. None where a proxy signs people out. */
function useWaysOut(): { name: string; leave: () => void }[] {
  const { apiKey, person, signOut } = useSession()
  const isPerson = apiKey === undefined
  if (isPerson && person?.can_sign_out !== true) return []
  const here = { name: 'Sign out', leave: () => signOut('here') }
  return isPerson ? [here, { name: 'Sign out everywhere', leave: () => signOut('everywhere') }] : [here]
}

function SignOut() {
  return useWaysOut().map(({ name, leave }) => (
    <button key={name} type="button" className="rail-link" onClick={leave}>
      <LogOut />
      {name}
    </button>
  ))
}

function Who({ name, hint }: { name: string; hint: string }) {
  const { apiKey, person } = useSession()
  const title = apiKey === undefined ? `Signed in as ${person?.email ?? name}` : `Signed in with the key ${hint}`
  return (
    <p className="rail-who" title={title}>
      {apiKey === undefined ? name : `Key: ${name}`}
    </p>
  )
}

type RailLinkProps = { place: Pick<Place, 'path' | 'name' | 'icon'>; onFollow?: () => void }

function RailLink({ place: { path, name, icon }, onFollow }: RailLinkProps) {
  const [location] = useLocation()
  const isHere = path === '/' ? location === '/' : location === path || location.startsWith(`${path}/`)
  return (
    <Link href={path} className="rail-link" aria-current={isHere ? 'page' : undefined} onClick={onFollow}>
      {icon}
      {name}
      {path === '/tasks' && <UnderWayBadge />}
    </Link>
  )
}

/** How many tasks wait or are in work. */
function UnderWayBadge() {
  const counts = useTaskCounts()
  const count = underWay(counts)
  if (counts === undefined || count === 0) return null
  return (
    <span className="rail-badge">
      {countText(count, counts)}
      <span className="unseen"> under way</span>
    </span>
  )
}

/** On small screens: the pages that have no place at the bottom, and what stands at the foot of the rail elsewhere. */
function MoreSheet({ places, onSearch }: { places: readonly Place[]; onSearch: () => void }) {
  const sheet = useRef<HTMLDialogElement>(null)
  const waysOut = useWaysOut()
  const { me } = useCaller()
  // The rail says it where there is room for it: it is never there twice.
  const [isOpen, setOpen] = useState(false)
  const [location] = useLocation()
  const isHere = [...places, REFERENCE].some(({ path }) => location === path || location.startsWith(`${path}/`))
  const close = (): void => sheet.current?.close()
  return (
    <>
      <button
        type="button"
        className="rail-link"
        aria-current={isHere ? 'true' : undefined}
        onClick={() => {
          setOpen(true)
          sheet.current?.showModal()
        }}
      >
        <Ellipsis />
        More
      </button>
      {/* A click beside the sheet closes it, as Escape does. */}
      <dialog ref={sheet} className="more-sheet" aria-label="More pages" closedby="any" onClose={() => setOpen(false)}>
        <ul>
          <li>
            <button
              type="button"
              className="rail-link"
              onClick={() => {
                close()
                onSearch()
              }}
            >
              <Search />
              Search
            </button>
          </li>
          {places.map((place) => (
            <li key={place.path}>
              <RailLink place={place} onFollow={close} />
            </li>
          ))}
          <li>
            <RailLink place={REFERENCE} onFollow={close} />
          </li>
        </ul>
        {isOpen && me !== undefined && <Who name={me.name} hint={me.hint} />}
        <div className="more-foot">
          <ThemeSwitch />
          {waysOut.map(({ name, leave }) => (
            <Button key={name} size="small" onClick={leave}>
              {name}
            </Button>
          ))}
        </div>
      </dialog>
    </>
  )
}
