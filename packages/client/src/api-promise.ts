export type Answered<T> = {
  data: T
  /** Its body has been read. */
  response: Response
  /** Quote it when you ask for help. */
  requestId: string | null
}

/** A promise of what an answer holds, which also gives the answer itself. */
export type ApiPromise<T> = Promise<T> & { withResponse(): Promise<Answered<T>> }

export function apiPromise<T>(answered: Promise<{ data: T; response: Response }>): ApiPromise<T> {
  const data = answered.then((each) => each.data)
  const withResponse = async (): Promise<Answered<T>> => {
    // Whoever asks for both hears of a failure once, not a second time from the promise that nobody looks at.
    data.catch(() => undefined)
    const { data: value, response } = await answered
    return { data: value, response, requestId: response.headers.get('x-request-id') }
  }
  return Object.assign(data, { withResponse })
}
