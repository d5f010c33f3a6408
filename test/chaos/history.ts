import { machineMs, openJournal } from './journal.ts'

/** What a client wants of the service. */
export type Asked =
  | { what: 'submit'; kind: 'image' | 'video'; model: string; key: string | null; webhook: boolean }
  | { what: 'poll'; id: string }
  | { what: 'cancel'; id: string }
  | { what: 'delete'; id: string }

/** What became of it: `unknown` when the answer never came, for then it may have happened or not. */
export type Answered =
  | { event: 'ok'; id: string; status?: string; result?: string }
  | { event: 'refused'; http: number }
  | { event: 'unknown' }

export type HistoryEntry = { n: number; at: number } & ((Asked & { event: 'invoke' }) | Answered)

/** The clients' side of a run: each request before it is sent and after it came back, in the order in which it was. */
export function openHistory(path: string, first = 0) {
  const journal = openJournal<HistoryEntry>(path)
  let count = first
  return {
    invoke(asked: Asked): (answered: Answered) => void {
      const n = count++
      journal.add({ n, at: machineMs(), event: 'invoke', ...asked })
      return (answered) => journal.add({ n, at: machineMs(), ...answered })
    },
    close: () => journal.close(),
  }
}

export type History = ReturnType<typeof openHistory>
