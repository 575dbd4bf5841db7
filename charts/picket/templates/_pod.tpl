{{- define "picket.image" -}}
{{- with .Values.image }}
{{- if .digest }}{{ .repository }}@{{ .digest }}{{ else }}{{ .repository }}:{{ .tag }}{{ end }}
{{- end }}
{{- end }}

{{/* The sysctl is one that the Pod Security Standards call safe. */}}
{{- define "picket.podSecurityContext" -}}
{{- $context := deepCopy .Values.podSecurityContext }}
{{- if .Values.ping.enabled }}
{{- $ping := dict "name" "net.ipv4.ping_group_range" "value" "0 2147483647" }}
{{- $_ := set $context "sysctls" (append (default list $context.sysctls) $ping) }}
{{- end }}
{{- toYaml $context }}
{{- end }}

{{/* Constraints without a selector count the pods of the same rollout. */}}
{{- define "picket.topologySpreadConstraints" -}}
{{- $own := dict "labelSelector" (dict "matchLabels" (include "picket.selectorLabels" . | fromYaml)) "matchLabelKeys" (list "pod-template-hash") }}
{{- $constraints := list }}
{{- range .Values.topologySpreadConstraints }}
{{- $constraints = append $constraints (ternary . (merge (dict) . $own) (hasKey . "labelSelector")) }}
{{- end }}
{{- toYaml $constraints }}
{{- end }}
