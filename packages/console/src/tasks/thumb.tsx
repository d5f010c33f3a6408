import type { ListedTask } from '@mediagen/client'
import { CircleSlash, Film, Image, TriangleAlert } from '../look/icons.ts'
import { useState } from 'react'
import { fileAddressHere } from '../data/file-address.ts'
import './thumb.css'

export type ThumbWidth = 64 | 128 | 256 | 512 | 1024
type Output = NonNullable<ListedTask['first_output']>

/** The address of a result in another width; undefined for a video without a cover. */
export function thumbAddress(
  { thumbnail_url: url }: Pick<Output, 'thumbnail_url'>,
  width: ThumbWidth,
): string | undefined {
  if (url === null) return undefined
  const address = new URL(fileAddressHere(url))
  address.searchParams.set('width', String(width))
  return address.href
}

export function isVideo({ type }: Pick<Output, 'type'>): boolean {
  return type.startsWith('video/')
}

/** A small square picture of a task: its result, or a sign of how it stands. */
export function Thumb({ task, width = 128 }: { task: ListedTask; width?: ThumbWidth }) {
  const { first_output: output } = task
  const src = output === null ? undefined : thumbAddress(output, width)
  // Files are deleted after a while, earlier than their tasks.
  const [isBroken, setBroken] = useState<string>()
  return (
    <span className={`thumb ${task.status}`} aria-hidden>
      {src === undefined || isBroken === src ? (
        <Sign task={task} />
      ) : (
        <img src={src} alt="" decoding="async" loading="lazy" onError={() => setBroken(src)} />
      )}
      {task.kind === 'video' && src !== undefined && <Film className="thumb-film" />}
    </span>
  )
}

function Sign({ task: { kind, status, error } }: { task: ListedTask }) {
  if (status === 'failed') return error?.code === 'cancelled' ? <CircleSlash /> : <TriangleAlert />
  return kind === 'video' ? <Film /> : <Image />
}
