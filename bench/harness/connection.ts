import { connect, type Socket } from 'node:net'

export type Reply = { status: number; body: Buffer }

const HEAD_END = '\r\n\r\n'

/**
 * One kept connection that asks and reads, one request at a time. `node:http` as the client would take longer over a poll
 * than the fastest server does, and the table would compare clients.
 */
export class Connection {
  #socket: Socket
  #chunks: Buffer[] = []
  #bytes = 0
  #bodyAt = -1
  #needed = 0
  #isChunked = false
  #waiting: { resolve(reply: Reply): void; reject(error: Error): void } | undefined

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.on('data', (chunk: Buffer) => this.#take(chunk))
    this.#socket.on('error', (error) => this.#fail(error))
    this.#socket.on('close', () => this.#fail(new Error('the server closed the connection')))
  }

  ask(request: Buffer): Promise<Reply> {
    this.#chunks = []
    this.#bytes = 0
    this.#bodyAt = -1
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket.write(request)
    })
  }

  close(): void {
    this.#waiting = undefined
    this.#socket.destroy()
  }

  #fail(error: Error): void {
    this.#waiting?.reject(error)
    this.#waiting = undefined
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    if (this.#bodyAt < 0) this.#readHead()
    if (this.#bodyAt < 0) return
    if (this.#isChunked ? isLastChunk(chunk) : this.#bytes >= this.#bodyAt + this.#needed) this.#end()
  }

  #readHead(): void {
    const sofar = this.#whole()
    const end = sofar.indexOf(HEAD_END)
    if (end < 0) return
    const head = sofar.toString('latin1', 0, end).toLowerCase()
    this.#bodyAt = end + HEAD_END.length
    this.#isChunked = head.includes('\r\ntransfer-encoding: chunked')
    const at = head.indexOf('\r\ncontent-length:')
    this.#needed = at < 0 ? 0 : Number.parseInt(head.slice(at + 17, at + 34), 10)
  }

  #whole(): Buffer {
    if (this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks, this.#bytes)]
    return this.#chunks[0] ?? Buffer.alloc(0)
  }

  #end(): void {
    const whole = this.#whole()
    const body = whole.subarray(this.#bodyAt)
    const status = Number(whole.toString('latin1', 9, 12))
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.resolve({ status, body: this.#isChunked ? joinChunks(body) : body })
  }
}

// Nothing that is measured here has a line break in its body, so only the last chunk can end like this.
function isLastChunk(chunk: Buffer): boolean {
  return chunk.length >= 5 && chunk.toString('latin1', chunk.length - 5) === '0\r\n\r\n'
}

function joinChunks(body: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < body.length;) {
    const lineEnd = body.indexOf('\r\n', at)
    const size = Number.parseInt(body.toString('latin1', at, lineEnd), 16)
    if (!(size > 0)) break
    parts.push(body.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
  return Buffer.concat(parts)
}
