import type { Clock } from '@picket/monitor';
import type { KubeApi } from '../kube/api.ts';

/** A Secret or ConfigMap of a probe's own namespace. */
export interface KeyValuesRef {
  readonly kind: 'Secret' | 'ConfigMap';
  readonly namespace: string;
  readonly name: string;
}

/** What was found: the values by key; that there is none; or that we may not look. */
export type KeyValuesFound =
  | {
      readonly kind: 'found';
      readonly values: ReadonlyMap<string, string>;
      /** Keys whose values are no UTF-8 text, and so not among the values. */
      readonly binary: ReadonlySet<string>;
    }
  | { readonly kind: 'missing' }
  | { readonly kind: 'forbidden' };

export interface KeyValuesReaderSettings {
  readonly api: Pick<KubeApi, 'get'>;
  readonly clock: Pick<Clock, 'now' | 'setTimer'>;
  /** Milliseconds for which something read is used without being read again. Default 60,000. */
  readonly maxAge?: number;
  /** How much is kept; what was not used for longest goes first. Default 20,000 and 64 Mi. */
  readonly maxEntries?: number;
  readonly maxCharacters?: number;
  /** Told of each failed try. */
  readonly onError: (error: unknown, ref: KeyValuesRef) => void;
}

/**
 * Reads Secrets and ConfigMaps by name, each once for all who ask at a time. While the API server is away what
 * was read last goes on being used, and is tried again every 10 s, as is what was missing or forbidden.
 */
export interface KeyValuesReader {
  /** Rejects, with what its last try failed of, only where it was never read. */
  read(ref: KeyValuesRef): Promise<KeyValuesFound>;
}
