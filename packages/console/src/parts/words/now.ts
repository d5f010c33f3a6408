import { useEffect, useState } from 'react'

/** The only clock of the page; in seconds since 1970, as all times of the service. */
export function nowSeconds(): number {
  return Date.now() / 1000
}

/** The present time, renewed every so often; stands still where `isOn` is false. */
export function useNow(everyMs: number, isOn = true): number {
  const [now, setNow] = useState(nowSeconds)
  useEffect(() => {
    if (!isOn) return undefined
    const timer = setInterval(() => setNow(nowSeconds()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs, isOn])
  return now
}
