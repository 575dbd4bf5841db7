import manifest from '../package.json' with { type: 'json' };

/** Picket's own version. */
export const version = manifest.version;
