import { addAuditCommand } from './audit-command.ts';
import { addExportCommand } from './export-command.ts';
import { addImportCommand } from './import-command.ts';
import { addInitCommand } from './init-command.ts';
import { addLogCommand } from './log-command.ts';
import type { AddCommands } from './run.ts';

/** Every subcommand, in the order of the help. */
export const commands: readonly AddCommands[] = [
  addInitCommand,
  addExportCommand,
  addImportCommand,
  addLogCommand,
  addAuditCommand,
];
