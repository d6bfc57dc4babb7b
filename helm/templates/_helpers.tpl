{{/* Name of every object: <release>-<part>. Never cut: g2.check keeps the release's own name short. */}}
{{- define "g2.name" -}}
{{- printf "%s-%s" .root.Release.Name .part -}}
{{- end -}}

{{- define "g2.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
app.kubernetes.io/part-of: g2-software-registry
{{ include "g2.selector" . }}
{{- end -}}

{{- define "g2.selector" -}}
app.kubernetes.io/name: {{ .part }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- end -}}

{{- define "g2.image" -}}
{{- $image := .root.Values.image -}}
{{- printf "%s/%s:%s" $image.registry .part (default .root.Chart.AppVersion $image.tag) -}}
{{- end -}}

{{/*
What the programs are: whom they call by gRPC, what outside they reach, which secrets they read. Not for values: it is
how they are written. `secrets`: variable -> [section of values, key of its Secret]; `maybe`: only when that Secret is set.
*/}}
{{- define "g2.programs" -}}
identity:
  database: true
  calls: [registration, payment-credit]
  env: { REGISTRATION_GRPC: registration, PAYMENT_GRPC: payment-credit }
  outside: [smtp, oidc]
  maybe:
    SMTP_URL: [smtp, url]
    OIDC_CLIENT_SECRET: [oidc, clientSecret]
    BOOTSTRAP_ADMIN_EMAIL: [bootstrapAdmin, email]
    BOOTSTRAP_ADMIN_PASSWORD: [bootstrapAdmin, password]
registration:
  database: true
  calls: [identity]
  env: { IDENTITY_GRPC: identity }
  outside: []
storage-hashing:
  database: true
  calls: [registration]
  env: { REGISTRATION_GRPC: registration }
  outside: [s3]
  maybe:
    S3_ACCESS_KEY: [s3, accessKey]
    S3_SECRET_KEY: [s3, secretKey]
payment-credit:
  database: true
  calls: [registration]
  env: { REGISTRATION_GRPC: registration }
  outside: [stripe]
  webhook: true
  maybe:
    STRIPE_SECRET_KEY: [stripe, secretKey]
    STRIPE_PUBLISHABLE_KEY: [stripe, publishableKey]
    STRIPE_WEBHOOK_SECRET: [stripe, webhookSecret]
certificate:
  database: true
  calls: [registration, storage-hashing]
  env: { REGISTRATION_GRPC: registration, STORAGE_GRPC: storage-hashing }
  outside: [signing]
  maybe:
    SIGNING_P12_PASSWORD: [signing, password]
    TSA_URLS: [signing, tsaUrls]
gateway:
  database: false
  calls: [identity, registration, payment-credit, certificate]
  bytes: storage-hashing
  env: { IDENTITY_GRPC: identity, REGISTRATION_GRPC: registration, PAYMENT_GRPC: payment-credit, CERTIFICATE_GRPC: certificate, STORAGE_GRPC: storage-hashing }
  outside: []
  public: true
{{- end -}}

{{/* Of a restricted pod: not root, nothing to gain, nothing to write. */}}
{{- define "g2.podSecurity" -}}
runAsNonRoot: true
runAsUser: {{ .user }}
runAsGroup: {{ .user }}
fsGroup: {{ .user }}
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "g2.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{/* A variable from a key of a Secret. */}}
{{- define "g2.secretEnv" -}}
- name: {{ .variable }}
  valueFrom: { secretKeyRef: { name: {{ .secret | quote }}, key: {{ .key | quote }} } }
{{- end -}}

{{/* The embedded parts stand in for one's own. */}}
{{- define "g2.simulated" -}}
{{- if and .Values.embedded.enabled .Values.demo }}yes{{ end -}}
{{- end -}}

{{/* The Secret of a section: the embedded one, or one's own. */}}
{{- define "g2.secretOf" -}}
{{- $embedded := .root.Values.embedded.enabled -}}
{{- if and $embedded (has .section (list "postgresql" "nats" "s3")) -}}
{{- include "g2.name" (dict "root" .root "part" .section) -}}
{{- else if and (eq .section "stripe") (include "g2.simulated" .root) -}}
{{- include "g2.name" (dict "root" .root "part" "stripe-simulator") -}}
{{- else if and (eq .section "signing") (include "g2.simulated" .root) -}}
{{- include "g2.name" (dict "root" .root "part" "test-authority") -}}
{{- else -}}
{{- (index .root.Values .section).existingSecret -}}
{{- end -}}
{{- end -}}

{{/* Whoever has a user of its own at NATS: the programs, and `ops` for operators' commands. */}}
{{- define "g2.natsUsers" -}}
{{- append (include "g2.programs" . | fromYaml | keys | sortAlpha) "ops" | toJson -}}
{{- end -}}

{{/* The variable of files/nats.conf that holds a user's password. */}}
{{- define "g2.natsPassword" -}}
NATS_PASSWORD_{{ upper (replace "-" "_" .) }}
{{- end -}}

{{/* Fails early, with a sentence, on values that contradict each other or leave out what is needed. */}}
{{- define "g2.check" -}}
{{- $v := .Values -}}
{{- if gt (len .Release.Name) 35 }}{{ fail "the release's name may have 35 characters: names of services end at 63" }}{{ end -}}
{{- if not $v.embedded.enabled -}}
{{- range $section := list "signingKeys" "postgresql" "nats" "s3" -}}
{{- if not (index $v $section).existingSecret }}{{ fail (printf "%s.existingSecret is needed, or embedded.enabled=true to try the product out" $section) }}{{ end -}}
{{- end -}}
{{- if not $v.s3.endpoint }}{{ fail "s3.endpoint is needed" }}{{ end -}}
{{- end -}}
{{- if not (include "g2.secretOf" (dict "root" . "section" "stripe")) }}{{ fail "stripe.existingSecret is needed, or demo=true on embedded parts" }}{{ end -}}
{{- if not (include "g2.secretOf" (dict "root" . "section" "signing")) }}{{ fail "signing.existingSecret is needed, or demo=true on embedded parts" }}{{ end -}}
{{- if and (not $v.demo) (not $v.smtp.existingSecret) }}{{ fail "smtp.existingSecret is needed unless demo=true" }}{{ end -}}
{{- if and $v.oidc.issuer (not $v.oidc.existingSecret) }}{{ fail "oidc.existingSecret is needed beside oidc.issuer" }}{{ end -}}
{{- if and $v.oidc.issuer (not $v.oidc.clientId) }}{{ fail "oidc.clientId is needed beside oidc.issuer" }}{{ end -}}
{{- if and $v.oidc.existingSecret (not $v.oidc.issuer) }}{{ fail "oidc.issuer is needed beside oidc.existingSecret" }}{{ end -}}
{{- $ids := list -}}
{{- range $provider := $v.oidc.providers -}}
{{- if has $provider.id $ids }}{{ fail (printf "oidc.providers: two are called %s" $provider.id) }}{{ end -}}
{{- $ids = append $ids $provider.id -}}
{{- if and (eq $provider.kind "oidc") (not $provider.issuer) }}{{ fail (printf "oidc.providers: %s needs an issuer" $provider.id) }}{{ end -}}
{{- if and $v.oidc.issuer (eq $provider.id "oidc") }}{{ fail "oidc.providers: oidc is the id of the one of oidc.issuer" }}{{ end -}}
{{- end -}}
{{- if and $v.ingress.enabled (not $v.ingress.host) }}{{ fail "ingress.host is needed" }}{{ end -}}
{{- if and $v.demo (not (regexMatch "^https?://(localhost|127(\\.[0-9]+){3}|\\[::1\\]|[^/:]+\\.localhost)(:[0-9]+)?$" $v.publicUrl)) }}{{ fail "demo=true is for publicUrl on one's own machine (http://localhost:8080): its passwords are known to all" }}{{ end -}}
{{- if and (or $v.ingress.enabled $v.httpRoute.enabled) (not $v.trustProxy) }}{{ fail "trustProxy is needed beside ingress or httpRoute: how many proxies stand before the gateway (1), or their networks; without it all visitors have one address, and one's wrong passwords lock out all" }}{{ end -}}
{{- if and (not $v.demo) (hasPrefix "http://" $v.publicUrl) }}{{ fail "publicUrl must be https unless demo=true: the session's cookie is sent over nothing else" }}{{ end -}}
{{- if and (or $v.ingress.enabled $v.httpRoute.enabled) $v.networkPolicy.enabled (not $v.networkPolicy.ingressFrom) }}{{ fail "networkPolicy.ingressFrom is needed beside ingress or httpRoute: whom visitors and webhooks come through" }}{{ end -}}
{{- range $name, $program := $v.programs -}}
{{- if and $program.autoscaling.enabled (gt (int $program.autoscaling.minReplicas) (int $program.autoscaling.maxReplicas)) }}{{ fail (printf "programs.%s.autoscaling: minReplicas is above maxReplicas" $name) }}{{ end -}}
{{- end -}}
{{- if and $v.httpRoute.enabled (not $v.httpRoute.parentRefs) }}{{ fail "httpRoute.parentRefs is needed" }}{{ end -}}
{{- end -}}

{{/* A generated value: what is in the cluster already is kept on upgrade. */}}
{{- define "g2.kept" -}}
{{- $found := lookup "v1" "Secret" .root.Release.Namespace .name -}}
{{- if and $found $found.data (hasKey $found.data .key) }}{{ index $found.data .key | b64dec }}{{ else }}{{ .fresh }}{{ end -}}
{{- end -}}
