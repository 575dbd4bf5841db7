import type { Option } from 'commander';
import type { RecordType } from '../record/record-type.ts';
import { valueOption } from './given.ts';

export function idOption(type: RecordType): Option {
  return valueOption('id', type, `its id or number, such as ${type === 'epic' ? '1' : '12'}`);
}
