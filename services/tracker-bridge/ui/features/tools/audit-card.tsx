import { History, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useStoppableRun } from '../../api/use-stoppable-run.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { AuditListView } from './audit-list-view.tsx';
import { AuditProofView } from './audit-proof-view.tsx';
import { toAuditList, toAuditProof } from './audit-report.ts';
import { ToolCard } from './tool-card.tsx';
import styles from './tools.module.css';

const noFilters = { record: '', actor: '', since: '' };

export function AuditCard() {
  const run = useStoppableRun('audit');
  const [filters, setFilters] = useState(noFilters);
  const start = (...argv: readonly string[]) => void run.start({ argv: [...argv] });
  const flags = Object.entries(filters).flatMap(([flag, value]) =>
    value.trim() === '' ? [] : [`--${flag}=${value.trim()}`],
  );
  const put = (change: Partial<typeof noFilters>) => setFilters({ ...filters, ...change });
  return (
    <ToolCard
      title="Audit"
      about="Tells who changed what and when, and in which commit; or proves that the history was never tampered with."
      run={run}
      actions={
        <>
          <Button icon={History} onClick={() => start('audit', ...flags)}>
            Show changes
          </Button>
          <Button icon={ShieldCheck} onClick={() => start('audit', '--verify')}>
            Prove the history
          </Button>
        </>
      }
      options={
        <div className={styles.options}>
          <TextField
            label="Record"
            placeholder="ticket/12"
            value={filters.record}
            onChange={record => put({ record })}
          />
          <TextField label="Actor" value={filters.actor} onChange={actor => put({ actor })} />
          <TextField
            label="Since"
            type="date"
            value={filters.since}
            onChange={since => put({ since })}
          />
        </div>
      }
      decode={json => toAuditProof(json) ?? toAuditList(json)}
    >
      {report =>
        'findings' in report ? (
          <AuditProofView proof={report} />
        ) : (
          <AuditListView
            list={report}
            onOlder={cursor => start('audit', ...flags, `--cursor=${cursor}`)}
          />
        )
      }
    </ToolCard>
  );
}
