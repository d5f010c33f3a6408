import { connect } from 'node:net'

/** An answer as far as it is judged. */
export type RawAnswer = { status: number; type: string | undefined; body: string }

// Half a request gets no answer before its deadline: after this long we hang up ourselves.
const PATIENCE_MS = 400

/** Sends text as it is and gives the answers that came until the connection ended. */
export async function rawExchange(url: string, text: string): Promise<RawAnswer[]> {
  const { hostname, port } = new URL(url)
  const said = await new Promise<string>((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(text, 'latin1'))
    const hangUp = setTimeout(() => socket.destroy(), PATIENCE_MS)
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      hangUp.refresh()
    })
    // A reset is an answer too, where what was sent is no HTTP.
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(hangUp)
      resolve(Buffer.concat(chunks).toString('latin1'))
    })
  })
  return answersIn(said)
}

/** Takes apart what came: one answer after the other, each as long as it says. */
export function answersIn(said: string): RawAnswer[] {
  const answers: RawAnswer[] = []
  let rest = said
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n')
    const head = rest.slice(0, end)
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1] ?? 0)
    if (end < 0 || status === 0) return [...answers, { status: 0, type: undefined, body: rest }]
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? Infinity)
    const body = rest.slice(end + 4, end + 4 + length)
    rest = rest.slice(end + 4 + body.length)
    // 100 only says that the body may come.
    if (status !== 100) answers.push({ status, type: /\r\ncontent-type: ([^\r]*)/i.exec(head)?.[1], body })
  }
  return answers
}
