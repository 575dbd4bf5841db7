/** Whether people may be led to it: no other scheme than HTTP's, for some run what they hold. The tracker's own rule. */
export function isWebAddress(address: string): boolean {
  return /^https?:\/\/[\x21-\x7e]{1,2000}$/i.test(address);
}
