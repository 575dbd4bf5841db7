import type { Percentiles, Stats } from '@picket/tracker';
import type { ReactNode } from 'react';
import { Section } from '../../components/section.tsx';
import styles from './pace-section.module.css';
import { sayDuration } from './say-day.ts';

/** How fast the work goes. */
export function PaceSection({ stats }: { readonly stats: Stats }) {
  const { throughput, leadTime, cycleTime } = stats;
  const done = throughput.reduce((sum, week) => sum + week.done, 0);
  return (
    <Section title="Pace">
      <dl className={styles.figures}>
        <Figure name="Done this week" value={String(throughput.at(-1)?.done ?? 0)}>
          {done} in {throughput.length} weeks
        </Figure>
        <Figure name="Created to done" {...timesOf(leadTime)} />
        <Figure name="Started to done" {...timesOf(cycleTime)} />
      </dl>
    </Section>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly children: ReactNode;
}

function Figure({ name, value, children }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <b>{value}</b>
        <span>{children}</span>
      </dd>
    </div>
  );
}

function timesOf({ p50, p85 }: Percentiles): Omit<FigureProps, 'name'> {
  if (p50 === null || p85 === null) return { value: '–', children: 'no ticket to measure yet' };
  return { value: sayDuration(p50), children: `half of them; 85 % in ${sayDuration(p85)}` };
}
