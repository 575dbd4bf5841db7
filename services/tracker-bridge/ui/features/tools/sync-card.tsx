import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useStoppableRun } from '../../api/use-stoppable-run.ts';
import { Button } from '../../components/button.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { AskDialog } from './ask-dialog.tsx';
import { toSyncReport } from './sync-report.ts';
import { SyncReportView } from './sync-report-view.tsx';
import { ToolCard } from './tool-card.tsx';
import styles from './tools.module.css';

const initial = { mode: 'full', remote: '', forgeRepo: '', createIssues: false };

export function SyncCard() {
  const run = useStoppableRun('sync');
  const [options, setOptions] = useState(initial);
  const [acceptRewritten, setAcceptRewritten] = useState(false);
  const [isAsking, ask] = useState(false);
  const put = (change: Partial<typeof initial>) => setOptions({ ...options, ...change });
  const { mode, remote, forgeRepo, createIssues } = options;
  const start = () =>
    void run.start({
      argv: [
        'sync',
        ...(acceptRewritten ? ['--accept-rewritten'] : []),
        ...(createIssues ? ['--create-issues'] : []),
      ],
      sync: mode === 'outbound' ? 'outbound' : 'full',
      ...(remote.trim() && { remote: remote.trim() }),
      ...(forgeRepo.trim() && { forgeRepo: forgeRepo.trim() }),
    });
  const begin = () => (acceptRewritten ? ask(true) : start());
  return (
    <>
      <ToolCard
        title="Sync"
        about="Exchanges what is new with the Git remote, and with the forge where one is named."
        run={run}
        actions={
          <Button icon={RefreshCw} onClick={begin}>
            Sync
          </Button>
        }
        options={
          <>
            <div className={styles.options}>
              <SelectField
                label="Direction"
                value={mode}
                onChange={value => put({ mode: value })}
                choices={[
                  { value: 'full', label: 'Send and fetch' },
                  { value: 'outbound', label: 'Only send' },
                ]}
              />
              <TextField
                label="Remote"
                placeholder="as the server has it"
                value={remote}
                onChange={value => put({ remote: value })}
              />
              <TextField
                label="Forge repository"
                placeholder="as the server has it"
                value={forgeRepo}
                onChange={value => put({ forgeRepo: value })}
              />
            </div>
            <div className={styles.checks}>
              <label className={styles.check}>
                <input
                  type="checkbox"
                  checked={createIssues}
                  onChange={event => put({ createIssues: event.target.checked })}
                />
                Make an issue for each open ticket that has none
              </label>
              <label className={styles.check}>
                <input
                  type="checkbox"
                  checked={acceptRewritten}
                  onChange={event => setAcceptRewritten(event.target.checked)}
                />
                Accept a remote whose history was rewritten
              </label>
            </div>
          </>
        }
        decode={toSyncReport}
      >
        {report => <SyncReportView report={report} />}
      </ToolCard>
      {isAsking && (
        <AskDialog
          title="Take in a rewritten history?"
          action="Take it in"
          onClose={() => ask(false)}
          onConfirm={start}
        >
          <p>
            Nothing of either side is lost: what is there is taken in, and what was taken out there
            is put back. Ask first whoever rewrote it why.
          </p>
        </AskDialog>
      )}
    </>
  );
}
