/** What cannot be seen, ends a line for some readers only, or turns text round; but for line ends and tabs. */
const unseen = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Text from outside as it may stand in a ticket: bounded, and without anything that nobody sees. */
function shown(text: string, longest: number): string {
  const lines = text.slice(0, longest + 1).replaceAll(/\r\n?/g, '\n');
  const whole = lines.length <= longest ? lines : `${lines.slice(0, longest)}…`;
  return whole.replaceAll(unseen, '');
}

/** The same on one line. */
export function oneLine(text: string, longest: number): string {
  return shown(text.slice(0, 4 * longest).replaceAll(/\s+/g, ' '), longest).trim();
}

/** A block of Markdown that the text cannot end, whatever it holds: it is shown as it is. */
export function fenced(text: string, longest: number): string {
  const content = shown(text, longest).replace(/\n+$/, '');
  const [backticks, tildes] = [fenceAround(content, '`'), fenceAround(content, '~')];
  const fence = backticks.length <= tildes.length ? backticks : tildes;
  return `${fence}text\n${content}\n${fence}`;
}

/** A span of Markdown code on one line, which the text cannot end. */
export function code(text: string, longest: number): string {
  const content = oneLine(text, longest);
  const fence = '`'.repeat(longestRun(content, '`') + 1);
  const isTight = !/^[`\s]|[`\s]$/.test(content);
  return isTight ? fence + content + fence : `${fence} ${content} ${fence}`;
}

function fenceAround(content: string, mark: '`' | '~'): string {
  return mark.repeat(Math.max(3, longestRun(content, mark) + 1));
}

function longestRun(text: string, mark: '`' | '~'): number {
  const runs = text.match(mark === '`' ? /`+/g : /~+/g) ?? [];
  return runs.reduce((longest, run) => Math.max(longest, run.length), 0);
}
