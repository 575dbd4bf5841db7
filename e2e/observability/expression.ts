/** A part of an expression that picks series: `name{matchers}`, without range and offset. */
interface Selector {
  readonly metric: string;
  readonly text: string;
}

/** What a PromQL expression asks for. */
export interface Expression {
  readonly selectors: readonly Selector[];
  /** Labels that it names, in matchers and in lists such as that of `by`, but for those that it makes itself. */
  readonly labels: readonly string[];
}

const skipped = String.raw`(?<space>\s+)|(?<range>\[[^\]]*\])|(?<offset>offset\s+\w+)`;
const grouping = String.raw`(?:by|without|on|ignoring|group_left|group_right)\s*\((?<list>[^)]*)\)`;
const operator = String.raw`(?<operator>(?:and|or|unless|bool)\b)`;
const made = String.raw`(?<made>label_replace\()`;
const call = String.raw`(?<call>[a-z_]\w*\s*(?:\(|(?=by\b|without\b)))`;
const matchers = String.raw`\{(?:[^}"]|"(?:[^"\\]|\\.)*")*\}`;
const selector = String.raw`(?<selector>(?<metric>[a-zA-Z_:][\w:]*)(?<matchers>${matchers})?)`;
const rest = String.raw`(?<text>"(?:[^"\\]|\\.)*")|(?<number>[\d.]+(?:e-?\d+)?)|(?<sign>[-+*/%^(),]|[=!<>]=?)`;
const token = new RegExp([skipped, grouping, operator, made, call, selector, rest].join('|'), 'y');

/** Reads as much of PromQL as dashboards and rules use; throws at what it does not know. */
export function readExpression(text: string): Expression {
  const selectors: Selector[] = [];
  const labels = new Set<string>();
  const own = new Set<string>();
  for (let at = 0; at < text.length; at = token.lastIndex) {
    token.lastIndex = at;
    const groups = token.exec(text)?.groups;
    if (groups === undefined) throw new Error(`no PromQL that is known: ${text.slice(at)}`);
    const { list, selector: found, metric, matchers: given = '' } = groups;
    for (const label of list?.match(/\w+/g) ?? []) labels.add(label);
    if (found !== undefined && metric !== undefined) selectors.push({ metric, text: found });
    for (const [, label = ''] of given.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"(?:[^"\\]|\\.)*"/g))
      labels.add(label);
  }
  for (const [, label = ''] of text.matchAll(/"(\w+)", "[^"]*", "\w+", "[^"]*"\)/g)) own.add(label);
  return { selectors, labels: [...labels].filter(label => !own.has(label)) };
}
