import { type Status, statuses } from '@picket/tracker';

export const isStatus = (value: unknown): value is Status =>
  statuses.some(status => status === value);
