{{/* Peers of a policy: pods of these parts of this release. */}}
{{- define "g2.peers" -}}
{{- $root := .root -}}
{{- range .parts }}
- podSelector: { matchLabels: { app.kubernetes.io/instance: {{ $root.Release.Name }}, app.kubernetes.io/name: {{ . }} } }
{{- end }}
{{- end -}}

{{- define "g2.dns" -}}
{{- $dns := .Values.networkPolicy.dns -}}
- ports:
    {{- range $dns.ports }}
    - { port: {{ . }}, protocol: UDP }
    - { port: {{ . }}, protocol: TCP }
    {{- end }}
  {{- with $dns.to }}
  to: {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}

{{/* One way out: to the embedded part where there is one, else to the addresses of values (none named: any), on its ports. */}}
{{- define "g2.egress" -}}
{{- if and .embedded .root.Values.embedded.enabled }}
- to: {{- include "g2.peers" (dict "root" .root "parts" (list .embedded)) | nindent 4 }}
  ports:
    {{- range .rule.ports }}
    - { port: {{ . }} }
    {{- end }}
{{- else }}
- ports:
    {{- range .rule.ports }}
    - { port: {{ . }} }
    {{- end }}
  {{- with .rule.to }}
  to: {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
{{- end -}}
