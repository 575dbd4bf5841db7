import { readYaml } from '../../config/read-yaml.ts';
import type { Problem } from '../../probe/problem.ts';
import { isRecord, memberOf } from '../../probe/record.ts';
import { ImportError } from '../import-error.ts';
import { readJson } from '../read-json.ts';
import { recognize } from '../recognize.ts';
import { Fields, type Problems } from './fields.ts';

/** Characters: a YAML value takes a kilobyte of memory while it is read, however short it is. */
const mostYaml = 16 * 1024 * 1024;

type TextProblem = ReturnType<typeof readYaml>['problems'][number];

/** An item of `resources`; its own fields are read where they are needed. */
export interface Resource {
  /** Such as `request_group`. */
  readonly type: string;
  readonly id: string;
  readonly parentId: string;
  readonly fields: Fields;
}

/** The resources of an export in the order of the file. Throws `ImportError` where it is no export of version 4. */
export function readExport(text: string, problems: Problems): readonly Resource[] {
  const file = parse(text);
  const refusal = refusalOf(file);
  if (refusal) throw new ImportError([refusal]);
  return new Fields(file, '', problems).list('resources').map(fields => ({
    type: fields.text('_type'),
    id: fields.text('_id'),
    parentId: fields.text('parentId'),
    fields,
  }));
}

function parse(text: string): unknown {
  if (/^\s*[{[]/.test(text)) return readJson(text);
  if (text.length > mostYaml) {
    throw failure(`is YAML of more than ${mostYaml / 1024 / 1024} MiB`, 'export it as JSON');
  }
  const { documents, problems } = readYaml(text);
  if (problems.length > 0) throw new ImportError(problems.map(withoutText));
  const [first, ...others] = documents;
  if (others.length > 0) throw failure('holds more than one YAML document');
  return first?.value;
}

/** The reader's own wording may quote the file, which may hold secrets. */
function withoutText({ path, message, line }: TextProblem): Problem {
  const [wording = ''] = message.split(/:? *"/);
  return { path, message: `line ${line}: ${wording === '' ? 'it cannot be read' : wording}` };
}

const failure = (message: string, hint?: string) =>
  new ImportError([{ path: '', message, ...(hint !== undefined && { hint }) }]);

const exportAgain = 'in Insomnia, export the collection as "Insomnia v4 (JSON)" or "(YAML)"';

/** What another file is and what to do with it; undefined for an export of version 4. */
function refusalOf(file: unknown): Problem | undefined {
  if (!isRecord(file)) return { path: '', message: 'is no export of Insomnia', hint: exportAgain };
  const type = memberOf(file, 'type');
  if (typeof type === 'string' && type.includes('insomnia.rest/')) {
    const message = `is an Insomnia file of version 5 or later (\`type: ${brief(type)}\`)`;
    return { path: 'type', message, hint: exportAgain };
  }
  if (memberOf(file, '_type') !== 'export') {
    const other = recognize(file);
    const what = other === undefined ? '' : `${other}, `;
    return { path: '', message: `is ${what}no export of Insomnia`, hint: exportAgain };
  }
  const version = memberOf(file, '__export_format');
  if (version !== 4) {
    const message = `is ${typeof version === 'number' ? version : 'no number'}, but only version 4 can be imported`;
    return {
      path: '__export_format',
      message,
      hint: `${exportAgain}; old files can be imported there first`,
    };
  }
  if (!Array.isArray(memberOf(file, 'resources'))) {
    return { path: 'resources', message: 'must be a list' };
  }
  return undefined;
}

function brief(text: string): string {
  return text.replaceAll(/[^\w./:-]/g, '').slice(0, 60);
}
