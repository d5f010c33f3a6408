import type { Receipt, ReceiptFile } from '@mediagen/client'
import { ImageOff } from '../../look/icons.ts'
import { useState, type CSSProperties } from 'react'
import { Link } from 'wouter'
import { fileAddressHere } from '../../data/file-address.ts'
import { hasEnded } from '../../data/listed-task.ts'
import { TaskProgress } from '../../tasks/task-progress.tsx'
import { isVideo, thumbAddress } from '../../tasks/thumb.tsx'

type ResultProps = {
  receipt: Receipt
  ofAll: boolean
  /** When the service said so, in seconds since 1970. */
  seenAt: number
}

/** What was made, large; or the place where it will be. */
export function Result({ receipt, ofAll, seenAt }: ResultProps) {
  const outputs = receipt.files.filter(({ role, url }) => role === 'output' && url !== null)
  if (outputs.length === 0) return receipt.status === 'failed' ? null : <Pending receipt={receipt} seenAt={seenAt} />
  return (
    <div className="task-results">
      {outputs.map((file, index) => (
        <Output key={`${file.sha256} ${index}`} file={file} receipt={receipt} ofAll={ofAll} />
      ))}
    </div>
  )
}

type OutputProps = { file: ReceiptFile; receipt: Receipt; ofAll: boolean }

function Output({ file, receipt: { id, prompt }, ofAll }: OutputProps) {
  const [isBroken, setBroken] = useState(false)
  const shape = { '--ratio': (file.width ?? 1) / (file.height ?? 1) } as CSSProperties
  const address = fileAddressHere(file.url ?? '')
  if (isBroken)
    return (
      <div className="task-result gone" style={shape}>
        <ImageOff aria-hidden />
        <p>This file was removed at the end of its retention period.</p>
      </div>
    )
  if (isVideo(file))
    return (
      <video
        className="task-result"
        style={shape}
        src={address}
        poster={thumbAddress(file, 1024)}
        aria-label={prompt}
        controls
        loop
        muted
        autoPlay={!matchMedia('(prefers-reduced-motion: reduce)').matches}
        playsInline
        onError={() => setBroken(true)}
      />
    )
  const picture = <img src={thumbAddress(file, 1024) ?? address} alt={prompt} onError={() => setBroken(true)} />
  // The gallery has the results of the own key.
  if (ofAll)
    return (
      <div className="task-result" style={shape}>
        {picture}
      </div>
    )
  return (
    <Link href={`/gallery?view=${id}`} className="task-result" style={shape}>
      {picture}
    </Link>
  )
}

/** While it is made: how far it is, and how long it may take. */
function Pending({ receipt, seenAt }: { receipt: Receipt; seenAt: number }) {
  const { effective } = receipt
  if (hasEnded(receipt)) return null
  const ratio = effective?.width && effective.height ? effective.width / effective.height : 16 / 9
  return (
    <div className="task-result pending" style={{ '--ratio': ratio } as CSSProperties}>
      <TaskProgress task={receipt} seenAt={seenAt} />
    </div>
  )
}
