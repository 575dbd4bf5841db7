import { Type } from 'typebox';

const maxText = 4096;

/** A bounded, non-empty string that may hold `{{ }}` expressions. */
export const Text = (description: string, options: { maxLength?: number; pattern?: string } = {}) =>
  Type.String({
    minLength: 1,
    maxLength: options.maxLength ?? maxText,
    description,
    ...patternOf(options),
  });

/** Names of probes, requests and alerts become metric labels, so they are shorter than other text. */
export const Name = (description: string) => Text(description, { maxLength: 253 });

/** How many results in a row decide a transition. */
export const Threshold = (description: string, options: { default?: number } = {}) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description, ...options }));

export const Timeout = () =>
  Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 600_000,
      default: 10_000,
      description:
        'How long, in milliseconds, one run of this request may take before it is aborted and reported with code 6.',
    }),
  );

export const IntervalSeconds = (description: string, options: { default?: number } = {}) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: 2_592_000, description, ...options }));

function patternOf({ pattern }: { pattern?: string }) {
  return pattern === undefined ? {} : { pattern };
}
