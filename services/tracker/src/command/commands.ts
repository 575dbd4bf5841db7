import { addAuditCommand } from './audit-command.ts';
import { addCommentCommand } from './comment-command.ts';
import { addCompletionCommand } from './completion-command.ts';
import { addCreateCommands } from './create-command.ts';
import { addDeleteCommands } from './delete-command.ts';
import { addDoctorCommand } from './doctor-command.ts';
import { addDraftCommand } from './draft-command.ts';
import { addExportCommand } from './export-command.ts';
import { addImportCommand } from './import-command.ts';
import { addImportForgeCommand } from './import-forge-command.ts';
import { addInitCommand } from './init-command.ts';
import { addLogCommand } from './log-command.ts';
import { addNextCommand } from './next-command.ts';
import { addReadCommands } from './read-command.ts';
import { addReadyCommand } from './ready-command.ts';
import { addRestoreCommands } from './restore-command.ts';
import type { AddCommands } from './run.ts';
import { addStatsCommand } from './stats-command.ts';
import { addSyncCommand } from './sync-command.ts';
import { addUpdateCommands } from './update-command.ts';
import { addWorkCommand } from './work-command.ts';

/** Every subcommand, in the order of the help. */
export const commands: readonly AddCommands[] = [
  addInitCommand,
  addCreateCommands,
  addReadCommands,
  addUpdateCommands,
  addDeleteCommands,
  addRestoreCommands,
  addReadyCommand,
  addNextCommand,
  addWorkCommand,
  addCommentCommand,
  addImportForgeCommand,
  addSyncCommand,
  addDraftCommand,
  addExportCommand,
  addImportCommand,
  addLogCommand,
  addStatsCommand,
  addAuditCommand,
  addDoctorCommand,
  addCompletionCommand,
];
