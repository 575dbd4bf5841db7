import { examples } from './examples.ts';
import { Given, valueOption } from './given.ts';
import type { AddCommands } from './run.ts';

export const addDoctorCommand: AddCommands = (program, run) => {
  const doctor = program
    .command('doctor')
    .summary('look for what is wrong with the data, and mend it')
    .description(
      'Checks the repository, the data branch and the records. Exits with 3 where data is damaged, with 2 where the surroundings are at fault. Nothing is changed without --fix.',
    )
    .option('--fix', 'mend what can be mended without losing anything')
    .option('--list', 'tell what the checks look for, without making them')
    .addOption(valueOption('check', 'name', 'only this check; may be given several times'));
  doctor.addHelpText(
    'after',
    examples(['tracker doctor', 'tracker doctor --fix', 'tracker doctor --check=corrupt-lines']),
  );
  doctor.action(
    run(async ({ options, surroundings, actor, signal }, command) => {
      const given = new Given(command);
      const [{ checks }, { listText, reportText }] = await Promise.all([
        import('../doctor/checks.ts'),
        import('../doctor/report-text.ts'),
      ]);
      const names = given.all('check');
      for (const name of names) {
        if (!checks.some(check => check.name === name)) {
          given.fault(`--check has no ${JSON.stringify(name)}; --list tells the names`);
        }
      }
      given.refuse();
      const chosen = checks.filter(({ name }) => names.length === 0 || names.includes(name));
      if (given.is('list')) {
        const items = chosen.map(({ name, severity, about, remedy, fix }) => ({
          name,
          severity,
          about,
          remedy,
          fixable: fix !== undefined,
        }));
        return { document: { items }, text: style => listText(items, style) };
      }
      const [{ Patient }, { runDoctor }] = await Promise.all([
        import('../doctor/patient.ts'),
        import('../doctor/run-doctor.ts'),
      ]);
      const { repo, dataBranch: branch, remote } = options;
      const patient = new Patient({ repo, branch, remote, surroundings, actor, signal });
      const { exitCode, ...document } = await runDoctor(patient, chosen, { fix: given.is('fix') });
      return { document, text: style => reportText(document, style), exitCode };
    }),
  );
};
