import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { PicketError } from '../errors.ts';
import { bareHost } from './host.ts';

/** Addresses as CIDRs (`10.0.0.0/8`) or single addresses. `allow` wins over `deny`. */
export interface EgressRules {
  readonly allow: readonly string[];
  readonly deny: readonly string[];
}

export type IpFamily = 'any' | 'ipv4' | 'ipv6';

/** The one door to the network: every protocol resolves its host here, so no address passes unchecked. */
export interface Egress {
  /**
   * The allowed addresses of a host (a name, or an address with or without brackets), in the resolver's order.
   * Rejects with `PKT_EGRESS_DENIED` where the rules leave none, or with the resolver's own error.
   */
  resolve(host: string, family?: IpFamily): Promise<readonly LookupAddress[]>;
}

const familyNumber = { any: 0, ipv4: 4, ipv6: 6 } as const;

/** Throws `PKT_CONFIG_INVALID` where a rule is no address or CIDR. */
export function createEgress(rules: EgressRules): Egress {
  const allowed = blockListOf(rules.allow);
  const denied = blockListOf(rules.deny);
  const mayReach = (target: LookupAddress) =>
    holds(allowed, target) || !reachedAs(target).some(address => holds(denied, address));

  return {
    async resolve(host, family = 'any') {
      const addresses = await addressesOf(bareHost(host), family);
      const reachable = addresses.filter(mayReach);
      if (reachable.length > 0) return reachable;
      const list = addresses.map(({ address }) => address).join(', ');
      throw new PicketError('PKT_EGRESS_DENIED', `the egress policy denies ${host} (${list})`);
    },
  };
}

const unspecified = blockListOf(['0.0.0.0', '::']);
const loopback: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** The system connects the unspecified address to this machine, so that what denies loopback denies it too. */
function reachedAs(target: LookupAddress): readonly LookupAddress[] {
  return holds(unspecified, target) ? [target, ...loopback] : [target];
}

function holds(list: BlockList, { address, family }: LookupAddress): boolean {
  return list.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

async function addressesOf(name: string, family: IpFamily): Promise<LookupAddress[]> {
  const literal = isIP(name);
  if (literal === 0) return lookup(name, { all: true, family: familyNumber[family] });
  if (family === 'any' || familyNumber[family] === literal)
    return [{ address: name, family: literal }];
  throw Object.assign(new Error(`${name} is not an ${family} address`), { code: 'ENOTFOUND' });
}

function blockListOf(rules: readonly string[]): BlockList {
  const list = new BlockList();
  for (const rule of rules) addRule(list, rule);
  return list;
}

function addRule(list: BlockList, rule: string): void {
  const [address = '', prefix] = rule.split('/');
  const family = isIP(address);
  const bits = prefix === undefined ? (family === 6 ? 128 : 32) : Number(prefix);
  if (family === 0 || !Number.isInteger(bits) || bits < 0 || bits > (family === 6 ? 128 : 32)) {
    throw new PicketError(
      'PKT_CONFIG_INVALID',
      `"${rule}" is no address or CIDR such as 10.0.0.0/8`,
    );
  }
  list.addSubnet(address, bits, family === 6 ? 'ipv6' : 'ipv4');
}
