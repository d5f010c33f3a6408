{{- define "mediagen.name" -}}
{{- if contains "mediagen" .Release.Name -}}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{- else -}}{{ printf "%s-mediagen" .Release.Name | trunc 50 | trimSuffix "-" }}{{- end -}}
{{- end -}}

{{- define "mediagen.labels" -}}
app.kubernetes.io/name: mediagen
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "mediagen.selector" -}}
app.kubernetes.io/name: mediagen
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "mediagen.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{- define "mediagen.serviceAccount" -}}
{{ .Values.serviceAccount.name | default (include "mediagen.name" .) }}
{{- end -}}

{{- define "mediagen.secret" -}}
{{ required "existingSecret is missing: name a secret with DATABASE_URL, MEDIAGEN_API_KEY and the S3 keys (docs/kubernetes.md shows the command)" .Values.existingSecret }}
{{- end -}}

{{/* A pod of a role: api or worker. */}}
{{- define "mediagen.pod" -}}
{{- $values := index .root.Values .role -}}
metadata:
  labels:
    {{- include "mediagen.selector" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
  annotations:
    # A change of the settings replaces the pods.
    mediagen/settings: {{ include (print .root.Template.BasePath "/settings.yaml") .root | sha256sum }}
    {{- with $values.annotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  # The pause before the signal, the time to drain, and some to spare.
  terminationGracePeriodSeconds: {{ add .root.Values.drainSeconds 20 }}
  serviceAccountName: {{ include "mediagen.serviceAccount" .root }}
  automountServiceAccountToken: false
  # The variables of a Service named mediagen look like settings.
  enableServiceLinks: false
  securityContext:
    runAsNonRoot: true
    runAsUser: 65532
    runAsGroup: 65532
    fsGroup: 65532
    seccompProfile: { type: RuntimeDefault }
  {{- with .root.Values.imagePullSecrets }}
  imagePullSecrets: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.nodeSelector }}
  nodeSelector: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.tolerations }}
  tolerations: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- if $values.spread }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "mediagen.selector" .root | nindent 10 }}
          app.kubernetes.io/component: {{ .role }}
  {{- end }}
  containers:
    - name: mediagen
      image: {{ include "mediagen.image" .root }}
      imagePullPolicy: {{ .root.Values.image.pullPolicy }}
      args: [serve, --role, {{ .role }}]
      envFrom:
        - configMapRef: { name: {{ include "mediagen.name" .root }} }
        - secretRef: { name: {{ include "mediagen.secret" .root }} }
      ports:
        - { name: http, containerPort: 8080 }
        {{- if .root.Values.metrics.enabled }}
        - { name: metrics, containerPort: 9464 }
        {{- end }}
      startupProbe: { httpGet: { path: /readyz, port: http }, periodSeconds: 1, failureThreshold: 60 }
      # 503 while it drains or the database is away: no new requests, but no restart either.
      readinessProbe: { httpGet: { path: /readyz, port: http }, periodSeconds: 5, timeoutSeconds: 6 }
      livenessProbe: { httpGet: { path: /healthz, port: http }, periodSeconds: 10, timeoutSeconds: 5 }
      # Until every load balancer knows that the pod is leaving, requests still come.
      lifecycle: { preStop: { sleep: { seconds: 5 } } }
      resources: {{- toYaml $values.resources | nindent 8 }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
      volumeMounts:
        - { name: data, mountPath: /data }
        - { name: tmp, mountPath: /tmp }
        {{- include "mediagen.mounts" .root | nindent 8 }}
  volumes:
    # Uploads on their way to the bucket. Nothing in it needs to outlive the pod.
    - { name: data, emptyDir: { sizeLimit: 20Gi } }
    - { name: tmp, emptyDir: {} }
    {{- include "mediagen.volumes" .root | nindent 4 }}
{{- end -}}

{{- define "mediagen.mounts" -}}
{{- if .Values.config }}
- { name: files, mountPath: /app/mediagen.config.ts, subPath: mediagen.config.ts, readOnly: true }
{{- end }}
{{- range $file, $text := .Values.workflows }}
- { name: files, mountPath: /app/workflows/{{ $file }}, subPath: workflow-{{ $file }}, readOnly: true }
{{- end }}
{{- end -}}

{{- define "mediagen.volumes" -}}
{{- if or .Values.config .Values.workflows }}
- name: files
  configMap: { name: {{ include "mediagen.name" . }}-files }
{{- end }}
{{- end -}}
