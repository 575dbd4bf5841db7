import { describe, expect, test } from 'vitest';
import type { Values } from './fixtures/helm.ts';
import { type Manifest, type Rendered, renderChart } from './fixtures/render-chart.ts';

const probeRules = [
  { apiGroups: ['picket.dev'], resources: ['probes'], verbs: ['get', 'list', 'watch'] },
  { apiGroups: ['picket.dev'], resources: ['probes/status'], verbs: ['update'] },
  { apiGroups: ['events.k8s.io'], resources: ['events'], verbs: ['create', 'patch'] },
];
const secretRule = { apiGroups: [''], resources: ['secrets', 'configmaps'], verbs: ['get'] };
const ownRules = [
  {
    apiGroups: ['coordination.k8s.io'],
    resources: ['leases'],
    verbs: ['get', 'list', 'watch', 'create', 'update', 'delete'],
  },
];
const own = { 'Role watch/picket-replicas': ownRules };

interface RightsCase {
  readonly name: string;
  readonly values: Values;
  readonly rights: Readonly<Record<string, readonly object[]>>;
}

const cases: readonly RightsCase[] = [
  {
    name: 'by default, the probes of all namespaces and their Secrets',
    values: {},
    rights: { 'ClusterRole picket': [...probeRules, secretRule], ...own },
  },
  {
    name: 'without Secrets',
    values: { secrets: { read: false } },
    rights: { 'ClusterRole picket': probeRules, ...own },
  },
  {
    name: 'with the Secrets of some namespaces',
    values: { secrets: { namespaces: ['shop', 'pay'] } },
    rights: {
      'ClusterRole picket': probeRules,
      'Role shop/picket-secrets': [secretRule],
      'Role pay/picket-secrets': [secretRule],
      ...own,
    },
  },
  {
    name: 'without Secrets, though some namespaces are named',
    values: { secrets: { read: false, namespaces: ['shop'] } },
    rights: { 'ClusterRole picket': probeRules, ...own },
  },
  {
    name: 'in listed namespaces only',
    values: { watchNamespaces: ['shop', 'watch'] },
    rights: {
      'Role shop/picket': [...probeRules, secretRule],
      'Role watch/picket': [...probeRules, secretRule],
      ...own,
    },
  },
  {
    name: 'in listed namespaces, without Secrets',
    values: { watchNamespaces: ['shop'], secrets: { read: false } },
    rights: { 'Role shop/picket': probeRules, ...own },
  },
  {
    name: 'in listed namespaces, with the Secrets of one',
    values: { watchNamespaces: ['shop', 'pay'], secrets: { namespaces: ['pay'] } },
    rights: {
      'Role shop/picket': probeRules,
      'Role pay/picket': probeRules,
      'Role pay/picket-secrets': [secretRule],
      ...own,
    },
  },
  { name: 'none', values: { rbac: { create: false } }, rights: {} },
];

describe('the operator’s rights are', () => {
  test.each(cases)('$name', async ({ values, rights }) => {
    const rendered = await renderChart(values);
    const roles = kinds(rendered, 'Role', 'ClusterRole');
    expect(Object.fromEntries(roles.map(([name, { rules }]) => [name, rules]))).toEqual(rights);
  });

  test.each(cases)('bound to its account alone: $name', async ({ values }) => {
    const rendered = await renderChart({ ...values, serviceAccount: { name: 'runner' } });
    const bindings = kinds(rendered, 'RoleBinding', 'ClusterRoleBinding');
    const bound = bindings.map(([, binding]) => {
      expect(binding.subjects).toEqual([
        { kind: 'ServiceAccount', name: 'runner', namespace: 'watch' },
      ]);
      return roleOf(binding);
    });
    const roles = kinds(rendered, 'Role', 'ClusterRole').map(([name]) => name);
    expect(bound.sort()).toEqual(roles.sort());
  });

  test('never of all groups, resources or verbs', async () => {
    for (const { values } of cases) {
      for (const [name, { rules }] of kinds(await renderChart(values), 'Role', 'ClusterRole'))
        expect(JSON.stringify(rules), name).not.toContain('*');
    }
  });
});

test('Secrets of a namespace that is not watched are refused', async () => {
  const values = { watchNamespaces: ['shop'], secrets: { namespaces: ['pay'] } };
  await expect(renderChart(values)).rejects.toThrow(
    'secrets.namespaces: pay is not one of watchNamespaces',
  );
});

function kinds(rendered: Rendered, ...wanted: readonly string[]): [string, Manifest][] {
  return [...rendered].filter(([, { kind }]) => wanted.includes(kind));
}

/** The role a binding binds, by the name that `renderChart` gives it. */
function roleOf({ metadata: { namespace }, roleRef }: Manifest): string {
  return `${roleRef?.kind} ${namespace === undefined ? '' : `${namespace}/`}${roleRef?.name}`;
}
