// The least that can be started: Fastify with one route.
import { bareServer, serve } from './bare-server.ts'

const app = bareServer({ log: true })
app.get('/healthz', async () => ({ status: 'ok' }))
await serve(app)
