import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A bare connection to the service, for what no HTTP client would send. */
export async function rawConnection(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Sends text and gives back everything that is answered until the other side closes. */
export async function rawExchange(url: string, text: string): Promise<string> {
  const socket = await rawConnection(url)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.write(text)
  await once(socket, 'close')
  return Buffer.concat(chunks).toString('latin1')
}
