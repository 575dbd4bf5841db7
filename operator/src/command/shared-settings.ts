import {
  type Channel,
  createChannels,
  createEgress,
  type Egress,
  type EgressRules,
  type HistorySection,
  loadShared,
  PicketError,
  type SharedConfig,
} from '@picket/monitor';
import { eventChannelId } from '../notify/event-channel.ts';

/** What the file of the operator says, ready for use. */
export interface SharedSettings {
  readonly channels: ReadonlyMap<string, Channel>;
  readonly egress: Egress;
  /** Only with a url; absent: none is kept, since the file system of a pod is gone with it. */
  readonly history?: HistorySection & { readonly url: string };
  /** What the user may want to know. */
  readonly notes: readonly string[];
}

/**
 * What no probe may reach unless `egress.allow` names it: the cloud's metadata service and others on the link, and
 * whatever listens in the operator's own pod.
 */
const alwaysDenied = ['169.254.0.0/16', 'fe80::/10', '127.0.0.0/8', '::1/128'];

const nothing: SharedConfig = {
  history: {},
  notifications: [],
  egress: { allow: [], deny: [] },
  notes: [],
};

/** Reads the file anew; without one there are no channels. Rejects with `ConfigError` or `PKT_CONFIG_UNREADABLE`. */
export async function readSharedSettings(
  file: string | undefined,
  context: {
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly version: string;
    readonly now: () => number;
  },
): Promise<SharedSettings> {
  const config = file === undefined ? nothing : await loadShared(file, { env: context.env });
  if (config.notifications.some(({ id }) => id === eventChannelId)) {
    const message = `${file}: no notification can have the id "${eventChannelId}": it stands for the Events of Kubernetes`;
    throw new PicketError('PKT_CONFIG_INVALID', message);
  }
  const history = historyIn(config.history, file);
  return {
    channels: createChannels(config.notifications, context),
    egress: createEgress(withDefaults(config.egress)),
    ...(history && { history }),
    notes: config.notes,
  };
}

function withDefaults({ allow, deny }: EgressRules): EgressRules {
  return { allow, deny: [...alwaysDenied, ...deny] };
}

function historyIn({ url, ...rest }: HistorySection, file = ''): SharedSettings['history'] {
  if (rest.enabled === false) return undefined;
  if (url !== undefined) return { ...rest, url };
  if (rest.enabled === undefined) return undefined;
  const message = `${file}: a history in Kubernetes is kept in a database: give history.url`;
  throw new PicketError('PKT_CONFIG_INVALID', message);
}
