import { useGetApiHealth } from '../../src/app/api/health/use-route-get.ts';
import styles from './repository-name.module.css';

/** Of which repository the board is: the name of its folder; all of its path when pointed at. */
export function RepositoryName() {
  const { data } = useGetApiHealth({ autoRun: true });
  if (data === null) return <span className={styles.name} />;
  const { repoPath } = data;
  return (
    <span className={styles.name} title={repoPath}>
      {repoPath.split(/[/\\]/).findLast(part => part !== '') ?? repoPath}
    </span>
  );
}
