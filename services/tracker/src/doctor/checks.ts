import type { Check } from './check.ts';
import {
  branchRewound,
  remoteRewritten,
  trackingRefs,
  unpushedWork,
} from './checks/branch-history.ts';
import { branchPresent, branchRef } from './checks/branch-ref.ts';
import { cacheCurrent, cacheWhole } from './checks/cache-whole.ts';
import { branchCheckedOut, lostWorktrees } from './checks/checked-out.ts';
import { crashLitter } from './checks/crash-litter.ts';
import { dependencyCycles } from './checks/dependency-cycle.ts';
import {
  clockSkew,
  duplicateEventIds,
  mixedTypes,
  orphanEvents,
  recordsWithoutFields,
} from './checks/events.ts';
import { segmentOrder, segmentSize, unexpectedFiles } from './checks/files.ts';
import { forgeLinks } from './checks/forge-links.ts';
import { formatFileWhole, formatVersionKnown } from './checks/format.ts';
import { gitDirectoryWritable } from './checks/git-directory-writable.ts';
import { gitVersion } from './checks/git-version.ts';
import { lostLines, tampering } from './checks/history.ts';
import { corruptLines, newerLines } from './checks/lines.ts';
import { duplicateNumbers } from './checks/numbers.ts';
import {
  childrenOfDeleted,
  danglingDependencies,
  danglingEpics,
  danglingStories,
} from './checks/references.ts';
import { repositoryReadable } from './checks/repository-readable.ts';
import { staleLocks } from './checks/stale-locks.ts';
import { unreadableHistory, unreadableObjects } from './checks/unreadable-objects.ts';
import { writerName } from './checks/writer-name.ts';

/**
 * Everything the doctor looks at, in the order in which it does and mends: what later ones stand on comes first.
 * `docs/tracker-doctor.md` lists the same table; a test holds the two together.
 */
export const checks: readonly Check[] = [
  gitVersion,
  repositoryReadable,
  gitDirectoryWritable,
  staleLocks,
  crashLitter,
  writerName,
  branchCheckedOut,
  lostWorktrees,
  branchPresent,
  branchRef,
  unreadableObjects,
  formatFileWhole,
  formatVersionKnown,
  branchRewound,
  remoteRewritten,
  trackingRefs,
  unreadableHistory,
  lostLines,
  corruptLines,
  newerLines,
  unexpectedFiles,
  segmentOrder,
  segmentSize,
  tampering,
  cacheWhole,
  cacheCurrent,
  duplicateEventIds,
  orphanEvents,
  recordsWithoutFields,
  mixedTypes,
  clockSkew,
  duplicateNumbers,
  danglingEpics,
  danglingStories,
  danglingDependencies,
  dependencyCycles,
  childrenOfDeleted,
  forgeLinks,
  unpushedWork,
];
