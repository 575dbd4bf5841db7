import { type Component, isRunning, logOf, startDetached } from './detached-process.ts';
import type { ClusterFolders } from './folders.ts';
import { waitReady } from './wait-ready.ts';

/** Milliseconds for a component to be ready, on a machine that is busy. */
const limit = 120_000;

/** Starts it and waits until it is ready; rejects with the end of its log. */
export async function startComponent(
  component: Component,
  folders: ClusterFolders,
  isReady: (signal: AbortSignal) => Promise<boolean> = async () => true,
): Promise<void> {
  const { name } = component;
  await startDetached(component, folders.logs);
  const log = logOf(name, folders.logs);
  const hasEnded = async () => !(await isRunning(name));
  await waitReady({ name, isReady, hasEnded, log, limit });
}
