import type { ListedTask } from '@mediagen/client'
import { ImageOff, Play, Star } from '../../look/icons.ts'
import { memo, useEffect, useRef, useState } from 'react'
import { toggleFavourite } from '../../data/collections.ts'
import { fileAddressHere } from '../../data/file-address.ts'
import { useMedia } from '../../parts/words/media-query.ts'
import { SelectBox } from '../../tasks/bulk-bar.tsx'
import { sizeWords } from '../../tasks/facts.ts'
import { isVideo, thumbAddress } from '../../tasks/thumb.tsx'

// Narrower ones have no room for words beside the box to choose them.
const WORDS_PX = 140

type TileProps = {
  task: ListedTask
  left: number
  top: number
  width: number
  height: number
  isRushing: boolean
  isActive: boolean
  takesFocus: boolean
  isChosen: boolean
  isStarred: boolean
  onToggle: (id: string, isRange: boolean) => void
  onOpen: (id: string) => void
}

/** One result on the wall. A video plays while somebody points at it, unless they want things to be still. */
export const Tile = memo(function Tile(props: TileProps) {
  const { task, left, top, width, height, isRushing, isActive, takesFocus, isChosen, isStarred, onToggle, onOpen } =
    props
  const button = useRef<HTMLButtonElement>(null)
  const [isLooked, setLooked] = useState(false)
  useEffect(() => {
    if (takesFocus) button.current?.focus({ preventScroll: true })
  }, [takesFocus])
  const tabIndex = isActive ? 0 : -1
  const look = { onMouseEnter: () => setLooked(true), onMouseLeave: () => setLooked(false) }
  return (
    <li
      className={`tile ${isChosen ? 'chosen' : ''}`}
      data-id={task.id}
      style={{ translate: `${left}px ${top}px`, width, height }}
    >
      <button
        ref={button}
        type="button"
        className="tile-open"
        tabIndex={tabIndex}
        {...look}
        onFocus={() => setLooked(true)}
        onBlur={() => setLooked(false)}
        onClick={() => onOpen(task.id)}
      >
        <Result task={task} width={width} isRushing={isRushing} isLooked={isLooked} />
        {isLooked && (
          <span className="tile-words" aria-hidden>
            <span>{task.prompt}</span>
          </span>
        )}
      </button>
      <SelectBox className="tile-check" task={task} tabIndex={tabIndex} isChosen={isChosen} onToggle={onToggle} />
      <label className="tile-star" title={isStarred ? 'Remove from favourites' : 'Add to favourites'}>
        <input
          type="checkbox"
          className="unseen"
          tabIndex={tabIndex}
          checked={isStarred}
          aria-label={`Favorite: ${task.prompt}`}
          onChange={() => toggleFavourite(task)}
        />
        <Star />
      </label>
    </li>
  )
})

type ResultProps = { task: ListedTask; width: number; isRushing: boolean; isLooked: boolean }

function Result({ task, width, isRushing, isLooked }: ResultProps) {
  const { first_output: output, prompt, outputs } = task
  const [isBroken, setBroken] = useState(false)
  // What is there already stays; only what comes in at this pace waits, for it is gone before it could be drawn.
  const [isDue, setDue] = useState(!isRushing)
  if (!isDue && !isRushing) setDue(true)
  if (output === null || isBroken)
    return (
      <span className="tile-gone" role="img" aria-label={prompt}>
        <ImageOff aria-hidden />
      </span>
    )
  if (!isDue) return <span role="img" aria-label={prompt} />
  const moves = isVideo(output)
  return (
    <>
      <Still output={output} prompt={prompt} width={width} onError={() => setBroken(true)} />
      {moves && isLooked && <Playing output={output} />}
      <Badge output={output} outputs={outputs} hasWords={isLooked && width >= WORDS_PX} />
    </>
  )
}

type Output = NonNullable<ListedTask['first_output']>
/** At rest the picture is all there is to see; a clip says that it moves. */
function Badge({ output, outputs, hasWords }: { output: Output; outputs: number; hasWords: boolean }) {
  if (!hasWords && !isVideo(output)) return null
  return (
    <span className="tile-badge" aria-hidden>
      {isVideo(output) && <Play />}
      {hasWords && [...sizeWords(output), ...(outputs > 1 ? [`${outputs} results`] : [])].join(' · ')}
    </span>
  )
}

type StillProps = { output: Output; prompt: string; width: number; onError: () => void }

function Still({ output, prompt, width, onError }: StillProps) {
  const address = thumbAddress(output, width <= 256 ? 256 : 512)
  if (address !== undefined)
    return <img src={address} alt={prompt} decoding="async" draggable={false} onError={onError} />
  // A video without a cover shows its own beginning.
  const beginning = `${fileAddressHere(output.url)}#t=0.1`
  return <video src={beginning} muted playsInline preload="metadata" aria-label={prompt} tabIndex={-1} />
}

function Playing({ output }: { output: Output }) {
  if (useMedia('(prefers-reduced-motion: reduce)')) return null
  const address = fileAddressHere(output.url)
  return <video src={address} muted loop autoPlay playsInline disablePictureInPicture tabIndex={-1} aria-hidden />
}
