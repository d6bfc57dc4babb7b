{{/* What the names of all objects begin with: the release's, unless values say otherwise. */}}
{{- define "g2.fullname" -}}
{{- with .Values.fullnameOverride }}{{ . }}{{ else }}{{ join "-" (compact (list .Release.Name .Values.nameOverride)) }}{{ end -}}
{{- end -}}

{{/* Name of every object: <release>-<part>. Never cut: g2.check keeps what they begin with short. */}}
{{- define "g2.name" -}}
{{- printf "%s-%s" (include "g2.fullname" .root) .part -}}
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

{{/* An image of ours: by its digest where values have one, else by the tag. */}}
{{- define "g2.image" -}}
{{- $image := .root.Values.image -}}
{{- $registry := default $image.registry .root.Values.global.imageRegistry -}}
{{- $digest := index $image.digests .part -}}
{{- $registry }}/{{ .part }}{{ with $digest }}@{{ . }}{{ else }}:{{ default .root.Chart.AppVersion $image.tag }}{{ end -}}
{{- end -}}

{{/*
What the programs are. Not for values: it is how they are written. `grpc`: variable -> whom it calls by gRPC (the network
policies come of it, too); `bytes`: whom it sends files by HTTP; `outside`: what it reaches beyond the cluster;
`maybe`: variable -> [section of values, key of its Secret], only when that Secret is set.
*/}}
{{- define "g2.programs" -}}
identity:
  database: true
  grpc: { REGISTRATION_GRPC: registration, PAYMENT_GRPC: payment-credit, STORAGE_GRPC: storage-hashing, CERTIFICATE_GRPC: certificate }
  outside: [smtp, oidc]
  maybe:
    SMTP_URL: [smtp, url]
    OIDC_CLIENT_SECRET: [oidc, clientSecret]
    BOOTSTRAP_ADMIN_EMAIL: [bootstrapAdmin, email]
    BOOTSTRAP_ADMIN_PASSWORD: [bootstrapAdmin, password]
registration:
  database: true
  grpc: { IDENTITY_GRPC: identity, PAYMENT_GRPC: payment-credit, STORAGE_GRPC: storage-hashing, CERTIFICATE_GRPC: certificate }
  outside: []
storage-hashing:
  database: true
  grpc: { REGISTRATION_GRPC: registration }
  outside: [s3]
  maybe:
    S3_ACCESS_KEY: [s3, accessKey]
    S3_SECRET_KEY: [s3, secretKey]
payment-credit:
  database: true
  grpc: { REGISTRATION_GRPC: registration, IDENTITY_GRPC: identity }
  outside: [stripe]
  webhook: true
  maybe:
    STRIPE_SECRET_KEY: [stripe, secretKey]
    STRIPE_PUBLISHABLE_KEY: [stripe, publishableKey]
    STRIPE_WEBHOOK_SECRET: [stripe, webhookSecret]
certificate:
  database: true
  grpc: { REGISTRATION_GRPC: registration, STORAGE_GRPC: storage-hashing, PAYMENT_GRPC: payment-credit }
  outside: [signing]
  maybe:
    SIGNING_P12_PASSWORD: [signing, password]
    TSA_URLS: [signing, tsaUrls]
gateway:
  database: false
  bytes: storage-hashing
  grpc: { IDENTITY_GRPC: identity, REGISTRATION_GRPC: registration, PAYMENT_GRPC: payment-credit, CERTIFICATE_GRPC: certificate, STORAGE_GRPC: storage-hashing }
  outside: []
  public: true
{{- end -}}

{{/* Whom a program calls by gRPC. */}}
{{- define "g2.calls" -}}
{{- values .grpc | uniq | sortAlpha | toJson -}}
{{- end -}}

{{/*
What values say of one program: those of `common`, and over them its own. Maps are laid over each other key by key; what is
listed as extra for all and for it is had both, but of one name its own alone; any other list of its own takes the place of that
for all.
*/}}
{{- define "g2.settings" -}}
{{- $common := .root.Values.common -}}
{{- $own := index .root.Values.programs .part -}}
{{- $all := mergeOverwrite (deepCopy $common) (deepCopy $own) -}}
{{- range $list, $key := dict "extraEnv" "name" "extraEnvFrom" "" "extraVolumes" "name" "extraVolumeMounts" "mountPath" -}}
{{- $mine := index $own $list | default list -}}
{{- $named := list -}}
{{- range $mine }}{{ $named = append $named (get . $key) }}{{ end -}}
{{- $kept := list -}}
{{- range index $common $list | default list -}}
{{- if or (not $key) (not (has (get . $key) $named)) }}{{ $kept = append $kept . }}{{ end -}}
{{- end -}}
{{- $_ := set $all $list (concat $kept $mine) -}}
{{- end -}}
{{- toYaml $all -}}
{{- end -}}

{{/* Of a restricted pod: not root, nothing to gain, nothing to write. `user`: of an image with a user of its own. */}}
{{- define "g2.podSecurity" -}}
{{- $context := deepCopy .root.Values.podSecurityContext -}}
{{- range $key := list "runAsUser" "runAsGroup" "fsGroup" -}}
{{- if and $.user (hasKey $context $key) }}{{ $_ := set $context $key $.user }}{{ end -}}
{{- end -}}
{{- toYaml $context -}}
{{- end -}}

{{/*
A container's first process hears no signal that it has not asked for: a program told to stop while it still loads would
stay for its whole grace period. So the pod's own is the first.
*/}}
{{- define "g2.signals" -}}
shareProcessNamespace: true
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

{{/* Names of our images. */}}
{{- define "g2.images" -}}
{{- concat (include "g2.programs" . | fromYaml | keys | sortAlpha) (list "tools" "stripe-simulator" "test-authority") | toJson -}}
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
{{- if gt (len (include "g2.fullname" .)) 35 }}{{ fail "the release's name, or what takes its place, may have 35 characters: names of services end at 63" }}{{ end -}}
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
{{- range $part := keys $v.image.digests | sortAlpha -}}
{{- if not (has $part (include "g2.images" $ | fromJsonArray)) }}{{ fail (printf "image.digests: there is no image %s" $part) }}{{ end -}}
{{- end -}}
{{- if and $v.privateCA.configMap $v.privateCA.secret }}{{ fail "privateCA: one of configMap and secret" }}{{ end -}}
{{- if and $v.httpRoute.enabled (not $v.httpRoute.parentRefs) }}{{ fail "httpRoute.parentRefs is needed" }}{{ end -}}
{{- end -}}

{{/* A generated value: what is in the cluster already is kept on upgrade. */}}
{{- define "g2.kept" -}}
{{- $found := lookup "v1" "Secret" .root.Release.Namespace .name -}}
{{- if and $found $found.data (hasKey $found.data .key) }}{{ index $found.data .key | b64dec }}{{ else }}{{ .fresh }}{{ end -}}
{{- end -}}

{{/* What outlives the release, as the volumes do that it opens: an installation anew finds it. */}}
{{- define "g2.keep" -}}
annotations: { helm.sh/resource-policy: keep }
{{- end -}}

{{/*
The most connections to PostgreSQL at once: each service's replicas at their most, and as many of the release before, which
finish what they began, uploads of an hour among it.
*/}}
{{- define "g2.connections" -}}
{{- $pods := 0 -}}
{{- range $name, $program := include "g2.programs" . | fromYaml -}}
{{- if $program.database -}}
{{- $values := index $.Values.programs $name -}}
{{- $most := ternary (int $values.autoscaling.maxReplicas) (int $values.replicas) $values.autoscaling.enabled -}}
{{- $pods = add $pods $most $most -}}
{{- end -}}
{{- end -}}
{{- mul $pods (int .Values.postgresql.poolSize) -}}
{{- end -}}

{{/*
How many replicas a Deployment is given. With autoscaling: as many as run (within its bounds), so that an upgrade does not undo
its work; the least of them on a first installation and wherever the cluster is not looked at.
*/}}
{{- define "g2.replicas" -}}
{{- $scaling := .values.autoscaling -}}
{{- if not $scaling.enabled }}{{ .values.replicas }}{{ else -}}
{{- $found := lookup "apps/v1" "Deployment" .root.Release.Namespace (include "g2.name" .) -}}
{{- $running := dig "spec" "replicas" 0 ($found | default dict) -}}
{{- min (max (int $running) (int $scaling.minReplicas)) (int $scaling.maxReplicas) -}}
{{- end -}}
{{- end -}}

{{/* The port of an address, as it says or as its scheme has it. */}}
{{- define "g2.portOf" -}}
{{- $url := urlParse . -}}
{{- regexFind ":[0-9]+$" $url.host | trimPrefix ":" | default (ternary "443" "80" (eq $url.scheme "https")) -}}
{{- end -}}

{{/*
A PromQL expression about this installation alone: each series of ours, by the namespace that a ServiceMonitor gives it. One
Prometheus may watch several. `expression`, `namespace`.
*/}}
{{- define "g2.inNamespace" -}}
{{- $ours := `\b(g2[_:][a-z0-9_:]+|up|process_[a-z_]+|nodejs_[a-z0-9_]+)` -}}
{{- $mine := printf `namespace="%s"` .namespace -}}
{{- $braced := regexReplaceAll (printf `%s\{` $ours) .expression (printf `${1}{%s,` $mine) -}}
{{- regexReplaceAll (printf `%s([^a-z0-9_:{]|$)` $ours) $braced (printf `${1}{%s}${2}` $mine) -}}
{{- end -}}
