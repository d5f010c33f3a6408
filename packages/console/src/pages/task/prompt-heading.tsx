import { useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../parts/controls/button.tsx'

/** The prompt as the name of the page: its first lines, and all of it for who asks. */
export function PromptHeading({ prompt }: { prompt: string }) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isWhole, setWhole] = useState(false)
  const [isLong, setLong] = useState(false)
  useLayoutEffect(() => {
    const element = heading.current
    // While all of it is shown nothing is cut, and nothing can be learnt.
    if (element === null || isWhole) return undefined
    const measure = (): void => setLong(element.scrollHeight > element.clientHeight + 1)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [prompt, isWhole])
  return (
    <div className="task-name">
      <h1 dir="auto" id={id} ref={heading} className={isWhole ? '' : 'cut'}>
        {prompt}
      </h1>
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
