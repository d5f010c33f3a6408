import type { ReceiptFile } from '@mediagen/client'
import { BadgeCheck } from '../look/icons.ts'
import { Badge } from '../parts/words/badge.tsx'

type Props = {
  of: ReceiptFile['credentials']
  /** Where there is room, who signed is shown, too: a touch screen has no other way to it. */
  isWhole?: boolean
}

/** Says that a file carries Content Credentials, who signed them, and whether they are valid; nothing where it has none. */
export function CredentialsMark({ of, isWhole = false }: Props) {
  if (of === null || !of.present) return null
  const by = of.signer ?? (of.source === 'service' ? 'this service' : 'the provider')
  const word = of.valid === false ? 'Invalid Content Credentials' : 'Content Credentials'
  return (
    <span
      title={`Signed by ${by}${of.valid === null ? ' (not checked)' : ''}. Thumbnails have no Content Credentials.`}
    >
      <Badge kind={of.valid === false ? 'bad' : 'neutral'}>
        <BadgeCheck className="badge-icon" />
        {isWhole ? `${word}, signed by ${by}` : word}
        {!isWhole && <span className="unseen">, signed by {by}</span>}
      </Badge>
    </span>
  )
}
