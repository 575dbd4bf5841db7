import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runFolder } from './folders.ts';
import { isMissing } from './missing.ts';

/** What must be known of a cluster that was brought up, to bring it down. */
export interface ClusterRecord {
  readonly home: string;
  /** Settings of the kernel as they were before. */
  readonly sysctls: Record<string, string>;
}

const file = join(runFolder, 'cluster.json');

/** The cluster that is up on this machine, or was and left something. */
export async function readRecord(): Promise<ClusterRecord | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export async function writeRecord(record: ClusterRecord): Promise<void> {
  await mkdir(runFolder, { recursive: true });
  await writeFile(file, JSON.stringify(record));
}
