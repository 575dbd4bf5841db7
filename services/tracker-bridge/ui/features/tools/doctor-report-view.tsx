import { CircleCheck, Wrench } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { type CheckResult, checksOf, type DoctorReport } from './doctor-report.ts';
import styles from './tools.module.css';

interface DoctorReportViewProps {
  readonly report: DoctorReport;
  /** Undefined where there is nothing to mend. */
  readonly onMend: (() => void) | undefined;
}

/** Problems first, the worst on top; what is well is one line. */
export function DoctorReportView({ report, onMend }: DoctorReportViewProps) {
  const failed = checksOf(report, 'failed');
  const fixed = checksOf(report, 'fixed');
  const skipped = checksOf(report, 'skipped');
  const well = checksOf(report, 'ok');
  return (
    <div className={styles.report}>
      {failed.map(check => (
        <Finding key={check.name} check={check} />
      ))}
      {onMend && (
        <Button kind="primary" icon={Wrench} onClick={onMend}>
          Mend what can be mended
        </Button>
      )}
      {fixed.map(check => (
        <Finding key={check.name} check={check} />
      ))}
      {skipped.length > 0 && <Folded title={`${checks(skipped)} skipped`} of={skipped} />}
      {well.length > 0 && (
        <Folded
          title={`${checks(well)}, ${well.length === report.checks.length ? 'all ' : ''}well`}
          of={well}
          isGood
        />
      )}
    </div>
  );
}

function Finding({ check }: { readonly check: CheckResult }) {
  const { name, severity, status, problems, total, remedy, fixable } = check;
  const isFixed = status === 'fixed';
  return (
    <article className={styles.finding} data-severity={isFixed ? 'fixed' : severity}>
      <h3>
        <span className={styles.severity}>{isFixed ? 'mended' : severity}</span> {words(name)}
      </h3>
      <ul>
        {problems.map(({ where, message }) => (
          <li key={`${where} ${message}`}>
            <code>{where}</code> {message}
          </li>
        ))}
        {total > problems.length && <li>and {total - problems.length} more</li>}
      </ul>
      {!isFixed && (
        <p className={styles.remedy}>
          <strong>{fixable ? 'Can be mended. ' : 'What to do: '}</strong>
          {remedy}
        </p>
      )}
    </article>
  );
}

interface FoldedProps {
  readonly title: string;
  readonly of: readonly CheckResult[];
  readonly isGood?: boolean;
}

function Folded({ title, of, isGood = false }: FoldedProps) {
  return (
    <details className={styles.folded} data-good={isGood || undefined}>
      <summary>
        {isGood && <CircleCheck aria-hidden size={16} />}
        {title}
      </summary>
      <ul className={styles.checkNames}>
        {of.map(({ name, needs }) => (
          <li key={name}>
            {words(name)}
            {needs !== undefined && `: needs ${needs}`}
          </li>
        ))}
      </ul>
    </details>
  );
}

const checks = ({ length }: readonly CheckResult[]): string =>
  `${length} check${length === 1 ? '' : 's'}`;
/** `corrupt-lines` as people say it. */
const words = (name: string): string => {
  const text = name.replaceAll('-', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};
