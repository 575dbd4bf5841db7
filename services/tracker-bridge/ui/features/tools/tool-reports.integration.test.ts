import { boardWithTickets, commitFile, segmentOf } from '@picket/tracker/fixtures/damage';
import { runIn } from '@picket/tracker/fixtures/run-command';
import { temporaryRepository } from '@picket/tracker/fixtures/temporary-repository';
import { expect, test } from 'vitest';
import { toAuditList, toAuditProof } from './audit-report.ts';
import { checksOf, toDoctorReport } from './doctor-report.ts';
import { toExportReport } from './export-report.ts';
import { toSyncReport } from './sync-report.ts';

test('what the tools print is read, and what a later version adds does no harm', async () => {
  await using repository = await temporaryRepository({ remote: true });
  await boardWithTickets(repository);
  const more = (json: unknown) => ({ ...Object(json), later: [1] });

  const synced = await runIn(repository, 'sync');
  expect(toSyncReport(more(synced.json))).toMatchObject({
    git: { remote: 'origin', received: 0, sent: 3 },
    forge: undefined,
  });
  const audit = await runIn(repository, 'audit');
  expect(toAuditList(more(audit.json))?.items[0]).toMatchObject({ op: 'create', title: 'Three' });
  const proof = await runIn(repository, 'audit', '--verify');
  expect(toAuditProof(more(proof.json))).toMatchObject({ ok: true, total: 0 });
  const exported = await runIn(repository, 'export');
  expect(toExportReport(more(exported.json))).toEqual(new Map([['ticket', 3]]));

  await commitFile(repository, await segmentOf(repository), content => `${content}no event\n`);
  const doctor = toDoctorReport(more((await runIn(repository, 'doctor')).json));
  expect(doctor?.ok).toBe(false);
  expect(doctor && checksOf(doctor, 'failed')[0]).toMatchObject({
    name: 'corrupt-lines',
    severity: 'error',
    fixable: true,
  });
  const broken = toAuditProof((await runIn(repository, 'audit', '--verify')).json);
  expect(broken?.findings.map(({ kind }) => kind)).toContain('no-event');
});

test.for([toDoctorReport, toAuditList, toAuditProof, toSyncReport, toExportReport])(
  'what is no report is none: %o',
  decode => {
    for (const json of [null, [], { ok: true, items: [1], checks: [1] }]) {
      expect(decode(json)).toBeUndefined();
    }
  },
);
