import { fakeData } from './fake-data.ts';
import type { Expression, Mistake } from './parse.ts';
import { misplacedRoot, type Readable, type Reference, rootsOf } from './reference.ts';
import { didYouMean } from './suggestion.ts';

/** Finds what an expression stands for and checks all that can be known of it before a run. */
export function compileExpression(expression: Expression, readable: Readable): Reference | Mistake {
  const { args, path } = expression;
  const [name, ...members] = path;
  const root = rootsOf(readable).get(name);
  if (!root) return compileFakeData(expression, readable);
  if (args.length > 0) return { message: `\`${name}\` takes no arguments, not \`${args[0]}\`` };
  return root(members, readable);
}

function compileFakeData({ args, path }: Expression, readable: Readable): Reference | Mistake {
  const [name, ...members] = path;
  const fake = fakeData.get(name);
  if (!fake) return unknownName(name, readable);
  const usage = [name, ...fake.parameters.map(parameter => `<${parameter}>`)].join(' ');
  const hint = `write it as \`{{ ${usage} }}\``;
  if (members.length > 0) return { message: `\`${name}\` holds no \`${members.join('.')}\``, hint };
  if (args.length > fake.parameters.length) {
    const most = fake.parameters.length;
    const allowed =
      most === 0 ? 'no arguments' : `at most ${most} argument${most === 1 ? '' : 's'}`;
    return { message: `\`${name}\` takes ${allowed}, not ${args.length}`, hint };
  }
  const bound = fake.bind(args);
  if ('mistake' in bound) return { message: `\`${name}\`: ${bound.mistake}`, hint };
  return { valueIn: scope => bound.make(scope.now) };
}

function unknownName(name: string, readable: Readable): Mistake {
  const names = [...rootsOf(readable).keys(), ...fakeData.keys()];
  const hint = didYouMean(name, names) ?? `the names are ${names.join(', ')}`;
  return misplacedRoot(name, readable) ?? { message: `unknown name \`${name}\``, hint };
}
