{{- define "tracker.image" -}}
{{- with .Values.image }}
{{- if .digest }}{{ .repository }}@{{ .digest }}{{ else }}{{ .repository }}:{{ .tag }}{{ end }}
{{- end }}
{{- end }}

{{/* What the command inherits, whichever container runs it. */}}
{{- define "tracker.environment" -}}
{{- with .Values.repository.url }}
- name: TRACKER_REMOTE_URL
  value: {{ . | quote }}
{{- end }}
{{- with .Values.actor }}
- name: TRACKER_ACTOR
  value: {{ . | quote }}
{{- end }}
{{- with .Values.forge }}
{{- if .repo }}
- name: FORGE_REPO
  value: {{ .repo | quote }}
{{- end }}
{{- if .existingSecret }}
- name: FORGE_TOKEN
  {{- include "tracker.fromSecret" (list .existingSecret .key) | nindent 2 }}
{{- end }}
{{- end }}
{{- with .Values.ai }}
{{- if .baseUrl }}
- name: TRACKER_AI_BASE_URL
  value: {{ .baseUrl | quote }}
{{- end }}
{{- if .model }}
- name: TRACKER_AI_MODEL
  value: {{ .model | quote }}
{{- end }}
{{- if .existingSecret }}
- name: TRACKER_AI_API_KEY
  {{- include "tracker.fromSecret" (list .existingSecret .key) | nindent 2 }}
{{- end }}
{{- end }}
{{- with .Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "tracker.fromSecret" -}}
valueFrom:
  secretKeyRef:
    name: {{ index . 0 | quote }}
    key: {{ index . 1 | quote }}
{{- end }}

{{/* What all containers of the pod have in common. */}}
{{- define "tracker.container" -}}
image: {{ include "tracker.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
# `kubectl describe pod` tells why it ended.
terminationMessagePolicy: FallbackToLogsOnError
{{- with .Values.envFrom }}
envFrom:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  {{- toYaml .Values.securityContext | nindent 2 }}
volumeMounts:
  - name: data
    mountPath: /data
  - name: home
    mountPath: /home/tracker
  - name: tmp
    mountPath: /tmp
  {{- if .Values.repository.existingSecret }}
  # The whole folder: a file mounted by subPath would never change.
  - name: remote
    mountPath: /etc/tracker/remote
    readOnly: true
  {{- end }}
  {{- with .Values.extraVolumeMounts }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}

{{/* And of both servers. */}}
{{- define "tracker.probes" -}}
{{- range $probe := list "startupProbe" "livenessProbe" "readinessProbe" }}
{{- with index $.root.Values $probe }}
{{- $named := deepCopy . }}
{{- if and $named.httpGet (eq (toString $named.httpGet.port) "http") }}
{{- $_ := set $named.httpGet "port" $.port }}
{{- end }}
{{ $probe }}:
  {{- toYaml $named | nindent 2 }}
{{- end }}
{{- end }}
{{- end }}
