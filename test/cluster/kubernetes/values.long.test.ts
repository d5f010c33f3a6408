import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHART, helm } from './helm.ts'

const WRONG: [string, RegExp][] = [
  ['replicas=3', /additional properties 'replicas' not allowed/],
  ['api.replicas=many', /\/api\/replicas.*got string, want integer/s],
  ['api.podDisruptionBudgets=true', /additional properties 'podDisruptionBudgets' not allowed/],
  ['settings.publicUrl=http://a', /invalid propertyName 'publicUrl'/],
  ['settings.PORT=8080', /\/settings\/PORT.*got number, want string/s],
  ['service.type=External', /\/service\/type.*one of 'ClusterIP', 'NodePort', 'LoadBalancer'/s],
  ['ingress.enabled=true', /\/ingress\/host.*minLength/s],
  ['keda.prometheus=prometheus:9090', /\/keda\/prometheus.*does not match pattern/s],
  ['keda.minReplicas=0', /\/keda\/minReplicas.*minimum: got 0, want 1/s],
  ['keda.modelServers[0].engine=gpus', /missing properties.*deployment/s],
  ['existingSecret=', /existingSecret is missing: name a secret with DATABASE_URL/],
  ['image.repository=', /\/image\/repository.*minLength/s],
]

test('wrong values are refused in words that name them', async () => {
  for (const [value, words] of WRONG) {
    const { code, err } = await helm(['template', 'x', CHART, '--set', 'existingSecret=mediagen', '--set', value])
    assert.notEqual(code, 0, value)
    assert.match(err, words, value)
  }
})
