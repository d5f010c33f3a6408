import { apiPromise, type ApiPromise } from './api-promise.ts'
import type { Call, CallOptions, Transport } from './transport.ts'

/** One page of a list. `for await` iterates over all pages. */
export type Page<T> = AsyncIterable<T> & {
  readonly data: T[]
  readonly hasMore: boolean
  /** The next page; undefined after the last. */
  next(): Promise<Page<T> | undefined>
}

/** A promise of the first page, which you can also iterate over directly. */
export type PagePromise<T> = ApiPromise<Page<T>> & AsyncIterable<T>

type ListAnswer<T> = { data: T[]; has_more?: boolean; next_cursor?: string | null }

export function listOf<T>(transport: Transport, call: Call, options: CallOptions = {}): PagePromise<T> {
  const fetchPage = async (cursor?: string) => {
    const { data: answer, response } = await transport.json<ListAnswer<T>>(
      { ...call, query: { ...call.query, ...(cursor === undefined ? {} : { cursor }) } },
      options,
    )
    return { data: pageOf(answer), response }
  }
  const pageOf = ({ data, next_cursor: cursor }: ListAnswer<T>): Page<T> => {
    const next = async () => (typeof cursor === 'string' ? (await fetchPage(cursor)).data : undefined)
    const page: Page<T> = {
      data,
      hasMore: typeof cursor === 'string',
      next,
      [Symbol.asyncIterator]: () => itemsFrom(Promise.resolve(page)),
    }
    return page
  }
  const first = apiPromise(fetchPage())
  return Object.assign(first, { [Symbol.asyncIterator]: () => itemsFrom(first) })
}

async function* itemsFrom<T>(first: Promise<Page<T>>): AsyncGenerator<T, void> {
  for (let page: Page<T> | undefined = await first; page !== undefined; page = await page.next()) yield* page.data
}
