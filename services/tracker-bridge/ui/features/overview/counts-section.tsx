import { type Stats, statuses } from '@picket/tracker';
import { Link } from 'wouter';
import { paths } from '../../app/paths.ts';
import { StatusBadge, statusNames } from '../../components/badge.tsx';
import { Section } from '../../components/section.tsx';
import styles from './counts-section.module.css';
import { countOf } from './stats-answer.ts';

/** How many records there are of each status; each number leads to the list of them. */
export function CountsSection({ counts }: { readonly counts: Stats['counts'] }) {
  const total = countOf(counts.ticket);
  return (
    <Section title="Tickets" aside={<Link href={paths.tickets}>All {total}</Link>}>
      <ul className={styles.tiles}>
        {statuses.map(status => (
          <li key={status}>
            <Link href={`${paths.tickets}?status=${status}`} className={styles.tile}>
              <b>{counts.ticket[status]}</b>
              <StatusBadge status={status} />
            </Link>
          </li>
        ))}
      </ul>
      <div className={styles.others}>
        <Others name="Stories" path={paths.stories} counts={counts.story} />
        <Others name="Epics" path={paths.epics} counts={counts.epic} />
      </div>
    </Section>
  );
}

interface OthersProps {
  readonly name: string;
  readonly path: string;
  readonly counts: Stats['counts']['epic'];
}

function Others({ name, path, counts }: OthersProps) {
  const there = statuses.filter(status => counts[status] > 0);
  return (
    <p>
      <Link href={path}>
        {name} {countOf(counts)}
      </Link>
      {there.map(status => (
        <Link key={status} href={`${path}?status=${status}`} className={styles.other}>
          {counts[status]} {statusNames[status].toLowerCase()}
        </Link>
      ))}
    </p>
  );
}
