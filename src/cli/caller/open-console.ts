import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Mediagen } from '@mediagen/client'
import type { Call } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { openScreen } from '../terminal/screen.ts'
import { connection } from './connection.ts'
import { openFile } from './save-results.ts'

// A browser that has to start first takes a few seconds.
const BROWSER_WAIT_MS = 15_000

/** Opens the console in a browser, signed in; or prints the link that does. */
export async function openCommand(call: Call): Promise<number> {
  const { given, environment } = call
  const screen = openScreen({ json: given.flag('json'), environment })
  const { url, key } = await connection(call)
  const { name } = await new Mediagen({ baseURL: url, apiKey: key, maxRetries: 1 }).me()
  const link = `${url}/#key=${key}`
  if (screen.isJson) screen.printJson({ url: link })
  else if (given.flag('print') === true) screen.print(link)
  else {
    screen.print(`Opening ${url}/ in your browser, signed in with the key '${name}'.`)
    if (!(await handOver(link, openFile, AbortSignal.timeout(BROWSER_WAIT_MS))))
      screen.print(`The browser could not be opened. Open this link instead:\n\n  ${link}\n`)
  }
  return EXIT.done
}

/**
 * Sends a browser to a link without naming the link on a command line, where every user of the machine could read the
 * key: the browser gets a URL that works once and redirects to the link. False if no browser came.
 */
export async function handOver(
  link: string,
  open: (address: string) => Promise<boolean>,
  patience: AbortSignal,
): Promise<boolean> {
  const path = `/${randomBytes(16).toString('hex')}`
  const server = createServer({ keepAlive: false })
  const taken = new Promise<boolean>((resolve) => {
    patience.addEventListener('abort', () => resolve(false), { once: true })
    server.on('request', ({ url }, response) => {
      if (url !== path) return void response.writeHead(404).end()
      response.writeHead(302, { location: link, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      response.end(() => resolve(true))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  try {
    return (await open(`http://127.0.0.1:${port}${path}`)) && (await taken)
  } finally {
    server.close()
    server.closeAllConnections()
  }
}
