/** Who asks, and whether the picture is soon done. */
export type Wish = { asker: string; light: boolean }

type Waiter = { asker: string; begin: (place: 'heavy' | 'light') => void }
type Lane = { add(waiter: Waiter): void; next(): Waiter | undefined }

/**
 * Lets a heavy and a light piece of work run together, each at its place; the others wait, and the askers take turns.
 * One place is for light work alone. The other serves heavy work first, and light work when there is none: neither kind
 * can starve the other, and no two heavy pictures are unpacked together.
 */
export function waitingLine<Place>(places: { heavy: Place; light: Place }) {
  const light = lane()
  const heavy = lane()
  const busy = { heavy: false, light: false }

  const fill = (): void => {
    for (const place of ['heavy', 'light'] as const) {
      if (busy[place]) continue
      const next = place === 'heavy' ? (heavy.next() ?? light.next()) : light.next()
      if (next === undefined) continue
      busy[place] = true
      next.begin(place)
    }
  }

  return async <T>(wish: Wish, work: (place: Place) => Promise<T>): Promise<T> => {
    const place = await new Promise<keyof typeof busy>((begin) => {
      const line = wish.light ? light : heavy
      line.add({ asker: wish.asker, begin })
      fill()
    })
    try {
      return await work(places[place])
    } finally {
      busy[place] = false
      fill()
    }
  }
}

/** The askers in the order of their turns, each with what it waits for. */
function lane(): Lane {
  const askers = new Map<string, Waiter[]>()
  let lastServed: string | undefined
  return {
    add: (waiter) => {
      const own = askers.get(waiter.asker)
      if (own === undefined) askers.set(waiter.asker, [waiter])
      else own.push(waiter)
    },
    next: () => {
      // Who was served before anybody else came stands first, and has had its turn.
      const early = lastServed === undefined ? undefined : askers.get(lastServed)
      if (lastServed !== undefined && early !== undefined) {
        askers.delete(lastServed)
        askers.set(lastServed, early)
      }
      const [first] = askers
      if (first === undefined) return undefined
      const [asker, own] = first
      const waiter = own.shift()
      lastServed = asker
      // To the end of the round, or out of it.
      askers.delete(asker)
      if (own.length > 0) askers.set(asker, own)
      return waiter
    },
  }
}
