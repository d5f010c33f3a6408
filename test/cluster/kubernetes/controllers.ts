// needs: controllers
import { freePort } from '../../support/free-port.ts'
import type { ApiServer } from './api-server.ts'

/** What makes pods of deployments and jobs, and leads services to them. */
export async function startControllers(server: ApiServer): Promise<void> {
  server.start('kube-controller-manager', {
    'leader-elect': 'false',
    'bind-address': '127.0.0.1',
    'secure-port': String(await freePort()),
  })
}
