{{/* Where a pod goes and with which registry credentials: of every pod, or as one program's values have it. */}}
{{- define "g2.placement" -}}
{{- $v := .root.Values -}}
{{- $own := .values | default dict -}}
{{- with concat $v.image.pullSecrets $v.global.imagePullSecrets | uniq }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . | quote }}
  {{- end }}
{{- end }}
{{- range $key := list "nodeSelector" "tolerations" "affinity" "priorityClassName" }}
{{- with index $own $key | default (index $v $key) }}
{{ $key }}: {{ if kindIs "string" . }}{{ . | quote }}{{ else }}{{ toYaml . | nindent 2 }}{{ end }}
{{- end }}
{{- end }}
{{- end -}}

{{/* A program's environment and what values add to it; never what the chart itself gives. */}}
{{- define "g2.extraEnv" -}}
{{- $given := list }}
{{- range .env | fromYamlArray }}{{ $given = append $given .name }}{{ end }}
{{- range .values.extraEnv }}
{{- if has .name $given }}{{ fail (printf "extraEnv of %s: %s is the chart's to give, by its own value" $.part .name) }}{{ end }}
{{- end }}
env: {{- .env | nindent 2 }}
  {{- with .values.extraEnv }}{{ toYaml . | nindent 2 }}{{ end }}
{{- with .values.extraEnvFrom }}
envFrom: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* Certificate authorities of one's own, or of the embedded parts, that Node trusts beside those it comes with. */}}
{{- define "g2.privateCA" -}}
{{- if or .Values.privateCA.configMap .Values.privateCA.secret (include "g2.partsTls" .) }}yes{{ end -}}
{{- end -}}

{{/* The embedded parts have certificates, too. */}}
{{- define "g2.partsTls" -}}
{{- if and .Values.embedded.enabled .Values.insideTls.enabled }}yes{{ end -}}
{{- end -}}

{{- define "g2.caEnv" -}}
{{- if include "g2.privateCA" . }}
- { name: NODE_EXTRA_CA_CERTS, value: /etc/g2-ca/ca.pem }
{{- end }}
{{- end -}}

{{- define "g2.extraMounts" -}}
{{- if include "g2.privateCA" .root }}
- { name: private-ca, mountPath: /etc/g2-ca, readOnly: true }
{{- end }}
{{- with .values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "g2.extraVolumes" -}}
{{- $ca := .root.Values.privateCA -}}
{{- if include "g2.privateCA" .root }}
- name: private-ca
  {{- with $ca.configMap }}
  configMap: { name: {{ . | quote }}, items: [{ key: {{ $ca.key | quote }}, path: ca.pem }] }
  {{- end }}
  {{- with $ca.secret }}
  secret: { secretName: {{ . | quote }}, items: [{ key: {{ $ca.key | quote }}, path: ca.pem }] }
  {{- end }}
  {{- if not (or $ca.configMap $ca.secret) }}
  secret: { secretName: {{ include "g2.tlsSecret" (dict "root" .root "part" "postgresql") | quote }}, items: [{ key: ca.crt, path: ca.pem }] }
  {{- end }}
{{- end }}
{{- with .values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* Labels and annotations that values add to the metadata of one object: `labels`, `annotations`. */}}
{{- define "g2.extraLabels" -}}
{{- with .labels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "g2.annotations" -}}
{{- with .annotations }}
annotations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* The scheme that programs speak HTTP by, and the probes with them. */}}
{{- define "g2.scheme" -}}
{{ ternary "https" "http" .Values.insideTls.enabled }}
{{- end -}}

{{/* Whoever has a certificate: the programs, and the embedded parts. */}}
{{- define "g2.certified" -}}
{{- $parts := ternary (list "minio" "nats" "postgresql") list .Values.embedded.enabled -}}
{{- concat (include "g2.programs" . | fromYaml | keys | sortAlpha) $parts | toJson -}}
{{- end -}}

{{/* The Secret with a program's or a part's certificate: tls.crt, tls.key, ca.crt. */}}
{{- define "g2.tlsSecret" -}}
{{- $given := .root.Values.insideTls.existingSecrets -}}
{{- if $given -}}
{{- index $given .part | default "" | required (printf "insideTls.existingSecrets: %s has none; name one for each program and each embedded part, or for none" .part) -}}
{{- else -}}
{{- printf "%s-tls" (include "g2.name" .) -}}
{{- end -}}
{{- end -}}

{{/*
By what name a Service is asked for: with TLS its namespace too, so that where a house's issuer certifies several installations
none answers for another's.
*/}}
{{- define "g2.host" -}}
{{- include "g2.name" . }}{{ if .root.Values.insideTls.enabled }}.{{ .root.Release.Namespace }}.svc{{ end -}}
{{- end -}}

{{/* The names that a program is asked for by. */}}
{{- define "g2.tlsHosts" -}}
- {{ include "g2.host" . }}
{{- if .program.webhook }}
- {{ include "g2.host" (dict "root" .root "part" (printf "%s-webhook" .part)) }}
{{- end }}
{{- end -}}
