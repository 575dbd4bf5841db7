import { useState } from 'react';
import { TextField } from '../../components/field.tsx';
import { ChipsField } from './chips-field.tsx';
import { RecordPicker } from './record-picker.tsx';
import type { TicketDraft, TicketFaults, TicketField } from './ticket-draft.ts';
import styles from './ticket-form.module.css';

interface TicketPlanFieldsProps {
  readonly draft: TicketDraft;
  readonly set: (change: Partial<TicketDraft>) => void;
  readonly faults: TicketFaults;
  readonly id: string | undefined;
}

const planFields = [
  'estimate',
  'startWorkAt',
  'targetFinishAt',
  'dependsOn',
  'linkedBranches',
  'linkedPullRequests',
] as const satisfies readonly TicketField[];

/** What few tickets say, folded unless this one does or has a fault there. */
export function TicketPlanFields({ draft, set, faults, id }: TicketPlanFieldsProps) {
  const [isOpened, setIsOpened] = useState(() => planFields.some(name => draft[name].length > 0));
  const isOpen = isOpened || planFields.some(name => faults[name] !== undefined);
  return (
    <div className={styles.plan}>
      <button
        type="button"
        className={styles.fold}
        aria-expanded={isOpen}
        onClick={() => setIsOpened(!isOpen)}
      >
        Plan, dependencies and links
      </button>
      {isOpen && (
        <div className={styles.columns}>
          <TextField
            label="Start"
            type="date"
            value={draft.startWorkAt}
            onChange={startWorkAt => set({ startWorkAt })}
            fault={faults.startWorkAt}
          />
          <TextField
            label="Target finish"
            type="date"
            value={draft.targetFinishAt}
            onChange={targetFinishAt => set({ targetFinishAt })}
            fault={faults.targetFinishAt}
          />
          <TextField
            label="Estimate"
            inputMode="decimal"
            autoComplete="off"
            hint="Points or days, as the team counts"
            value={draft.estimate}
            onChange={estimate => set({ estimate })}
            fault={faults.estimate}
          />
          <RecordPicker
            type="ticket"
            label="Waits for"
            except={id}
            ids={draft.dependsOn}
            onChange={dependsOn => set({ dependsOn })}
            fault={faults.dependsOn}
          />
          <ChipsField
            label="Branches"
            hint="Press Enter to add one"
            values={draft.linkedBranches}
            onChange={linkedBranches => set({ linkedBranches })}
            fault={faults.linkedBranches}
          />
          <ChipsField
            label="Pull requests"
            hint="Numbers or addresses; press Enter to add one"
            values={draft.linkedPullRequests}
            onChange={linkedPullRequests => set({ linkedPullRequests })}
            fault={faults.linkedPullRequests}
          />
        </div>
      )}
    </div>
  );
}
