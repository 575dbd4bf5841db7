import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** How their paths begin: files that take a minute or so, mostly by waiting, though they have few lines. */
const long = [
  'operator/src/kube/membership',
  'operator/src/command/replicas',
  'operator/image/',
  'services/tracker-bridge/image/',
  'services/tracker-bridge/src/mcp/official-checks',
  'services/monitor/src/command/kill',
  'services/monitor/src/command/hostile',
  'services/monitor/src/notify/alertmanager',
  'operator/src/command/secrets',
  'services/route-handlers/src/generate/compile',
  'e2e/dashboards',
  'services/route-handlers/examples/sample',
  'services/tracker/src/drills/',
  'e2e/cluster/src/api-server',
  // It begins and ends without a cluster: before the others, none is taken down only to be brought up again.
  'e2e/cluster/src/lifecycle',
  'examples/quickstart',
];

/**
 * Vitest begins with the files that took longest the last time. A fresh clone knows no last time, and a long file that
 * comes last is waited for by all other workers; so the long ones are named.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = sorted.map(({ project }) => project.name);
    const place = ({ project, moduleId }: TestSpecification): number => {
      const path = moduleId.slice(this.ctx.config.root.length + 1);
      return (
        2 * projects.indexOf(project.name) + (long.some(name => path.startsWith(name)) ? 0 : 1)
      );
    };
    return sorted.toSorted((one, other) => place(one) - place(other));
  }
}
