/** `1 probe`, `2,000 probes`; `many` where an s does not make it. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${wordCount(count)} ${count === 1 ? one : many}`;
}

export function wordCount(count: number): string {
  return count.toLocaleString('en-US');
}
