import styles from './cli-page.module.css';

/** Arguments that are shown one by one; more are counted. */
const mostShown = 40;

interface CommandPreviewProps {
  readonly id: string;
  readonly argv: readonly string[];
  readonly fault: string | undefined;
}

/** What will be sent, each argument by itself. */
export function CommandPreview({ id, argv, fault }: CommandPreviewProps) {
  return (
    <div id={id} className={styles.preview}>
      {argv.length > 0 && (
        <ol aria-label="Arguments">
          {argv.slice(0, mostShown).map((argument, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an argument is known by its place
            <li key={index}>{argument === '' ? <i>empty</i> : argument}</li>
          ))}
          {argv.length > mostShown && <li>and {argv.length - mostShown} more</li>}
        </ol>
      )}
      {fault !== undefined && (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
      {argv.length === 0 && fault === undefined && (
        <p className={styles.hint}>
          Type a subcommand and its flags; quotes work as in a shell. Enter runs it, the up and down
          arrows bring back earlier lines.
        </p>
      )}
    </div>
  );
}
