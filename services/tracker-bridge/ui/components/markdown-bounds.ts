/** Deeper than anybody writes; the parser takes a call, and the page a box, for each level. */
const deepest = 24;
/** Of the characters that may begin something, within one paragraph: the parser tries each with each. */
const mostMarks = 1_500;

const marks = /[[\]*_~`<@!\\&]/g;
const blockStart = /^\s*(?:[-+*]|\d{1,9}[.)])\s/;
/** What opens quotes and lists at the beginning of a line. */
const containers = /^(?:\s*(?:>|[-+*](?=\s|$)|\d{1,9}[.)](?=\s|$)))+/;
const container = />|[-+*]|\d{1,9}[.)]/g;
const indentation = /^[ \t]*/;

/**
 * Whether a text is nested so deeply, or has so many marks in one place, that reading it as Markdown would hold up the
 * page: the time of the parser grows with the square of either. Itself takes time in step with the text's length.
 */
export function isTooIntricate(text: string): boolean {
  let inParagraph = 0;
  for (const line of text.split('\n')) {
    if (depthOf(line) > deepest) return true;
    if (line.trim() === '' || blockStart.test(line)) inParagraph = 0;
    inParagraph += countOf(marks, line);
    if (inParagraph > mostMarks) return true;
  }
  return false;
}

/** A nested list is told by its indentation, two columns a level. */
function depthOf(line: string): number {
  const open = containers.exec(line)?.[0];
  if (open === undefined) return 0;
  const indented = (indentation.exec(line)?.[0].length ?? 0) / 2;
  return countOf(container, open) + indented;
}

const countOf = (pattern: RegExp, text: string): number => text.match(pattern)?.length ?? 0;
