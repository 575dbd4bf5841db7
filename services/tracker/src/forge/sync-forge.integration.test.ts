import { afterEach, beforeEach, expect, it } from 'vitest';
import { ForgeBench } from '../../fixtures/forge/forge-bench.ts';

let bench: ForgeBench;
beforeEach(async () => {
  bench = await ForgeBench.open();
});
afterEach(async () => {
  await bench[Symbol.asyncDispose]();
});

it('makes an issue of a ticket, and then costs one 304', async () => {
  const { number } = await bench.create({
    title: 'Basket is empty',
    body: 'It is.',
    labels: ['bug'],
    assignee: 'ann',
    status: 'in_progress',
  });
  const report = await bench.sync({ createIssues: true });
  expect(report).toMatchObject({ created: 1, failures: [], notes: [] });
  const issue = bench.forge.repository.issue(1);
  expect(issue).toMatchObject({
    title: 'Basket is empty',
    labels: ['bug'],
    assignees: ['ann'],
    state: 'open',
  });
  const ticket = await bench.ticket(number);
  expect(issue.body).toBe(`It is.\n\n<!-- tracker:${ticket.id} -->`);
  expect(ticket.forgeIssue).toEqual({
    repo: 'owner/project',
    number: 1,
    url: 'https://github.com/owner/project/issues/1',
  });
  bench.clock.pass(10_000);
  await bench.sync({ createIssues: true });
  const head = bench.board.repository.head;
  expect(await bench.asked({ createIssues: true })).toEqual([
    'GET /repos/owner/project/issues 304',
  ]);
  expect(bench.board.repository.head).toBe(head);
});
