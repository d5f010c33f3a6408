import { useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../controls/button.tsx'
import './cut-text.css'

type CutTextProps = { text: string; as: 'h1' | 'p' }

/** A text that callers wrote: its first lines, and a button that shows all of it. It reads in its own direction. */
export function CutText({ text, as: Tag }: CutTextProps) {
  const id = useId()
  const place = useRef<HTMLHeadingElement & HTMLParagraphElement>(null)
  const [isWhole, setWhole] = useState(false)
  const [isLong, setLong] = useState(false)
  useLayoutEffect(() => {
    const element = place.current
    // While all of it is shown nothing is cut, and nothing can be learnt.
    if (element === null || isWhole) return undefined
    const measure = (): void => setLong(element.scrollHeight > element.clientHeight + 1)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [text, isWhole])
  return (
    <div className="cut-text">
      <Tag dir="auto" id={id} ref={place} className={isWhole ? '' : 'cut'}>
        {text}
      </Tag>
      {isLong && (
        <Button
          size="small"
          kind="quiet"
          aria-expanded={isWhole}
          aria-controls={id}
          onClick={() => setWhole((before) => !before)}
        >
          {isWhole ? 'Show less' : 'Show all'}
        </Button>
      )}
    </div>
  )
}
