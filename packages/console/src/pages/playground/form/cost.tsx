import type { EstimateAnswer } from '@mediagen/client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { moneyText } from '../../../parts/words/amounts.tsx'
import { errorText } from '../../../parts/states/error-state.tsx'
import { queryKeys } from '../../../data/query-keys.ts'
import { useClient } from '../../../data/session.tsx'
import { paramsOf, type Wish } from './request.ts'

// A pause in choosing.
const SETTLED_MS = 300

export type Cost = { text: string; about: string | undefined; warnings: readonly string[]; problem: string | undefined }

/** What the click would cost, before it. The prompt has no part in it, so typing asks for nothing. */
export function useCost(wishes: readonly Wish[]): Cost {
  const client = useClient()
  const asked = useSettled(wishes, JSON.stringify(wishes.map(keyOf)))
  const { data, error } = useQuery({
    queryKey: queryKeys.estimate(asked.key),
    queryFn: ({ signal }) =>
      Promise.all(
        asked.wishes.map((wish) => client.estimate({ ...paramsOf(wish), prompt: 'x', kind: wish.kind }, { signal })),
      ),
    enabled: asked.wishes.length > 0,
    staleTime: 60_000,
    // What was true before is shown until the new answer is here, so that nothing jumps.
    placeholderData: (before) => before,
    retry: false,
  })
  if (error !== null) return { text: '', about: undefined, warnings: [], problem: errorText(error) }
  if (data === undefined) return { text: '…', about: undefined, warnings: [], problem: undefined }
  return { ...sumOf(data), warnings: [...new Set(data.flatMap(({ warnings }) => warnings))], problem: undefined }
}

function keyOf(wish: Wish): unknown {
  const { negative_prompt: _negative, ...rest } = wish
  return { ...rest, prompt: '', references: wish.references.map(({ id, role, mask }) => [id, role, mask?.length]) }
}

function useSettled(wishes: readonly Wish[], key: string): { wishes: readonly Wish[]; key: string } {
  const [settled, setSettled] = useState({ wishes, key })
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ wishes, key }), SETTLED_MS)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- the key says all that matters of the wishes, which are made anew with every key that is pressed
  }, [key])
  return settled
}

export function sumOf(estimates: readonly EstimateAnswer[]): Pick<Cost, 'text' | 'about'> {
  const unknown = estimates.find(({ usd_max: most }) => most === null)
  if (unknown !== undefined) return { text: 'Cost unknown', about: unknown.reason ?? undefined }
  const least = estimates.reduce((sum, each) => sum + (each.usd_min ?? 0), 0)
  const most = estimates.reduce((sum, each) => sum + (each.usd_max ?? 0), 0)
  if (most === 0) return { text: 'Free', about: undefined }
  return { text: least === most ? moneyText(most) : `${moneyText(least)} to ${moneyText(most)}`, about: undefined }
}
