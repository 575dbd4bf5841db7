import { Stethoscope } from 'lucide-react';
import { useState } from 'react';
import { useStoppableRun } from '../../api/use-stoppable-run.ts';
import { Button } from '../../components/button.tsx';
import { AskDialog } from './ask-dialog.tsx';
import { checksOf, toDoctorReport } from './doctor-report.ts';
import { DoctorReportView } from './doctor-report-view.tsx';
import { ToolCard } from './tool-card.tsx';

export function DoctorCard() {
  const run = useStoppableRun('doctor');
  const [isAsking, ask] = useState(false);
  const examine = () => void run.start({ argv: ['doctor'] });
  return (
    <>
      <ToolCard
        title="Doctor"
        about="Looks at the repository, the data branch and every record, and changes nothing."
        run={run}
        actions={
          <Button icon={Stethoscope} onClick={examine}>
            Examine
          </Button>
        }
        decode={toDoctorReport}
      >
        {report => {
          const mendable = checksOf(report, 'failed').some(({ fixable }) => fixable);
          return (
            <DoctorReportView report={report} onMend={mendable ? () => ask(true) : undefined} />
          );
        }}
      </ToolCard>
      {isAsking && (
        <AskDialog
          title="Mend what can be mended?"
          action="Mend"
          onClose={() => ask(false)}
          onConfirm={() => void run.start({ argv: ['doctor', '--fix'] })}
        >
          <p>
            No event is taken out and no commit rewritten: whatever is mended is a new commit or an
            event in your name. Lines that are no events move into quarantine on the data branch.
          </p>
        </AskDialog>
      )}
    </>
  );
}
