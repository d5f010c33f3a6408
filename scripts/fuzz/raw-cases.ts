/** What no HTTP library would send, and how many answers it may have at most: more, and something was smuggled in. */
export type RawCase = { name: string; text: string; mostAnswers: number; status?: number }

const HEAD = 'Host: localhost\r\n'
const CLOSE = 'Connection: close\r\n\r\n'
const HIDDEN = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'

/** Two ways to say where the body ends: a server that believes the other one sees a second request. */
function smuggling(key: string): RawCase[] {
  const post = `POST /api/ai/videos HTTP/1.1\r\n${HEAD}Authorization: Bearer ${key}\r\nContent-Type: application/json\r\n`
  const lengths = [
    '-1',
    '+5',
    '5, 5',
    '5 5',
    '0x5',
    '5;a',
    '',
    '99999999999999999999',
    '1e1',
    '٥',
    '5\u00a0',
    '\u000b5',
  ]
  const codings = [
    'chunked, chunked',
    'chunked, identity',
    'identity, chunked',
    'gzip, chunked',
    'xchunked',
    ' chunked',
    '\tchunked',
    'chunked\u000b',
    'Chunked ',
    '"chunked"',
    'chunked;a=b',
    'cow',
    '',
  ]
  return [
    ...lengths.map((length) => ({
      name: `length ${length}`,
      text: `${post}Content-Length: ${length}\r\n\r\n${HIDDEN}`,
    })),
    ...codings.map((coding) => ({
      name: `coding ${coding}`,
      text: `${post}Transfer-Encoding: ${coding}\r\n\r\n0\r\n\r\n`,
    })),
    ...codings.map((coding) => ({
      name: `length and coding ${coding}`,
      text: `${post}Content-Length: 5\r\nTransfer-Encoding: ${coding}\r\n\r\n0\r\n\r\n${HIDDEN}`,
    })),
    { name: 'two lengths', text: `${post}Content-Length: 1\r\nContent-Length: 2\r\n\r\nx${HIDDEN}` },
    { name: 'the same length twice', text: `${post}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}${HIDDEN}` },
    {
      name: 'two codings',
      text: `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n0\r\n\r\n${HIDDEN}`,
    },
    { name: 'space before the colon', text: `${post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${HIDDEN}` },
  ].map((each) => ({ ...each, mostAnswers: each.name === 'the same length twice' ? 2 : 1 }))
}

function chunking(key: string): RawCase[] {
  const head = `POST /api/ai/videos HTTP/1.1\r\n${HEAD}Authorization: Bearer ${key}\r\nContent-Type: application/json\r\n`
  const bodies = {
    'not a number': 'zz\r\n{}\r\n0\r\n\r\n',
    negative: '-1\r\n{}\r\n0\r\n\r\n',
    'far too large': 'fffffffffffffffff\r\n{}\r\n0\r\n\r\n',
    'with 0x': '0x2\r\n{}\r\n0\r\n\r\n',
    'shorter than it says': 'a\r\n{}\r\n0\r\n\r\n',
    'longer than it says': '1\r\n{}\r\n0\r\n\r\n',
    'bare line feeds': '2\n{}\n0\n\n',
    'a huge extension': `2;a=${'b'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
    'a trailer that names a length': '2\r\n{}\r\n0\r\nContent-Length: 99\r\n\r\n',
    'huge trailers': `2\r\n{}\r\n0\r\nA: ${'b'.repeat(40_000)}\r\n\r\n`,
    'a chunk of nothing first': '0\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
  }
  return Object.entries(bodies).map(([name, body]) => ({
    name: `a chunk ${name}`,
    text: `${head}Transfer-Encoding: chunked\r\n\r\n${body}`,
    // What follows a good end is one broken request more.
    mostAnswers: 2,
  }))
}

function heads(key: string): RawCase[] {
  const cases: Record<string, string> = {
    'a good request': `GET /healthz HTTP/1.1\r\n${HEAD}${CLOSE}`,
    'an unknown method': `QUERY / HTTP/1.1\r\n${HEAD}${CLOSE}`,
    'a made-up method': `BREW / HTTP/1.1\r\n${HEAD}${CLOSE}`,
    trace: `TRACE /healthz HTTP/1.1\r\n${HEAD}Authorization: Bearer ${key}\r\n${CLOSE}`,
    connect: `CONNECT 127.0.0.1:22 HTTP/1.1\r\n${HEAD}${CLOSE}`,
    'a broken escape': `GET /%zz HTTP/1.1\r\n${HEAD}${CLOSE}`,
    'an overlong escape': `GET /files/%c0%ae%c0%ae/x HTTP/1.1\r\n${HEAD}${CLOSE}`,
    'dots in the path': `GET /files/../../etc/passwd HTTP/1.1\r\n${HEAD}${CLOSE}`,
    'escaped dots in the path': `GET /files/%2e%2e%2f%2e%2e%2fetc%2fpasswd HTTP/1.1\r\n${HEAD}${CLOSE}`,
    'two slashes': `GET //healthz HTTP/1.1\r\n${HEAD}${CLOSE}`,
    'a whole address': `GET http://other/healthz HTTP/1.1\r\n${HEAD}${CLOSE}`,
    'another host in the address': `GET http://169.254.169.254/ HTTP/1.1\r\n${HEAD}${CLOSE}`,
    'a star': `GET * HTTP/1.1\r\n${HEAD}${CLOSE}`,
    'a fragment': `GET /healthz#a HTTP/1.1\r\n${HEAD}${CLOSE}`,
    'an old version': 'GET /healthz HTTP/1.0\r\n\r\n',
    'no version': 'GET /healthz\r\n\r\n',
    'a version to come': `GET /healthz HTTP/3.0\r\n${HEAD}\r\n`,
    'two spaces': `GET  /healthz HTTP/1.1\r\n${HEAD}\r\n`,
    'a control character': `GET /healthz HTTP/1.1\r\n${HEAD}X-A: \u0001\r\n\r\n`,
    'a zero byte': `GET /healthz HTTP/1.1\r\n${HEAD}X-A: a\u0000b\r\n\r\n`,
    'a folded header': `GET /healthz HTTP/1.1\r\n${HEAD} folded: y\r\n\r\n`,
    'bare line feeds': 'GET /healthz HTTP/1.1\nHost: x\n\n',
    'bare returns': 'GET /healthz HTTP/1.1\rHost: localhost\r\r',
    'no host': 'GET /healthz HTTP/1.1\r\n\r\n',
    'two hosts': 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
    'an odd host': 'GET /docs HTTP/1.1\r\nHost: <script>alert(1)</script>\r\nConnection: close\r\n\r\n',
    'a header without a name': `GET /healthz HTTP/1.1\r\n${HEAD}: b\r\n\r\n`,
    'a header without a colon': `GET /healthz HTTP/1.1\r\n${HEAD}nonsense\r\n\r\n`,
    'a huge header': `GET /healthz HTTP/1.1\r\n${HEAD}A: ${'b'.repeat(20_000)}\r\n\r\n`,
    'a huge path': `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${HEAD}\r\n`,
    'many headers': `GET /healthz HTTP/1.1\r\n${HEAD}${'A: b\r\n'.repeat(2_100)}${CLOSE}`,
    'an expectation': `GET /healthz HTTP/1.1\r\n${HEAD}Expect: a miracle\r\n${CLOSE}`,
    'an upgrade': `GET /healthz HTTP/1.1\r\n${HEAD}Upgrade: websocket\r\nConnection: Upgrade, close\r\n\r\n`,
    'an upgrade to h2c': `GET /healthz HTTP/1.1\r\n${HEAD}Upgrade: h2c\r\nHTTP2-Settings: AAMA\r\n${CLOSE}`,
    'half a head': 'GET /healthz HTTP/1.1\r\nHost',
    'half a body': `POST /api/ai/videos HTTP/1.1\r\n${HEAD}Authorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"a`,
    'HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    TLS: '\u0016\u0003\u0001\u0002\u0000\u0001\u0000',
    nothing: '\r\n\r\n',
  }
  return Object.entries(cases).map(([name, text]) => ({ name, text, mostAnswers: name === 'HTTP/2' ? 2 : 1 }))
}

/** Every case, for a service on which this key works. */
export function rawCases(key: string): RawCase[] {
  const pipelined = `GET /healthz HTTP/1.1\r\n${HEAD}\r\n`.repeat(40) + `GET /healthz HTTP/1.1\r\n${HEAD}${CLOSE}`
  return [...smuggling(key), ...chunking(key), ...heads(key), { name: 'pipelined', text: pipelined, mostAnswers: 41 }]
}
