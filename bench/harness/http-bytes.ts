export const KEY = 'key-of-the-bench-and-no-other'

export function getBytes(path: string, headers: Readonly<Record<string, string>> = {}): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines({ authorization: `Bearer ${KEY}`, ...headers })}\r\n`)
}

export function postJson(path: string, json: object, headers: Readonly<Record<string, string>> = {}): Buffer {
  return postBytes(path, Buffer.from(JSON.stringify(json)), { 'content-type': 'application/json', ...headers })
}

export function postBytes(path: string, body: Buffer, headers: Readonly<Record<string, string>>): Buffer {
  const all = { authorization: `Bearer ${KEY}`, 'content-length': String(body.length), ...headers }
  return Buffer.concat([Buffer.from(`POST ${path} HTTP/1.1\r\n${lines(all)}\r\n`), body])
}

function lines(headers: Readonly<Record<string, string>>): string {
  const all = { host: '127.0.0.1', ...headers }
  return Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
}
