{{- define "picket.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" }}
{{- end }}

{{/* Name of all objects: that of the release, where it says what it is. */}}
{{- define "picket.fullname" -}}
{{- $name := default .Chart.Name .Values.nameOverride }}
{{- $named := ternary .Release.Name (printf "%s-%s" .Release.Name $name) (contains $name .Release.Name) }}
{{- default $named .Values.fullnameOverride | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "picket.serviceAccountName" -}}
{{- default (ternary (include "picket.fullname" .) "default" .Values.serviceAccount.create) .Values.serviceAccount.name }}
{{- end }}

{{- define "picket.configSecretName" -}}
{{- default (printf "%s-config" (include "picket.fullname" .)) .Values.existingSecret }}
{{- end }}

{{/* Labels that never change, since a Deployment's selector can't. */}}
{{- define "picket.selectorLabels" -}}
app.kubernetes.io/name: {{ include "picket.name" . | quote }}
app.kubernetes.io/instance: {{ .Release.Name | quote }}
{{- end }}

{{- define "picket.labels" -}}
{{ include "picket.selectorLabels" . }}
{{ include "picket.releaseLabels" . }}
{{- end }}

{{- define "picket.releaseLabels" -}}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{- end }}

{{/* Not the selector's labels: nothing that picks the operator's pods may pick the test's. */}}
{{- define "picket.testSelectorLabels" -}}
app.kubernetes.io/name: {{ printf "%s-test" (include "picket.name" . | trunc 58 | trimSuffix "-") | quote }}
app.kubernetes.io/instance: {{ .Release.Name | quote }}
{{- end }}
