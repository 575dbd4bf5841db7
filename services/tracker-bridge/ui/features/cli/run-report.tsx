import { useState } from 'react';
import type { RunResult } from '../../api/use-run.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { DownloadButton } from '../../components/download-button.tsx';
import { durationText } from '../../components/duration.ts';
import { JsonTree } from '../../components/json-tree.tsx';
import { OutputText } from '../../components/output-text.tsx';
import { Section } from '../../components/section.tsx';
import styles from './cli-page.module.css';
import { exitCodeMeaning } from './exit-code.ts';

interface RunReportProps {
  readonly line: string;
  readonly result: RunResult;
  readonly tookMs: number;
}

/** How a command ended, and what it printed. */
export function RunReport({ line, result, tookMs }: RunReportProps) {
  const { exitCode, signal, stdout, stderr } = result;
  return (
    <div className={styles.report}>
      <p className={styles.ended} data-well={exitCode === 0} role="status">
        <strong>Exit code {exitCode}</strong>
        <span>{exitCodeMeaning(exitCode, signal)}</span>
        <code>{line}</code>
        <span className={styles.took}>{durationText(tookMs)}</span>
      </p>
      <StandardOutput result={result} />
      {stderr !== '' && (
        <Section title="Standard error" aside={<CopyButton name="errors" text={stderr} />}>
          <OutputText name="Standard error" text={stderr} />
        </Section>
      )}
      {stdout === '' && stderr === '' && <p className={styles.hint}>It printed nothing.</p>}
    </div>
  );
}

function StandardOutput({ result: { stdout, json } }: Pick<RunReportProps, 'result'>) {
  const [isRaw, setRaw] = useState(false);
  if (stdout === '') return null;
  const isJson = json !== null;
  const aside = (
    <div className={styles.actions}>
      {isJson && (
        <Button aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
          {isRaw ? 'Show as a tree' : 'Show as printed'}
        </Button>
      )}
      <CopyButton name="output" text={stdout} />
      <DownloadButton
        file={isJson ? 'tracker-output.json' : 'tracker-output.txt'}
        type={isJson ? 'application/json' : 'text/plain'}
        text={stdout}
      >
        Download
      </DownloadButton>
    </div>
  );
  return (
    <Section title="Standard output" aside={aside}>
      {isJson && !isRaw ? (
        <div className={styles.tree}>
          <JsonTree value={json} />
        </div>
      ) : (
        <OutputText name="Standard output" text={stdout} />
      )}
    </Section>
  );
}
