import { createRendezvous } from './rendezvous.ts';

/** What one member owns, of what all share. */
export interface Ownership {
  /** Shares out anew, among these. */
  share(members: Iterable<string>): void;
  /** Nothing is owned before it was first shared out. */
  owns(uid: string): boolean;
}

export function createOwnership(self: string): Ownership {
  let rendezvous = createRendezvous([]);
  return {
    share(members) {
      rendezvous = createRendezvous(members);
    },
    owns: uid => rendezvous.ownerOf(uid) === self,
  };
}
