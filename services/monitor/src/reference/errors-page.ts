import { type ErrorCode, errorTable } from '../errors.ts';
import { code, table } from './markdown.ts';

const remedies: Readonly<Record<ErrorCode, string>> = {
  PKT_CONFIG_INVALID:
    'Correct what the message lists: each line has the file, the line in it, the field and often a hint. While picket runs, the last valid configuration goes on.',
  PKT_CONFIG_UNREADABLE: 'Check the path after `-c` and that the file may be read.',
  PKT_CONFIG_NOT_FOUND:
    'Name the file with `-c`, or run picket where a `probes.yaml`, `picket.yaml` or `monika.yml` is.',
  PKT_IMPORT_INVALID:
    'Do what the message lists: each line has the place in the file. Check that the kind fits the file, and export it anew.',
  PKT_IMPORT_UNREADABLE:
    'Check the path, and that the file may be read and is not larger than the message says.',
  PKT_OUTPUT: 'Name another file, or do what the message says. What is there is left as it is.',
  PKT_PREPARE:
    'Only in the result of a run: see its [code](codes.md), and correct the value that an expression gave.',
  PKT_TEMPLATE_MISSING:
    'Only in the result of a run, as the reason why a request was skipped: an earlier request failed, or its answer lacks the value.',
  PKT_EGRESS_DENIED:
    'Only in the result of a run, as code 7: allow the address in `egress` of the config file, or remove the probe.',
  PKT_STATE_UNREADABLE:
    'Do what the message says. The file is left as it is: put back a copy, name another with `--state`, or move it away to start with every alert at rest.',
  PKT_STATE_IN_USE: 'Stop the other picket that uses the file, or name another with `--state`.',
  PKT_HISTORY_UNREADABLE:
    'Do what the message says. The file is left as it is: name another with `--history`, move it away to begin anew, or leave [history](history.md) out with `--no-history`.',
  PKT_HISTORY_UNAVAILABLE:
    'Nothing at first: runs and notifications go on, and results are held for a while. Check that the database of the [history](history.md) is up and can be reached.',
  PKT_DELIVERY_FAILED:
    'Nothing at first: the delivery is tried again for 24 hours. Check the receiver and the channel’s `url` and `headers`.',
  PKT_PORT_IN_USE: 'End the other process, or choose another port with `--metrics-port`.',
  PKT_USAGE: 'See `picket --help`.',
};

const isErrorCode = (name: string): name is ErrorCode => Object.hasOwn(errorTable, name);

/** Every error of Picket's own, and what its user can do. */
export const errorsPage = [
  '# Errors',
  'Errors of Picket’s own, by their codes. In JSON lines of the log the code is `err.code`; elsewhere the message alone is shown. What keeps a target from answering is no error but a result with a [response code](codes.md).',
  table(
    ['Code', 'Meaning', 'What to do'],
    Object.keys(errorTable)
      .filter(isErrorCode)
      .map(name => [code(name), errorTable[name], remedies[name]]),
  ),
].join('\n\n');
