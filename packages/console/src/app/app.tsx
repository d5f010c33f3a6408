import { AuthenticationError } from '@mediagen/client'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { useLocation } from 'wouter'
import { Toasts } from '../parts/overlays/toast.tsx'
import { useCaller } from '../data/caller.ts'
import { SessionProvider, useSession } from '../data/session.tsx'
import { useKeptFocus } from './kept-focus.ts'
import { PublicShell, Shell } from './shell.tsx'
import { SignIn } from './sign-in.tsx'

export function App() {
  useKeptFocus()
  return (
    // The page's policy lets no style element in; what these would do is in our own sheets.
    <CSPProvider disableStyleElements>
      <SessionProvider>
        <Gate />
        <Toasts />
      </SessionProvider>
    </CSPProvider>
  )
}

function Gate() {
  const { apiKey, person } = useSession()
  const [path] = useLocation()
  if (apiKey !== undefined || (person !== undefined && person !== null)) return <Inside />
  if (person === undefined) return null
  return path === '/docs' ? <PublicShell /> : <SignIn />
}

function Inside() {
  const { error } = useCaller()
  const { apiKey } = useSession()
  if (error instanceof AuthenticationError && apiKey === undefined)
    return <SignIn problem="Your session has ended. Sign in again to continue where you left off." />
  if (error instanceof AuthenticationError)
    return <SignIn problem="The saved key no longer works: it expired, was revoked, or belongs to another service." />
  return <Shell />
}
