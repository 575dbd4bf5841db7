import { Page } from '../../components/page.tsx';
import { AuditCard } from './audit-card.tsx';
import { DoctorCard } from './doctor-card.tsx';
import { ExportCard } from './export-card.tsx';
import { SyncCard } from './sync-card.tsx';
import styles from './tools.module.css';

export default function ToolsPage() {
  return (
    <Page title="Tools">
      <div className={styles.tools}>
        <DoctorCard />
        <SyncCard />
        <ExportCard />
        <AuditCard />
      </div>
    </Page>
  );
}
