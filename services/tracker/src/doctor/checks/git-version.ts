import { gitOutput } from '../../store/git.ts';
import type { Check } from '../check.ts';

/** The first with `rev-parse --path-format`. */
const [needsMajor, needsMinor] = [2, 31];

export const gitVersion: Check = {
  name: 'git-version',
  severity: 'error',
  concerns: 'surroundings',
  about: `git is there, in version ${needsMajor}.${needsMinor} or newer`,
  remedy: 'install a newer git and see that it is on the PATH',
  find: async () => {
    const said = (await gitOutput({ path: '.' }, ['version'])).toString().trim();
    const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(said) ?? [];
    const isOld =
      Number(major) < needsMajor || (Number(major) === needsMajor && Number(minor) < needsMinor);
    return isOld ? [{ where: 'git', message: `it is ${said}` }] : [];
  },
};
