import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Fault } from './fault.ts';

/**
 * A `lookup` for `net.connect` that gives only these addresses, which the egress policy has let through: Node
 * tries them in turn and asks no resolver of its own.
 */
export function checkedLookup(addresses: readonly LookupAddress[]): LookupFunction {
  return (hostname, options, callback) => {
    const [first] = addresses;
    if (first === undefined) callback(new Fault(0, `${hostname} has no address`), []);
    else if (options.all === true) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}
