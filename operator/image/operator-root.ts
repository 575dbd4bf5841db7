import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, findNode, findProgram, type RootContents, systemTexts } from '@picket/image';

/** What the operator's image holds: Node, `ping`, the command as one file, and beside it the thread of its history. */
export async function operatorRoot(scratch: string): Promise<RootContents> {
  const command = join(scratch, 'picket-operator.js');
  const thread = join(scratch, 'thread.js');
  await bundle(fileURLToPath(new URL('../bin/picket-operator.js', import.meta.url)), command);
  await bundle(fileURLToPath(import.meta.resolve('@picket/monitor/history-thread')), thread);
  return {
    programs: { '/usr/bin/node': findNode(), '/usr/bin/ping': await findProgram('ping') },
    files: { '/usr/lib/picket/picket-operator.js': command, '/usr/lib/picket/thread.js': thread },
    texts: {
      '/usr/lib/picket/package.json': '{ "type": "module" }\n',
      ...(await systemTexts({ name: 'picket', comment: 'Picket', home: '/' })),
    },
  };
}
