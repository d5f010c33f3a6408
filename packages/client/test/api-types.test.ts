import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { apiTypes, type ApiDocument } from '../scripts/api-types.ts'
import { openClient } from './open-client.ts'

/** Who does what the service offers. Files are fetched by the results themselves; others are for machines. */
const DONE_BY: Readonly<Record<string, string>> = {
  listProjects: 'admin.projects.list',
  getProject: 'admin.projects.get',
  createProject: 'admin.projects.create',
  editProject: 'admin.projects.edit',
  archiveProject: 'admin.projects.archive',
  getOwnProject: 'project',
  listProjectKeys: 'projectKeys.list',
  getProjectKey: 'projectKeys.get',
  createProjectKey: 'projectKeys.create',
  editProjectKey: 'projectKeys.edit',
  revokeProjectKey: 'projectKeys.revoke',
  rotateProjectKey: 'projectKeys.rotate',
  createImage: 'images.generate',
  createVideo: 'videos.create',
  getVideo: 'videos.get',
  listTasks: 'tasks.list',
  countTasks: 'tasks.counts',
  getTaskPreview: 'tasks.preview',
  getTask: 'tasks.get',
  deleteTask: 'tasks.delete',
  deleteTasks: 'tasks.deleteMany',
  cancelTask: 'tasks.cancel',
  cancelTasks: 'tasks.cancelMany',
  retryTask: 'tasks.retry',
  watchTask: 'tasks.watch',
  listModels: 'models.list',
  listUsage: 'usage',
  estimate: 'estimate',
  getLimits: 'limits',
  getMe: 'me',
  getProvenance: 'provenance',
  checkProvenance: 'provenance',
  createUpload: 'uploads.create',
  signUpload: 'uploads.sign',
  listUploads: 'uploads.list',
  getUpload: 'uploads.get',
  deleteUpload: 'uploads.delete',
  getUploadContent: 'uploads.download',
  listDeliveries: 'webhooks.deliveries',
  listAllDeliveries: 'webhooks.list',
  getDelivery: 'webhooks.get',
  redeliver: 'webhooks.redeliver',
  redeliverSince: 'webhooks.redeliver',
  testWebhook: 'webhooks.test',
  getWebhookSecret: 'webhooks.secrets',
  rotateWebhookSecret: 'webhooks.rotateSecret',
  listKeys: 'admin.keys.list',
  createKey: 'admin.keys.create',
  getKey: 'admin.keys.get',
  editKey: 'admin.keys.edit',
  revokeKey: 'admin.keys.revoke',
  rotateKey: 'admin.keys.rotate',
  listAudit: 'admin.audit',
  listEvents: 'admin.events',
  listAllTasks: 'admin.tasks.list',
  getAnyTask: 'admin.tasks.get',
  cancelAnyTask: 'admin.tasks.cancel',
  listAllUsage: 'admin.usage',
  getSystem: 'admin.system',
  getScale: 'admin.scale',
  pauseEngine: 'admin.pauseEngine',
  resumeEngine: 'admin.resumeEngine',
  listProviders: 'admin.providers',
  listLocalModels: 'admin.localModels.list',
  addLocalModel: 'admin.localModels.add',
  removeLocalModel: 'admin.localModels.remove',
  getReadiness: 'readiness',
}
// `putUpload` sends to a signed address: it has no client, for it has no key.
const WITHOUT = ['getFile', 'getHealth', 'getMetrics', 'putSignedUpload', 'postSignedUpload']

test('the types are those of the document that the service serves: npm run types -w @mediagen/client renews them', async (t) => {
  const { service } = await openClient(t)
  const document = (await (await service.call('/openapi.json')).json()) as ApiDocument
  const committed = await readFile(resolve(import.meta.dirname, '../src/api-types.ts'), 'utf8')
  assert.equal(committed, apiTypes(document))
})

test('a change of the document changes the types', async (t) => {
  const { service } = await openClient(t)
  const text = await (await service.call('/openapi.json')).text()
  const changed = JSON.parse(text.replaceAll('"queue_position"', '"place_in_line"')) as ApiDocument
  assert.notEqual(apiTypes(changed), apiTypes(JSON.parse(text) as ApiDocument))
})

test('everything that the service offers has a method', async (t) => {
  const { service, client } = await openClient(t)
  const { paths } = (await (await service.call('/openapi.json')).json()) as ApiDocument
  const offered = Object.values(paths).flatMap((each) => Object.values(each).map(({ operationId }) => operationId))
  assert.deepEqual(offered.toSorted(), [...Object.keys(DONE_BY), ...WITHOUT].toSorted())
  for (const path of Object.values(DONE_BY)) {
    const method = path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], client)
    assert.equal(typeof method, 'function', path)
  }
})
