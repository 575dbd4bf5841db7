import { Link } from 'wouter';
import { useRead } from '../../api/use-read.ts';
import { paths } from '../../app/paths.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { personName } from '../../components/person.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { Section } from '../../components/section.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { type Activity, toActivities } from './activity-answer.ts';
import styles from './lines.module.css';
import { sayActivity } from './say-activity.ts';

const most = 12;

/** What was done of late, and by whom. */
export function ActivitySection() {
  return (
    <Section title="Recent activity">
      <Activities />
    </Section>
  );
}

function Activities() {
  const { data, error, reload } = useRead(['log', `--limit=${most}`], toActivities);
  if (error) return <ErrorPanel error={error} onRetry={reload} />;
  if (data === undefined) return <Skeleton lines={8} />;
  if (data.length === 0) return <p className={styles.empty}>Nothing has happened yet.</p>;
  return (
    <ul className={styles.lines}>
      {data.map(activity => (
        <li key={activity.event}>
          <Told activity={activity} />
        </li>
      ))}
    </ul>
  );
}

function Told({ activity }: { readonly activity: Activity }) {
  const { who, did, record, rest, quote } = sayActivity(activity);
  return (
    <>
      <p>
        <b title={activity.origin?.by ?? activity.by}>{who}</b> {did}{' '}
        <RecordLink activity={activity} name={record} /> {rest}
      </p>
      {quote !== undefined && <q className={styles.quote}>{quote}</q>}
      <p className={styles.note}>
        <RelativeTime at={activity.origin?.at ?? activity.at} />
        {activity.origin && <span>imported by {personName(activity.by)}</span>}
        {activity.title !== null && <span>{activity.title}</span>}
      </p>
    </>
  );
}

function RecordLink({ activity, name }: { readonly activity: Activity; readonly name: string }) {
  const { type, number } = activity;
  return number === null ? name : <Link href={paths[type](number)}>{name}</Link>;
}
