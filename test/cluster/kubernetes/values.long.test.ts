import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHART, helm } from './helm.ts'

const COMFYUI = 'keda.modelServers[0].deployment=comfyui,keda.modelServers[0].engine=gpus'

/** What is wrong, and how both the fourth and the third version of helm name it. */
const WRONG: [string, RegExp][] = [
  ['replicas=3', /additional propert(?:ies|y) '?replicas'? (?:is )?not allowed/i],
  ['api.replicas=many', /api[./]replicas.*integer/s],
  ['api.podDisruptionBudgets=true', /additional propert(?:ies|y) '?podDisruptionBudgets'? (?:is )?not allowed/i],
  ['settings.publicUrl=http://a', /publicUrl.*does not match pattern/is],
  ['settings.PORT=8080', /settings[./]PORT.*string/s],
  ['service.type=External', /service[./]type.*one of.*ClusterIP/s],
  ['ingress.enabled=true', /ingress[./]host.*(?:minLength|greater than or equal to 1)/s],
  ['keda.prometheus=prometheus:9090', /keda[./]prometheus.*does not match pattern/is],
  ['keda.minReplicas=0', /keda[./]minReplicas.*(?:minimum|greater than or equal to 1)/s],
  ['keda.modelServers[0].engine=gpus', /keda[./]modelServers[./]0.*deployment/s],
  ['keda.enabled=true,keda.minReplicas=5,keda.maxReplicas=2', /keda.minReplicas is more than keda.maxReplicas/],
  [
    `keda.enabled=true,${COMFYUI},keda.modelServers[0].minReplicas=3,keda.modelServers[0].maxReplicas=2`,
    /minReplicas of comfyui is more than its maxReplicas/,
  ],
  ['keda.enabled=true,metrics.enabled=false', /keda.enabled needs metrics.enabled/],
  ['existingSecret=', /existingSecret is missing: name a secret with DATABASE_URL/],
  ['image.repository=', /image[./]repository.*(?:minLength|greater than or equal to 1)/s],
]

test('wrong values are refused in words that name them', async () => {
  for (const [value, words] of WRONG) {
    const { code, err } = await helm(['template', 'x', CHART, '--set', 'existingSecret=mediagen', '--set', value])
    assert.notEqual(code, 0, value)
    assert.match(err, words, value)
  }
})
