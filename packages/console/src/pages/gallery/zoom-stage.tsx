import type { ReceiptFile } from '@mediagen/client'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { fileAddressHere } from '../../data/file-address.ts'
import { isVideo, thumbAddress } from '../../tasks/thumb.tsx'

export type Shown = Pick<ReceiptFile, 'url' | 'thumbnail_url' | 'type' | 'width' | 'height' | 'seconds'>

// Small pictures are not blown up beyond what they hold.
const MOST_ENLARGED = 2

type ZoomStageProps = { shown: Shown; prompt: string; factor: number; onToggle: () => void }

/** A result as large as there is room; enlarged, it is moved by scrolling, by hand or by arrow keys. */
export function ZoomStage({ shown, prompt, factor, onToggle }: ZoomStageProps) {
  const stage = useRef<HTMLDivElement>(null)
  const room = useRoom(stage)
  const { width, height } = fitted(shown, room)
  const isZoomed = factor > 1
  useEffect(() => {
    const element = stage.current
    if (element === null || !isZoomed) return
    // Into the middle, where most of what matters is.
    element.scrollTo({
      left: (element.scrollWidth - element.clientWidth) / 2,
      top: (element.scrollHeight - element.clientHeight) / 2,
    })
  }, [factor, isZoomed])
  const address = fileAddressHere(shown.url ?? '')
  const size = { width: width * factor, height: height * factor }
  return (
    <div
      ref={stage}
      className={`stage-scroll ${isZoomed ? 'zoomed' : ''}`}
      {...(isZoomed && { tabIndex: 0, role: 'region', 'aria-label': 'Enlarged picture' })}
    >
      {room.width > 0 &&
        (isVideo(shown) ? (
          <video
            key={address}
            src={address}
            aria-label={prompt}
            controls
            autoPlay
            loop
            muted
            playsInline
            style={size}
          />
        ) : (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- + and - do the same
          <img
            key={address}
            src={address}
            alt={prompt}
            onDoubleClick={onToggle}
            style={{ ...size, backgroundImage: `url("${thumbAddress(shown, 512) ?? ''}")` }}
          />
        ))}
    </div>
  )
}

type Room = { width: number; height: number }

function fitted({ width, height }: Shown, room: Room): Room {
  const own = { width: width ?? 1024, height: height ?? 1024 }
  const scale = Math.min(MOST_ENLARGED, room.width / own.width, room.height / own.height)
  return { width: Math.floor(own.width * scale), height: Math.floor(own.height * scale) }
}

function useRoom(element: { current: HTMLElement | null }): Room {
  const [room, setRoom] = useState<Room>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const { current } = element
    if (current === null) return undefined
    const measure = (): void => setRoom({ width: current.offsetWidth, height: current.offsetHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return room
}
