import { BridgeError } from '../errors.ts';

export interface HandedOver {
  readonly args: readonly string[];
  /** For the command's standard input. */
  readonly text?: string;
}

/** Linux takes no argument of 128 KiB or more; a body of the longest kind is 256 KiB in UTF-8. */
const longestBytes = 128 * 1024 - 1;

/**
 * Moves a text that is too long for an argument to standard input, where its flag has a way for it. Throws BAD_REQUEST
 * for any other argument that no system would take.
 */
export function handOver(args: readonly string[]): HandedOver {
  const nul = args.findIndex(argument => argument.includes('\0'));
  if (nul !== -1) throw new BridgeError('BAD_REQUEST', 'an argument has a NUL character');
  const index = args.findIndex(isTooLong);
  if (index === -1) return { args };
  const moved = moveText(args, index);
  if (moved !== undefined && !moved.args.some(isTooLong)) return moved;
  throw new BridgeError(
    'BAD_REQUEST',
    `an argument has more than ${longestBytes} bytes, which only --body and --from may have, once`,
  );
}

const isTooLong = (argument: string): boolean =>
  argument.length * 3 > longestBytes && Buffer.byteLength(argument) > longestBytes;

/** A line end is added to a body, as one is taken off whatever comes by `--body-file`. */
const ways = [
  { flag: '--body', instead: '--body-file=-', end: '\r\n' },
  { flag: '--from', instead: '--from=-', end: '' },
] as const;

/** Of `--flag=TEXT` or of `--flag TEXT`. */
function moveText(args: readonly string[], index: number): HandedOver | undefined {
  const long = args[index] ?? '';
  const before = args[index - 1] ?? '';
  const takesValue = isBareFlag(before);
  for (const { flag, instead, end } of ways) {
    if (takesValue && before === flag) {
      return { args: args.toSpliced(index - 1, 2, instead), text: `${long}${end}` };
    }
    if (!takesValue && long.startsWith(`${flag}=`)) {
      return {
        args: args.toSpliced(index, 1, instead),
        text: `${long.slice(flag.length + 1)}${end}`,
      };
    }
  }
  return undefined;
}

/** What follows such a flag is its value, however it looks. */
const isBareFlag = (argument: string): boolean =>
  argument.startsWith('--') && !argument.includes('=') && !withoutValue.includes(argument);

const withoutValue = ['--create', '--keep-worktree'];
