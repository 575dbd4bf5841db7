import { Plus } from 'lucide-react';
import { useSearchParams } from 'wouter';
import { CommandError } from '../../api/command-error.ts';
import { useRead } from '../../api/use-read.ts';
import { paths } from '../../app/paths.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { NotInitialised } from '../../components/not-initialised.tsx';
import { Page } from '../../components/page.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { ActivitySection } from './activity-section.tsx';
import { BurnUpSection } from './burn-up-section.tsx';
import { CountsSection } from './counts-section.tsx';
import styles from './overview-page.module.css';
import { PaceSection } from './pace-section.tsx';
import { rangeIn } from './range.ts';
import { RangeChoice } from './range-choice.tsx';
import { ReadySection } from './ready-section.tsx';
import { hasRecords, toStats } from './stats-answer.ts';
import { WaitingSections } from './waiting-sections.tsx';

/** How the work stands. Three runs of the command tell it all: `stats`, `ticket ready` and `log`. */
export default function OverviewPage() {
  const [search] = useSearchParams();
  const range = rangeIn(search);
  const stats = useRead(['stats', `--weeks=${range}`], toStats);
  const { data, error } = stats;
  if (error instanceof CommandError && error.code === 'NOT_INITIALISED') {
    return (
      <Page title="Overview">
        <NotInitialised />
      </Page>
    );
  }
  if (data && !hasRecords(data)) return <EmptyBoard />;
  return (
    <Page title="Overview" actions={<RangeChoice chosen={range} />}>
      <div className={styles.page}>
        {error && <ErrorPanel error={error} onRetry={stats.reload} />}
        {!data && !error && <Skeleton lines={6} />}
        {data && <CountsSection counts={data.counts} />}
        {data && (
          <div className={styles.course}>
            <BurnUpSection stats={data} />
            <PaceSection stats={data} />
          </div>
        )}
        <div className={styles.columns}>
          <div className={styles.column}>
            <ReadySection />
            {data && <WaitingSections stats={data} />}
          </div>
          <ActivitySection />
        </div>
      </div>
    </Page>
  );
}

function EmptyBoard() {
  return (
    <Page title="Overview">
      <EmptyState
        title="The board is empty"
        action={
          <p className={styles.begin}>
            <LinkButton kind="primary" icon={Plus} href={`${paths.tickets}?new=1`}>
              New ticket
            </LinkButton>
            <LinkButton icon={Plus} href={`${paths.epics}?new=1`}>
              New epic
            </LinkButton>
          </p>
        }
      >
        Begin with a ticket, or, for work of many steps, with an epic: it holds stories, which hold
        tickets.
      </EmptyState>
    </Page>
  );
}
