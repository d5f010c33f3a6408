export type Answered<T> = {
  data: T
  /** The response; its body has already been read. */
  response: Response
  /** Quote it when you ask for help. */
  requestId: string | null
}

/** A promise of the response data, which also gives access to the response itself. */
export type ApiPromise<T> = Promise<T> & { withResponse(): Promise<Answered<T>> }

export function apiPromise<T>(answered: Promise<{ data: T; response: Response }>): ApiPromise<T> {
  const data = answered.then((each) => each.data)
  const withResponse = async (): Promise<Answered<T>> => {
    // A caller of both learns of a failure once, not a second time from the promise that nobody awaits.
    data.catch(() => undefined)
    const { data: value, response } = await answered
    return { data: value, response, requestId: response.headers.get('x-request-id') }
  }
  return Object.assign(data, { withResponse })
}
