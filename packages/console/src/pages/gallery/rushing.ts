import { useEffect, useState } from 'react'

// Nobody recognises a picture at such a pace; and the pictures come again as soon as it is clearly slower.
const TOO_FAST_PX_PER_MS = 2
const SLOW_AGAIN_PX_PER_MS = 1
// Without a further step for so long, the page rests. A step after a rest is a jump, and what it jumped to is looked at.
const REST_MS = 100

/** Whether the page is scrolled too fast for anything on it to be recognised. */
export function useRushing(): boolean {
  const [isRushing, setRushing] = useState(false)
  useEffect(() => {
    let last = { at: Number.NEGATIVE_INFINITY, top: scrollY }
    let rest: ReturnType<typeof setTimeout> | undefined
    const step = ({ timeStamp: at }: Event): void => {
      const top = scrollY
      const passed = at - last.at
      const pace = passed > REST_MS ? 0 : Math.abs(top - last.top) / Math.max(passed, 1)
      last = { at, top }
      setRushing((before) => pace > (before ? SLOW_AGAIN_PX_PER_MS : TOO_FAST_PX_PER_MS))
      clearTimeout(rest)
      rest = setTimeout(setRushing, REST_MS, false)
    }
    addEventListener('scroll', step, { passive: true })
    return () => {
      removeEventListener('scroll', step)
      clearTimeout(rest)
    }
  }, [])
  return isRushing
}
