import type { AddCommands } from './run.ts';

export const addInitCommand: AddCommands = (program, run) => {
  program
    .command('init')
    .description('begin the tracker in a Git repository')
    .action(
      run(async ({ options, surroundings, actor }) => {
        const { initBoard } = await import('../board/init-board.ts');
        const { board, begun } = await initBoard(
          { repo: options.repo, branch: options.dataBranch, surroundings },
          await actor(),
        );
        const { gitDir, ref, head } = board.repository;
        return {
          document: { ok: true, begun, repository: gitDir, ref, commit: head },
          text: () => `${begun ? 'Began' : 'Found'} the tracker on ${ref} of ${gitDir}`,
        };
      }),
    );
};
