{{- define "tracker.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" }}
{{- end }}

{{/* Name of all objects: that of the release, where it says what it is. Shorter than names may be: pods and claims of a StatefulSet add to it. */}}
{{- define "tracker.fullname" -}}
{{- $name := default .Chart.Name .Values.nameOverride }}
{{- $named := ternary .Release.Name (printf "%s-%s" .Release.Name $name) (contains $name .Release.Name) }}
{{- default $named .Values.fullnameOverride | trunc 50 | trimSuffix "-" }}
{{- end }}

{{- define "tracker.tokenSecretName" -}}
{{- default (printf "%s-token" (include "tracker.fullname" .)) .Values.token.existingSecret }}
{{- end }}

{{- define "tracker.mcpTokenSecretName" -}}
{{- default (include "tracker.tokenSecretName" .) .Values.mcp.token.existingSecret }}
{{- end }}

{{- define "tracker.mcpTokenKey" -}}
{{- default .Values.token.key .Values.mcp.token.key }}
{{- end }}

{{/* Labels that never change, since a StatefulSet's selector can't. */}}
{{- define "tracker.selectorLabels" -}}
app.kubernetes.io/name: {{ include "tracker.name" . | quote }}
app.kubernetes.io/instance: {{ .Release.Name | quote }}
{{- end }}

{{- define "tracker.labels" -}}
{{ include "tracker.selectorLabels" . }}
{{ include "tracker.releaseLabels" . }}
{{- end }}

{{- define "tracker.releaseLabels" -}}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{- with include "tracker.commonLabels" . | fromYaml }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* Those of the user's: the chart's own are not theirs to change, as selectors go by them. */}}
{{- define "tracker.commonLabels" -}}
{{- $own := list "app.kubernetes.io/name" "app.kubernetes.io/instance" "app.kubernetes.io/version" "app.kubernetes.io/managed-by" "helm.sh/chart" }}
{{- range $name, $value := .Values.commonLabels }}
{{- if not (has $name $own) }}
{{ $name }}: {{ $value | quote }}
{{- end }}
{{- end }}
{{- end }}

{{/* Not the selector's labels: nothing that picks the tracker's pod may pick the test's. */}}
{{- define "tracker.testSelectorLabels" -}}
app.kubernetes.io/name: {{ printf "%s-test" (include "tracker.name" . | trunc 58 | trimSuffix "-") | quote }}
app.kubernetes.io/instance: {{ .Release.Name | quote }}
{{- end }}

{{/* Every name under which the servers are called: other Host headers are refused. */}}
{{- define "tracker.allowedHosts" -}}
{{- $short := include "tracker.fullname" . }}
{{- $inNamespace := printf "%s.%s" $short .Release.Namespace }}
{{- $names := list $short $inNamespace (printf "%s.svc" $inNamespace) (printf "%s.svc.%s" $inNamespace .Values.clusterDomain) }}
{{- if .Values.ingress.enabled }}
{{- $names = append $names .Values.ingress.host }}
{{- end }}
{{- concat $names .Values.allowedHosts | uniq | join "," }}
{{- end }}
