import { isId } from '@picket/tracker';

/** Whether it may name a record: an id or a number. */
export const isReference = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text) || isId(text);
