import type { BurnUpDay, Stats } from '@picket/tracker';
import { Section } from '../../components/section.tsx';
import { BurnUpChart } from './burn-up-chart.tsx';
import styles from './burn-up-section.module.css';
import { sayFullDay } from './say-day.ts';

/** How much there was to do and how much of it was done. */
export function BurnUpSection({ stats }: { readonly stats: Stats }) {
  const [first, ...others] = stats.burnUp;
  if (first === undefined) return null;
  const last = others.at(-1) ?? first;
  return (
    <Section title="Burn-up" aside={<Legend last={last} />}>
      <BurnUpChart days={[first, ...others]} />
      <details className={styles.numbers}>
        <summary>The numbers, week by week</summary>
        <Numbers days={weekly(stats.burnUp)} />
      </details>
    </Section>
  );
}

function Legend({ last }: { readonly last: BurnUpDay }) {
  return (
    <ul className={styles.legend}>
      <li>
        Done <b>{last.done}</b>
      </li>
      <li className={styles.scope}>
        Scope <b>{last.scope}</b>
      </li>
    </ul>
  );
}

/** The last day of each week that ends today, newest first. */
function weekly(days: readonly BurnUpDay[]): readonly BurnUpDay[] {
  return days.toReversed().filter((_, index) => index % 7 === 0);
}

function Numbers({ days }: { readonly days: readonly BurnUpDay[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Done</th>
          <th scope="col">Scope</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, done, scope }) => (
          <tr key={day}>
            <th scope="row">{sayFullDay(day)}</th>
            <td>{done}</td>
            <td>{scope}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
