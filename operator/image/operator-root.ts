import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, findNode, findProgram, type RootContents, systemTexts } from '@picket/image';

/** What the operator's image holds: Node, `ping`, and the command as one file. */
export async function operatorRoot(scratch: string): Promise<RootContents> {
  const command = join(scratch, 'picket-operator.js');
  await bundle(fileURLToPath(new URL('../bin/picket-operator.js', import.meta.url)), command);
  return {
    programs: { '/usr/bin/node': findNode(), '/usr/bin/ping': await findProgram('ping') },
    files: { '/usr/lib/picket/picket-operator.js': command },
    texts: {
      '/usr/lib/picket/package.json': '{ "type": "module" }\n',
      ...(await systemTexts({ name: 'picket', comment: 'Picket', home: '/' })),
    },
  };
}
