import { createHash } from 'node:crypto';
import { TrackerError } from '../errors.ts';
import { Answers } from '../store/answers.ts';
import { type GitProcess, startGit } from '../store/git.ts';
import type { Repository } from '../store/repository.ts';

/** An object of Git, or that there is none to be had: `damaged` is one whose content is not what its id says. */
export type StoredObject =
  | { readonly state: 'read'; readonly kind: string; readonly content: Buffer }
  | { readonly state: 'missing' | 'damaged' };

/** Milliseconds for one object. */
const timeout = 60_000;

/**
 * Reads objects one by one through one `git cat-file --batch`, each checked against its id. Git ends at a damaged
 * object; it is then started again behind it, so that the others stay readable.
 */
export class ObjectReader {
  readonly #repository: Pick<Repository, 'gitDir'>;
  #running: { readonly child: GitProcess; readonly answers: Answers } | undefined;
  #failure: Error | undefined;

  constructor(repository: Pick<Repository, 'gitDir'>) {
    this.#repository = repository;
  }

  async read(oid: string): Promise<StoredObject> {
    const { child, answers } = this.#running ?? this.#start();
    const timer = setTimeout(() => child.kill('SIGKILL'), timeout);
    child.stdin.write(`${oid}\n`);
    const answer = await takeAnswer(answers);
    clearTimeout(timer);
    if (answer !== undefined) return checked(oid, answer);
    this.#running = undefined;
    if (this.#failure !== undefined) {
      throw new TrackerError('GIT_MISSING', `git cannot be started: ${this.#failure.message}`);
    }
    return { state: 'damaged' };
  }

  [Symbol.dispose](): void {
    this.#running?.child.stdin.end();
    this.#running = undefined;
  }

  #start(): { child: GitProcess; answers: Answers } {
    const child = startGit(this.#repository, ['cat-file', '--batch']);
    child.stdin.on('error', () => {
      // It has ended; what it did not answer tells.
    });
    child.stderr.resume();
    child.on('error', error => {
      this.#failure = error;
    });
    this.#running = { child, answers: new Answers(child.stdout) };
    return this.#running;
  }
}

interface Answer {
  readonly kind: string;
  readonly content: Buffer;
}

/** Undefined where git ended before it had answered. */
async function takeAnswer(answers: Answers): Promise<Answer | 'missing' | undefined> {
  const head = await answers.nextLine();
  if (head === undefined) return undefined;
  const [, kind = '', size] = head.split(' ');
  if (size === undefined) return 'missing';
  const content = await answers.nextBytes(Number(size));
  const end = await answers.nextBytes(1);
  return content === undefined || end === undefined ? undefined : { kind, content };
}

function checked(oid: string, answer: Answer | 'missing'): StoredObject {
  if (answer === 'missing') return { state: 'missing' };
  const { kind, content } = answer;
  return objectId(kind, content, oid.length) === oid
    ? { state: 'read', kind, content }
    : { state: 'damaged' };
}

/** The id that Git gives an object, of 40 or 64 digits as the repository has them. */
export function objectId(kind: string, content: Buffer, digits: number): string {
  const hash = createHash(digits === 64 ? 'sha256' : 'sha1');
  return hash.update(`${kind} ${content.length}\0`).update(content).digest('hex');
}
