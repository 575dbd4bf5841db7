import { hash } from 'node:crypto';

/** Who owns what among some members. */
export interface Rendezvous {
  /** The member with the highest hash together with `uid`; undefined where there are no members. */
  ownerOf(uid: string): string | undefined;
}

/**
 * Members that know of the same members agree on each owner, whatever order they heard of them in. One that leaves
 * hands on only what it owned, spread evenly over the others. What is hashed how must never change: during an upgrade
 * two versions share the work.
 */
export function createRendezvous(members: Iterable<string>): Rendezvous {
  // By name, so that the same one of two with equal scores wins everywhere.
  const contestants = [...new Set(members)].sort().map(name => ({ name, key: keyOf(name) }));
  return {
    ownerOf(uid) {
      const key = keyOf(uid);
      let owner: string | undefined;
      let highest = -1;
      for (const contestant of contestants) {
        const score = scoreOf(contestant.key, key);
        if (score <= highest) continue;
        highest = score;
        owner = contestant.name;
      }
      return owner;
    },
  };
}

/** 64 bits, in two halves. */
interface Key {
  readonly high: number;
  readonly low: number;
}

/** Names of pods differ in a few letters: SHA-256 takes what they have in common out of the score. */
function keyOf(text: string): Key {
  const digest = hash('sha256', text, 'buffer');
  return { high: digest.readUInt32BE(0), low: digest.readUInt32BE(4) };
}

/** From 0 to below 2^32. */
function scoreOf(member: Key, uid: Key): number {
  return mix(mix(member.low ^ uid.low) ^ member.high ^ uid.high);
}

/** The finalizer of MurmurHash3: each bit of the input changes half of the bits of the output. */
function mix(value: number): number {
  let bits = value ^ (value >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits ^= bits >>> 13;
  bits = Math.imul(bits, 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
