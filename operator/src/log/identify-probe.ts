/** `probe: 'shop/home'`, the id of a probe, as its namespace and its name; other fields stay as they are. */
export function identifyProbe(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { probe } = fields;
  if (typeof probe !== 'string' || !probe.includes('/')) return { ...fields };
  const slash = probe.indexOf('/');
  return { ...fields, namespace: probe.slice(0, slash), probe: probe.slice(slash + 1) };
}
