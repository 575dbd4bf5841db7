/** How far a mutation is carried: nowhere, to the remote, or with what the remote has fetched first. */
export const syncModes = ['off', 'outbound', 'full'] as const;
export type SyncMode = (typeof syncModes)[number];
