import { Link } from 'wouter'
import { useCaller } from '../data/caller.ts'
import { buttonClass } from '../parts/controls/button.tsx'

/** The way to a first result, or what stands in it: a key that only reads makes none. */
export function FirstPicture() {
  const { may } = useCaller()
  if (!may('images:write') && !may('videos:write'))
    return <p className="faint">This key is read-only. Sign in with a key that can create images or videos.</p>
  return (
    <Link href="/" className={buttonClass({ kind: 'primary' })}>
      Make your first image
    </Link>
  )
}
