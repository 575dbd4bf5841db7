import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ForgeBench } from '../../fixtures/forge/forge-bench.ts';
import type { Status } from '../record/fields.ts';
import { stateOf } from './forge-base.ts';
import { commentBody } from './merge-comments.ts';
import { parseComment } from './remote-issue.ts';

/**
 * What happens in between syncs. Each value is written once in a run, so that a value that only one side wrote can be
 * told from any other.
 */
type Deed =
  | { readonly kind: 'title' | 'body'; readonly side: Side }
  | { readonly kind: 'status'; readonly side: Side; readonly status: Status }
  | { readonly kind: 'label'; readonly side: Side; readonly label: string; readonly on: boolean }
  | { readonly kind: 'assignee'; readonly side: Side; readonly assignee: string | null }
  | { readonly kind: 'comment'; readonly side: Side }
  | { readonly kind: 'edit' | 'delete'; readonly side: Side; readonly which: number }
  | { readonly kind: 'pass'; readonly milliseconds: number }
  | { readonly kind: 'sync'; readonly trouble: readonly Trouble[]; readonly of: 'all' | 'writes' };

type Side = 'here' | 'there';

/** What befalls the requests of a sync, or only those that write, one after the other. */
type Trouble = 'none' | 'lose' | 'drop' | 'fail' | 'abort';

const side = fc.constantFrom<Side>('here', 'there');
const statuses: readonly Status[] = ['backlog', 'todo', 'in_progress', 'done', 'cancelled'];
const trouble = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Trouble>('none') },
  { weight: 2, arbitrary: fc.constantFrom<Trouble>('lose', 'drop', 'fail', 'abort') },
);

const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({ kind: fc.constantFrom('title', 'body'), side }),
  fc.record({ kind: fc.constant('status'), side, status: fc.constantFrom(...statuses) }),
  fc.record({
    kind: fc.constant('label'),
    side,
    label: fc.constantFrom('bug', 'Docs', 'ui'),
    on: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('assignee'), side, assignee: fc.constantFrom('ann', 'ben', null) }),
  fc.record({ kind: fc.constant('comment'), side }),
  fc.record({ kind: fc.constantFrom('edit', 'delete'), side, which: fc.nat(5) }),
  fc.record({ kind: fc.constant('pass'), milliseconds: fc.constantFrom(100, 700, 3_000) }),
  fc.record({
    kind: fc.constant('sync'),
    trouble: fc.array(trouble, { maxLength: 8 }),
    of: fc.constantFrom('all', 'writes'),
  }),
);

/** Runs the deeds, and keeps account of what each side wrote since both were last in step. */
class Play {
  readonly #bench: ForgeBench;
  readonly #id: string;
  #count = 0;
  /** The last value that each side gave to a text since both were in step, unless the other side saw and replaced it. */
  readonly #written = { title: new Map<Side, string>(), body: new Map<Side, string>() };
  /** What comments say that nobody who saw it has edited or deleted: it must be found in the end. */
  readonly #kept = new Set<string>();

  constructor(bench: ForgeBench, id: string) {
    this.#bench = bench;
    this.#id = id;
  }

  async do(step: Deed): Promise<void> {
    switch (step.kind) {
      case 'pass':
        return this.#bench.clock.pass(step.milliseconds);
      case 'sync':
        return await this.#sync(step.trouble, step.of);
      case 'title':
      case 'body':
        return await this.#write(step.kind, step.side);
      case 'comment':
        return await this.#comment(step.side);
      case 'edit':
      case 'delete':
        return await this.#changeComment(step.kind, step.side, step.which);
      case 'status':
        if (step.side === 'here') await this.#bench.update(1, { status: step.status });
        else this.#setState(step.status);
        return;
      case 'label':
        return await this.#label(step.side, step.label, step.on);
      case 'assignee':
        if (step.side === 'here') await this.#bench.update(1, { assignee: step.assignee });
        else this.#issue({ assignees: step.assignee === null ? [] : [step.assignee] });
    }
  }

  /** Syncs until both sides are at rest, and checks what must then hold. */
  async finish(): Promise<void> {
    this.#bench.forge.intercept = () => undefined;
    // A ticket that is closed before it ever had an issue is given none.
    if (this.#bench.forge.repository.issues.length === 0) {
      await this.#bench.update(1, { status: 'todo' });
    }
    await this.#sync([], 'all');
    for (let round = 0; round < 4; round += 1) {
      await this.#bench.sync({ createIssues: true });
      this.#bench.clock.pass(5_000);
    }
    const ticket = await this.#bench.ticket(1);
    const { issues } = this.#bench.forge.repository;
    expect(issues).toHaveLength(1);
    const issue = this.#bench.forge.repository.issue(1);
    const body = issue.body?.replace(/\n*<!-- tracker:\w+ -->$/, '') ?? '';
    expect({ title: issue.title, body }).toEqual({ title: ticket.title, body: ticket.body });
    expect(issue.state).toBe(stateOf(ticket.status) === 'open' ? 'open' : 'closed');
    expect(lower(issue.labels)).toEqual(lower(ticket.labels));
    expect(issue.assignees).toEqual(ticket.assignee === null ? [] : [ticket.assignee]);
    const there = issue.comments.map(comment => bodyOf(comment)).toSorted();
    const here = ticket.comments.map(comment => comment.body).toSorted();
    expect(there).toEqual(here);
    expect(new Set(here).size).toBe(here.length);
    const everything = [ticket.title, ticket.body, ...here].join('\n');
    for (const text of this.#kept) expect(everything).toContain(text);
    expect(await this.#bench.asked()).toEqual(['GET /repos/owner/project/issues 304']);
  }

  async #write(field: 'title' | 'body', by: Side): Promise<void> {
    const text = this.#text(field);
    const seen = by === 'here' ? (await this.#bench.ticket(1))[field] : this.#issueText(field);
    if (by === 'here') await this.#bench.update(1, { [field]: text });
    else if (!this.#issue({ [field]: text })) return;
    const other = by === 'here' ? 'there' : 'here';
    if (this.#written[field].get(other) === seen) this.#written[field].delete(other);
    this.#written[field].set(by, text);
  }

  #issueText(field: 'title' | 'body'): string | undefined {
    return this.#bench.forge.repository.issues[0]?.[field]?.replace(/\n*<!-- tracker:\w+ -->$/, '');
  }

  async #comment(by: Side): Promise<void> {
    const text = this.#text('comment');
    if (by === 'here') {
      await this.#bench.board.write('me', transaction => {
        const comment = transaction.newId();
        transaction.add('ticket', this.#id, { op: 'comment', comment, body: text });
      });
    } else if (this.#bench.forge.repository.issues.length > 0) {
      this.#bench.forge.repository.comment(1, 'stranger', text);
    } else return;
    this.#kept.add(text);
  }

  async #changeComment(kind: 'edit' | 'delete', by: Side, which: number): Promise<void> {
    const text = this.#text('edited');
    if (by === 'here') {
      const { comments } = await this.#bench.ticket(1);
      const target = comments[which];
      if (target === undefined) return;
      await this.#bench.board.write('me', transaction => {
        const comment = target.id;
        const deed =
          kind === 'edit'
            ? ({ op: 'edit-comment', comment, body: text } as const)
            : ({ op: 'delete-comment', comment } as const);
        transaction.add('ticket', this.#id, deed);
      });
      this.#forget(target.body);
    } else {
      const target = this.#bench.forge.repository.issues[0]?.comments[which];
      if (target === undefined) return;
      this.#forget(bodyOf(target));
      const marker = /\n*<!-- tracker:\w+ -->$/.exec(target.body)?.[0] ?? '';
      if (kind === 'edit') this.#bench.forge.repository.editComment(target.id, `${text}${marker}`);
      else this.#bench.forge.repository.deleteComment(target.id);
    }
    if (kind === 'edit') this.#kept.add(text);
  }

  /** Whoever changes a comment has seen it, and what it tells of a conflict. */
  #forget(body: string): void {
    for (const text of this.#kept) if (body.includes(text)) this.#kept.delete(text);
  }

  async #label(by: Side, label: string, on: boolean): Promise<void> {
    if (by === 'there') {
      const labels = this.#bench.forge.repository.issues[0]?.labels ?? [];
      const others = labels.filter(name => name.toLowerCase() !== label.toLowerCase());
      this.#issue({ labels: on ? [...others, label] : others });
      return;
    }
    const { labels } = await this.#bench.ticket(1);
    const others = labels.filter(name => name.toLowerCase() !== label.toLowerCase());
    await this.#bench.update(1, { labels: on ? [...others, label] : others });
  }

  #setState(status: Status): void {
    const state = stateOf(status);
    this.#issue(
      state === 'open'
        ? { state }
        : { state: 'closed', stateReason: state === 'done' ? 'completed' : 'not_planned' },
    );
  }

  #issue(edits: Parameters<ForgeBench['forge']['repository']['edit']>[1]): boolean {
    const { repository } = this.#bench.forge;
    if (repository.issues.length === 0) return false;
    repository.edit(1, edits);
    return true;
  }

  async #sync(troubles: readonly Trouble[], of: 'all' | 'writes'): Promise<void> {
    const left = [...troubles];
    const controller = new AbortController();
    this.#bench.forge.intercept = ({ method }) => {
      const next = of === 'writes' && method === 'GET' ? 'none' : (left.shift() ?? 'none');
      if (next === 'abort') controller.abort();
      if (next === 'fail') return { status: 502, body: { message: 'Server Error' } };
      if (next === 'none') return undefined;
      return next === 'abort' ? 'lose' : next;
    };
    const { signal } = controller;
    try {
      const { failures } = await this.#bench.sync({ createIssues: true, signal });
      if (failures.length > 0) return;
    } catch (error) {
      expect(error).toMatchObject({ code: 'FORGE_FAILED' });
      return;
    }
    await this.#checkInStep();
  }

  /** After a sync that succeeded, what one side wrote is on both, and of what both wrote nothing is lost. */
  async #checkInStep(): Promise<void> {
    if (this.#bench.forge.repository.issues.length === 0) return;
    const ticket = await this.#bench.ticket(1);
    const comments = ticket.comments.map(({ body }) => body);
    for (const field of ['title', 'body'] as const) {
      const texts = [...this.#written[field].values()];
      if (texts.length === 1) expect(ticket[field]).toBe(texts[0]);
      for (const text of texts) expect([ticket[field], ...comments].join('\n')).toContain(text);
      expect(this.#issueText(field)).toBe(ticket[field]);
      this.#written[field].clear();
    }
  }

  #text(kind: string): string {
    this.#count += 1;
    return `${kind} ${this.#count}.`;
  }
}

function bodyOf(comment: {
  readonly id: number;
  readonly body: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}): string {
  const parsed = parseComment({
    ...comment,
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
  });
  if (parsed === undefined) throw new Error('it is no comment');
  return commentBody(parsed);
}

function lower(labels: readonly string[]): readonly string[] {
  return labels.map(label => label.toLowerCase()).toSorted();
}

it('loses and doubles nothing, whatever happens on both sides and to the answers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 3, maxLength: 25 }), async deeds => {
      await using bench = await ForgeBench.open();
      const { id } = await bench.create({ title: 'title 0', body: 'body 0' });
      const play = new Play(bench, id);
      for (const step of deeds) await play.do(step);
      await play.finish();
    }),
    { numRuns: Number(process.env.FORGE_RUNS ?? 12), endOnFailure: false },
  );
}, 600_000);
