import type { Receipt, ReceiptFile } from '@mediagen/client'
import { Clock, ImageOff, LoaderCircle } from '../../look/icons.ts'
import { useState, type CSSProperties } from 'react'
import { Link } from 'wouter'
import { fileAddressHere } from '../../data/file-address.ts'
import { hasEnded } from '../../data/live-task.ts'
import { durationText } from '../../parts/words/amounts.tsx'
import { isVideo, thumbAddress } from '../../tasks/thumb.tsx'

/** What was made, large; or the place where it will be. */
export function Result({ receipt, ofAll }: { receipt: Receipt; ofAll: boolean }) {
  const outputs = receipt.files.filter(({ role, url }) => role === 'output' && url !== null)
  if (outputs.length === 0) return receipt.status === 'failed' ? null : <Pending receipt={receipt} />
  return (
    <div className="results">
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
      <div className="result gone" style={shape}>
        <ImageOff aria-hidden />
        <p>This file was removed at the end of its retention.</p>
      </div>
    )
  if (isVideo(file))
    return (
      <video
        className="result"
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
      <div className="result" style={shape}>
        {picture}
      </div>
    )
  return (
    <Link href={`/gallery?view=${id}`} className="result" style={shape}>
      {picture}
    </Link>
  )
}

/** While it is made: how far it is, and how long it may take. */
function Pending({ receipt }: { receipt: Receipt }) {
  const { effective, status, progress } = receipt
  if (hasEnded(receipt)) return null
  const ratio = effective?.width && effective.height ? effective.width / effective.height : 16 / 9
  return (
    <div className="result pending" style={{ '--ratio': ratio } as CSSProperties} role="status">
      {status === 'pending' ? <Clock aria-hidden /> : <LoaderCircle className="turning" aria-hidden />}
      <p>{status === 'pending' ? 'Queued' : `${progress}%`}</p>
      <Eta receipt={receipt} />
    </div>
  )
}

function Eta({ receipt: { eta } }: { receipt: Receipt }) {
  if (eta === null) return null
  const { low, high } = eta
  const words =
    Math.round(low) === Math.round(high) ? durationText(high) : `${durationText(low)} to ${durationText(high)}`
  return <p className="soft">About {words} left</p>
}
