import type { Finding } from './finding.ts';

/**
 * A text of a request, in parts. What is to stand as it is comes as a string, whatever it looks like: `{{` in it is
 * no expression.
 */
export type Text = readonly (string | Reference)[];

export type Reference = ExpressionReference | ValueReference;

/** One of Picket's own expressions, without its braces: `uuid`, `number 0 1000`. */
interface ExpressionReference {
  readonly kind: 'expression';
  readonly expression: string;
}

/** A value that is not to stand in the probe: a secret, or a variable that the file gives no value. */
export interface ValueReference {
  readonly kind: 'value';
  /** What it is called in the source; of it the name of the `env` entry is made. Equal names are one entry. */
  readonly name: string;
  /** As the source has it, for running it directly; never written. Absent: the source has none. */
  readonly value?: string;
  readonly isSecret: boolean;
}

export interface DraftHeader {
  readonly name: string;
  readonly value: Text;
}

/** A request as it is in its source, with nothing left of the source's own form. Headers the tool adds itself are not in it. */
export interface Draft {
  /** Where it stands in the file: `item[0].item[2]`. */
  readonly source: string;
  readonly name: string;
  /** Names of the folders it is in, the outermost first. */
  readonly folders: readonly string[];
  readonly description?: string;
  readonly method: string;
  readonly url: Text;
  /** In the order they are sent; a name may come twice. */
  readonly headers: readonly DraftHeader[];
  /** The body as it is sent. */
  readonly body?: Text;
  /** Redirects it follows; absent: Picket's default. */
  readonly followRedirects?: number;
  /** Milliseconds. */
  readonly timeout?: number;
  readonly allowUnauthorized?: boolean;
  readonly proxyUrl?: Text;
  /** The status that the source saw: any other alerts. Absent: the default alerts. */
  readonly expectedStatus?: number;
  /**
   * Sources of the requests it reads the responses of, as `responses.[n]` of an `ExpressionReference`, n being
   * its place here: they come before it in the same probe.
   */
  readonly after?: readonly string[];
  /** What is told of it. One that is `incomplete` keeps the probe suspended: it would send something else. */
  readonly findings: readonly Finding[];
}

/** What a file holds. */
export interface Imported {
  /** Name of the collection; of a HAR file, of its page. */
  readonly name: string;
  readonly drafts: readonly Draft[];
  /** What is told of the file as a whole, and of what became no request. */
  readonly findings: readonly Finding[];
}
