import { readFile } from 'node:fs/promises';
import { compileProbe, loadConfig, type ProbeSource } from '@picket/monitor';

interface ExampleSettings {
  /** The environment variables there are. */
  readonly env?: Readonly<Record<string, string>>;
  /** Changes the file's text before it is read. */
  readonly edit?: (text: string) => string;
}

/** Loads and compiles an example as `picket -c` does; rejects with every problem it has. */
export function loadExample(file: string, { env = {}, edit = text => text }: ExampleSettings = {}) {
  return loadConfig(file, {
    env,
    compile: (source: ProbeSource) => {
      const compiled = compileProbe(source);
      return compiled.ok ? { ok: true, value: { source, probe: compiled.value } } : compiled;
    },
    readFile: async () => Buffer.from(edit(await readExample(file))),
  });
}

export function readExample(file: string): Promise<string> {
  return readFile(new URL(file, import.meta.url), 'utf8');
}
