import { PackageOpen } from 'lucide-react';
import { useState } from 'react';
import { useStoppableRun } from '../../api/use-stoppable-run.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { DownloadButton } from '../../components/download-button.tsx';
import { type ExportReport, toExportReport } from './export-report.ts';
import { ToolCard } from './tool-card.tsx';
import styles from './tools.module.css';

export function ExportCard() {
  const run = useStoppableRun('export');
  const [withDeleted, setWithDeleted] = useState(false);
  const start = () => void run.start({ argv: ['export', ...(withDeleted ? ['--deleted'] : [])] });
  return (
    <ToolCard
      title="Export"
      about="All records as one JSON document, which tracker import takes."
      run={run}
      actions={
        <Button icon={PackageOpen} onClick={start}>
          Export
        </Button>
      }
      options={
        <div className={styles.checks}>
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={withDeleted}
              onChange={event => setWithDeleted(event.target.checked)}
            />
            With those that were deleted
          </label>
        </div>
      }
      decode={toExportReport}
    >
      {(report, { stdout }) => (
        <div className={styles.report}>
          <p>{contents(report)}</p>
          <div className={styles.actions}>
            <DownloadButton
              file={`tracker-${new Date().toISOString().slice(0, 10)}.json`}
              type="application/json"
              text={stdout}
            >
              Download
            </DownloadButton>
            <CopyButton name="export" text={stdout} />
          </div>
        </div>
      )}
    </ToolCard>
  );
}

const plurals: Readonly<Record<string, string>> = {
  epic: 'epics',
  story: 'stories',
  ticket: 'tickets',
};

function contents(report: ExportReport): string {
  const parts = [...report].map(
    ([type, amount]) => `${amount} ${amount === 1 ? type : (plurals[type] ?? type)}`,
  );
  return parts.length === 0 ? 'The board holds no records yet.' : `${parts.join(', ')}.`;
}
