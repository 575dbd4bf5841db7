import type { Command } from 'commander';

const waiting = new WeakMap<Command, () => void>();

/**
 * Has the options of a command added only when it is called or asked about: to make those of all commands would be a
 * good part of the time that every call takes.
 */
export function addLate(command: Command, add: () => void): void {
  waiting.set(command, add);
}

/** Adds what waits for the command, once. */
export function addNow(command: Command): void {
  waiting.get(command)?.();
  waiting.delete(command);
}

/** Adds what waits anywhere below, for whoever reads the whole tree. */
export function addAll(command: Command): void {
  addNow(command);
  command.commands.forEach(addAll);
}
