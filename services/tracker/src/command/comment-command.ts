import type { Transaction } from '../board/transaction.ts';
import type { TrackerRecord } from '../record/record.ts';
import { examples } from './examples.ts';
import { Given, valueOption } from './given.ts';
import { idOption } from './id-option.ts';
import { readBody } from './read-body.ts';
import { recordOutcome } from './record-outcome.ts';
import type { AddCommands } from './run.ts';
import { typeCommand } from './type-command.ts';
import { writeRecord } from './write-record.ts';

export const addCommentCommand: AddCommands = (program, run) => {
  typeCommand(program, 'ticket')
    .command('comment')
    .summary('add, edit or delete a comment')
    .description('Adds a comment to a ticket, or edits or deletes one of its comments.')
    .addOption(idOption('ticket'))
    .addOption(valueOption('body', 'text', 'what it says, in Markdown'))
    .addOption(valueOption('body-file', 'file', 'the same from a file; - is standard input'))
    .addOption(valueOption('edit', 'comment', 'the id of the comment that is to say this instead'))
    .addOption(valueOption('delete', 'comment', 'the id of the comment to delete'))
    .addHelpText(
      'after',
      examples([
        'tracker ticket comment --id=12 --body="Seen again today"',
        'git diff --stat | tracker ticket comment --id=12 --body-file=-',
      ]),
    )
    .action(
      run(async (context, command) => {
        const given = new Given(command);
        const wanted = await readWanted(given, context.stdin);
        given.refuse();
        const deeds = await import('../board/add-comment.ts');
        const perform = (transaction: Transaction, ticket: TrackerRecord): Performed => {
          const { comment, body } = wanted;
          switch (wanted.deed) {
            case 'add': {
              const added = deeds.addComment(transaction, ticket, body);
              return { record: added.ticket, comment: added.comment };
            }
            case 'edit':
              return { record: deeds.editComment(transaction, ticket, comment, body), comment };
            case 'delete':
              return { record: deeds.deleteComment(transaction, ticket, comment), comment };
          }
        };
        const { record, comment } = await writeRecord(context, transaction =>
          perform(transaction, transaction.find('ticket', wanted.id)),
        );
        return recordOutcome(done[wanted.deed], record, { fields: { commentId: comment } });
      }),
    );
};

interface Performed {
  readonly record: TrackerRecord;
  readonly comment: string;
}

const done = {
  add: 'Commented on',
  edit: 'Edited a comment on',
  delete: 'Deleted a comment on',
} as const;

interface Wanted {
  readonly id: string;
  readonly deed: keyof typeof done;
  /** The id of the comment; of one to add, none yet. */
  readonly comment: string;
  readonly body: string;
}

async function readWanted(given: Given, stdin: NodeJS.ReadableStream): Promise<Wanted> {
  const id = given.needed('id', 'the id or number of the ticket');
  if (given.has('edit') && given.has('delete')) {
    given.misuse('--edit and --delete are both given: do one after the other');
  }
  if (given.has('delete')) {
    given.refuseOthers(['id', 'edit', 'delete'], 'a deleted comment says nothing');
    return { id, deed: 'delete', comment: given.needed('delete', 'the id of a comment'), body: '' };
  }
  const edited = given.has('edit') ? given.needed('edit', 'the id of a comment') : '';
  const body = await bodyOf(given, stdin);
  return { id, deed: given.has('edit') ? 'edit' : 'add', comment: edited.toUpperCase(), body };
}

async function bodyOf(given: Given, stdin: NodeJS.ReadableStream): Promise<string> {
  const file = given.one('body-file');
  if (file === undefined) return given.needed('body', 'what the comment says (or --body-file)');
  if (given.has('body')) given.misuse('--body and --body-file are both given');
  return await readBody(file, stdin);
}
