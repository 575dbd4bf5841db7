import { Link } from 'wouter';
import { paths } from '../../app/paths.ts';
import { type Range, ranges } from './range.ts';
import styles from './range-choice.module.css';

/** How far back; the choice is in the address. */
export function RangeChoice({ chosen }: { readonly chosen: Range }) {
  return (
    <nav aria-label="Range" className={styles.choice}>
      {ranges.map(weeks => (
        <Link
          key={weeks}
          replace
          href={`${paths.overview}?weeks=${weeks}`}
          aria-current={weeks === chosen ? 'true' : undefined}
        >
          {weeks} weeks
        </Link>
      ))}
    </nav>
  );
}
