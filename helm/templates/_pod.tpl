{{/* The pod of one program. */}}
{{- define "g2.pod" -}}
{{- $root := .root }}
{{- $name := .part }}
{{- $program := .program }}
{{- $values := .values }}
{{- $part := dict "root" $root "part" $name }}
{{- $tls := $root.Values.insideTls.enabled }}
{{- $scheme := ternary ", scheme: HTTPS" "" $tls }}
serviceAccountName: {{ include "g2.name" $part }}
automountServiceAccountToken: false
enableServiceLinks: false
{{ include "g2.signals" . }}
terminationGracePeriodSeconds: {{ $values.gracePeriodSeconds }}
securityContext: {{- include "g2.podSecurity" (dict "root" $root) | nindent 2 }}
{{- include "g2.placement" (dict "root" $root "values" $values) }}
topologySpreadConstraints:
  {{- with $values.topologySpreadConstraints }}
  {{- toYaml . | nindent 2 }}
  {{- else }}
  {{- range $key := list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
  - maxSkew: 1
    topologyKey: {{ $key }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels: {{- include "g2.selector" $part | nindent 8 }}
  {{- end }}
  {{- end }}
{{- if $root.Values.embedded.enabled }}
initContainers:
  - name: key
    image: {{ include "g2.image" $part }}
    imagePullPolicy: {{ $root.Values.image.pullPolicy }}
    {{- if $program.database }}
    command: [node, services/kit/bin/keys.ts, /run/g2, derive, {{ $name }}]
    {{- else }}
    # The public keys alone are left to it.
    command: [sh, -c, node services/kit/bin/keys.ts /run/g2 derive identity && rm /run/g2/identity.json]
    {{- end }}
    env:
      {{- include "g2.secretEnv" (dict "variable" "KEY_SEED" "secret" (include "g2.name" (dict "root" $root "part" "signing-seed")) "key" "seed") | nindent 6 }}
    resources: { requests: { cpu: 50m, memory: 64Mi, ephemeral-storage: 32Mi }, limits: { memory: 128Mi, ephemeral-storage: 128Mi } }
    securityContext: {{- include "g2.containerSecurity" . | nindent 6 }}
    volumeMounts: [{ name: keys, mountPath: /run/g2 }]
  {{- if and (has "signing" $program.outside) (include "g2.simulated" $root) }}
  # A key of its own, by the roots of the test authority, which come of the same seed there.
  - name: signing
    image: {{ include "g2.image" (dict "root" $root "part" "test-authority") }}
    imagePullPolicy: {{ $root.Values.image.pullPolicy }}
    command: [node, --disable-warning=ExperimentalWarning, deploy/test-authority/src/main.ts, make]
    env: {{- include "g2.authorityEnv" (dict "root" $root "folder" "/run/signing") | nindent 6 }}
    resources: { requests: { cpu: 50m, memory: 96Mi, ephemeral-storage: 32Mi }, limits: { memory: 256Mi, ephemeral-storage: 128Mi } }
    securityContext: {{- include "g2.containerSecurity" . | nindent 6 }}
    volumeMounts: [{ name: signing, mountPath: /run/signing }]
  {{- end }}
{{- end }}
containers:
  - name: {{ $name }}
    image: {{ include "g2.image" $part }}
    imagePullPolicy: {{ $root.Values.image.pullPolicy }}
    securityContext: {{- include "g2.containerSecurity" . | nindent 6 }}
    ports:
      - { name: http, containerPort: 8080 }
      - { name: metrics, containerPort: 9464 }
      {{- if not $program.public }}
      - { name: grpc, containerPort: 9090 }
      {{- end }}
    {{- include "g2.extraEnv" (dict "part" $name "values" $values "env" (include "g2.env" .)) | nindent 4 }}
    # The program listens first for probes, then waits for its database: up to five minutes.
    startupProbe:
      {{- if or $program.public $root.Values.insideTls.enabled }}
      httpGet: { path: /readyz, port: http{{ $scheme }} }
      {{- else }}
      grpc: { port: 9090 }
      {{- end }}
      periodSeconds: 2
      timeoutSeconds: 3
      failureThreshold: 150
    # Its own start and its own database, never a peer.
    readinessProbe:
      httpGet: { path: /readyz, port: http{{ $scheme }} }
      periodSeconds: 5
      timeoutSeconds: 3
      failureThreshold: 2
    # The process alone: a database that is away restarts nothing.
    livenessProbe:
      httpGet: { path: /livez, port: http{{ $scheme }} }
      periodSeconds: 10
      timeoutSeconds: 5
      failureThreshold: 6
    lifecycle:
      # Balancers hear that the pod goes before it stops listening.
      preStop: { exec: { command: [sleep, "5"] } }
    resources: {{- toYaml $values.resources | nindent 6 }}
    volumeMounts:
      - { name: tmp, mountPath: /tmp }
      - { name: keys, mountPath: /run/g2, readOnly: true }
      {{- if $tls }}
      - { name: tls, mountPath: /run/tls, readOnly: true }
      {{- end }}
      {{- if has "signing" $program.outside }}
      - { name: signing, mountPath: /run/signing, readOnly: true }
      {{- end }}
      {{- include "g2.extraMounts" (dict "root" $root "values" $values) | nindent 6 }}
volumes:
  - { name: tmp, emptyDir: { sizeLimit: 64Mi } }
  {{- if $tls }}
  - name: tls
    secret: { secretName: {{ include "g2.tlsSecret" $part | quote }} }
  {{- end }}
  {{- if not $root.Values.embedded.enabled }}
  - name: keys
    secret:
      secretName: {{ $root.Values.signingKeys.existingSecret | quote }}
      # Its own key alone, and the public ones.
      items:
        {{- if $program.database }}
        - { key: {{ $name }}.json, path: {{ $name }}.json }
        {{- end }}
        {{- if eq $name "certificate" }}
        - { key: log.json, path: log.json }
        {{- end }}
        - { key: trusted.json, path: trusted.json }
  {{- else }}
  - { name: keys, emptyDir: { medium: Memory, sizeLimit: 1Mi } }
  {{- end }}
  {{- if has "signing" $program.outside }}
  {{- if include "g2.simulated" $root }}
  - { name: signing, emptyDir: { medium: Memory, sizeLimit: 1Mi } }
  {{- else }}
  - name: signing
    secret:
      secretName: {{ $root.Values.signing.existingSecret | quote }}
      items:
        - { key: p12, path: assinatura.p12 }
        - { key: tsaRoots, path: carimbos-raizes.pem }
  {{- end }}
  {{- end }}
  {{- include "g2.extraVolumes" (dict "root" $root "values" $values) | nindent 2 }}
{{- end -}}

{{/* The environment of the test authority, wherever it runs. */}}
{{- define "g2.authorityEnv" -}}
{{- $name := include "g2.name" (dict "root" .root "part" "test-authority") -}}
- { name: G2_DEMO, value: "1" }
- { name: FOLDER, value: {{ .folder }} }
- { name: BASE_URL, value: "http://{{ $name }}:8092" }
{{ include "g2.secretEnv" (dict "variable" "AUTHORITY_SEED" "secret" $name "key" "seed") }}
{{ include "g2.secretEnv" (dict "variable" "SIGNING_P12_PASSWORD" "secret" $name "key" "password") }}
{{- end -}}

{{/* The environment of one program. */}}
{{- define "g2.env" -}}
{{- $root := .root }}
{{- $v := $root.Values }}
{{- $name := .part }}
{{- $program := .program }}
- { name: NODE_ENV, value: production }
{{- include "g2.caEnv" $root }}
- { name: HTTP_PORT, value: "8080" }
- { name: METRICS_PORT, value: "9464" }
- { name: PUBLIC_URL, value: {{ $v.publicUrl | quote }} }
- { name: G2_DEMO, value: {{ ternary "1" "0" $v.demo | quote }} }
- { name: LOG_LEVEL, value: {{ $v.logLevel | quote }} }
{{- /* preStop and the last flush come off the pod's grace. */}}
- { name: SHUTDOWN_GRACE_MS, value: {{ mul (sub (int .values.gracePeriodSeconds) 15) 1000 | quote }} }
{{- with $v.otlpEndpoint }}
- { name: OTEL_EXPORTER_OTLP_ENDPOINT, value: {{ . | quote }} }
- { name: OTEL_TRACES_SAMPLER_ARG, value: {{ $v.traceRatio | quote }} }
{{- end }}
{{ include "g2.secretEnv" (dict "variable" "NATS_URL" "secret" (include "g2.secretOf" (dict "root" $root "section" "nats")) "key" $name) }}
- { name: TRUSTED_KEYS_FILE, value: /run/g2/trusted.json }
{{- if $v.insideTls.enabled }}
- { name: TLS_FOLDER, value: /run/tls }
{{- end }}
{{- range $variable, $peer := $program.grpc }}
- { name: {{ $variable }}, value: "{{ include "g2.host" (dict "root" $root "part" $peer) }}:9090" }
{{- end }}
{{- if $program.database }}
- { name: GRPC_PORT, value: "9090" }
- { name: SECOND_PERSON, value: {{ and $v.secondPerson (not $v.demo) | quote }} }
- { name: DATABASE_POOL, value: {{ $v.postgresql.poolSize | quote }} }
- { name: SERVICE_KEY_FILE, value: /run/g2/{{ $name }}.json }
{{- if eq $name "certificate" }}
- { name: LOG_KEY_FILE, value: /run/g2/log.json }
{{- with $v.log.origin }}
- { name: LOG_ORIGIN, value: {{ . | quote }} }
{{- end }}
{{- with $v.log.witnesses }}
- { name: LOG_WITNESSES, value: {{ . | quote }} }
{{- end }}
{{- end }}
{{ include "g2.secretEnv" (dict "variable" "DATABASE_URL" "secret" (include "g2.secretOf" (dict "root" $root "section" "postgresql")) "key" $name) }}
{{- end }}
{{- range $variable, $where := $program.maybe }}
{{- $secret := include "g2.secretOf" (dict "root" $root "section" (first $where)) }}
{{- if $secret }}
{{ include "g2.secretEnv" (dict "variable" $variable "secret" $secret "key" (last $where)) }}
{{- end }}
{{- end }}
{{- if eq $name "identity" }}
- { name: SEED_DEMO, value: {{ ternary "1" "0" $v.demo | quote }} }
- { name: REQUIRE_STAFF_MFA, value: {{ and $v.requireStaffMfa (not $v.demo) | quote }} }
{{- with $v.smtp.from }}
- { name: MAIL_FROM, value: {{ . | quote }} }
{{- end }}
{{- with $v.support.email }}
- { name: SUPPORT_EMAIL, value: {{ . | quote }} }
{{- end }}
{{- if $v.oidc.issuer }}
- { name: OIDC_ISSUER, value: {{ $v.oidc.issuer | quote }} }
- { name: OIDC_CLIENT_ID, value: {{ $v.oidc.clientId | quote }} }
{{- end }}
{{- with $v.oidc.name }}
- { name: OIDC_NAME, value: {{ . | quote }} }
{{- end }}
{{- with $v.oidc.providers }}
{{- $told := list }}
{{- range . }}{{ $told = append $told (omit . "existingSecret") }}{{ end }}
- { name: OIDC_PROVIDERS, value: {{ $told | toJson | quote }} }
{{- range . }}
{{ include "g2.secretEnv" (dict "variable" (printf "OIDC_%s_CLIENT_SECRET" (.id | upper | replace "-" "_")) "secret" .existingSecret "key" "clientSecret") }}
{{- end }}
{{- end }}
{{- else if eq $name "storage-hashing" }}
- { name: S3_ENDPOINT, value: {{ ternary (printf "%s://%s:9000" (include "g2.scheme" $root) (include "g2.host" (dict "root" $root "part" "minio"))) $v.s3.endpoint $v.embedded.enabled | quote }} }
- { name: S3_REGION, value: {{ $v.s3.region | quote }} }
- { name: S3_BUCKET, value: {{ $v.s3.bucket | quote }} }
- { name: S3_LOCK_DAYS, value: {{ $v.s3.lockDays | int64 | toString | quote }} }
- { name: SCRUB_BYTES_PER_SECOND, value: {{ $v.s3.scrubBytesPerSecond | int64 | toString | quote }} }
{{- else if eq $name "certificate" }}
- { name: SIGNING_P12_FILE, value: /run/signing/assinatura.p12 }
- { name: TSA_ROOTS_FILE, value: /run/signing/carimbos-raizes.pem }
{{- else if eq $name "payment-credit" }}
- { name: STRIPE_PAYMENT_METHODS, value: {{ join "," $v.paymentMethods | quote }} }
{{- with $v.issuer.name }}
- { name: ISSUER_NAME, value: {{ . | quote }} }
{{- end }}
{{- with $v.issuer.taxId }}
- { name: ISSUER_TAX_ID, value: {{ . | quote }} }
{{- end }}
{{- with $v.issuer.address }}
- { name: ISSUER_ADDRESS, value: {{ . | quote }} }
{{- end }}
{{- if include "g2.simulated" $root }}
- { name: STRIPE_API_BASE, value: "http://{{ include "g2.name" (dict "root" $root "part" "stripe-simulator") }}:8090" }
- { name: STRIPE_BROWSER_BASE, value: {{ $v.embedded.simulatorUrl | quote }} }
{{- end }}
{{- else if eq $name "gateway" }}
- { name: SHUTDOWN_DRAIN_MS, value: "5000" }
{{- /* Longer than it lets a connection be kept: by then each was told in an answer, or given up by its client. */}}
- { name: SHUTDOWN_KEPT_MS, value: "75000" }
- { name: STORAGE_HTTP, value: "{{ include "g2.scheme" $root }}://{{ include "g2.host" (dict "root" $root "part" $program.bytes) }}:8080" }
{{- with $v.trustProxy }}
- { name: TRUST_PROXY, value: {{ . | quote }} }
{{- end }}
{{- with $v.support.email }}
- { name: SUPPORT_EMAIL, value: {{ . | quote }} }
{{- end }}
{{- with $v.support.phone }}
- { name: SUPPORT_PHONE, value: {{ . | quote }} }
{{- end }}
{{- with $v.support.hours }}
- { name: SUPPORT_HOURS, value: {{ . | quote }} }
{{- end }}
{{- if include "g2.simulated" $root }}
- { name: PAYMENT_BROWSER_ORIGIN, value: {{ $v.embedded.simulatorUrl | quote }} }
{{- end }}
{{- end }}
{{- end -}}
