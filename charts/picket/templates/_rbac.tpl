{{- define "picket.probeRules" -}}
- apiGroups: [picket.dev]
  resources: [probes]
  verbs: [get, list, watch]
- apiGroups: [picket.dev]
  resources: [probes/status]
  verbs: [update]
- apiGroups: [events.k8s.io]
  resources: [events]
  verbs: [create, patch]
{{- end }}

{{- define "picket.secretRules" -}}
- apiGroups: [""]
  resources: [secrets, configmaps]
  verbs: [get]
{{- end }}

{{- define "picket.ownRules" -}}
- apiGroups: [coordination.k8s.io]
  resources: [leases]
  verbs: [get, list, watch, create, update, delete]
{{- end }}

{{/* A Role and its binding, or a ClusterRole and its where no namespace is given. Takes root, name, namespace, rules. */}}
{{- define "picket.roleAndBinding" -}}
{{- $kind := ternary "Role" "ClusterRole" (hasKey . "namespace") -}}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: {{ $kind }}
metadata:
  {{- include "picket.roleMetadata" . | nindent 2 }}
rules:
  {{- .rules | nindent 2 }}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: {{ $kind }}Binding
metadata:
  {{- include "picket.roleMetadata" . | nindent 2 }}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: {{ $kind }}
  name: {{ .name | quote }}
subjects:
  - kind: ServiceAccount
    name: {{ include "picket.serviceAccountName" .root | quote }}
    namespace: {{ .root.Release.Namespace | quote }}
{{- end }}

{{- define "picket.roleMetadata" -}}
name: {{ .name | quote }}
{{- with .namespace }}
namespace: {{ . | quote }}
{{- end }}
labels:
  {{- include "picket.labels" .root | nindent 2 }}
{{- end }}
