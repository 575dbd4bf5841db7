/** How text for people is to look. */
export interface TextStyle {
  /** Columns of the terminal; undefined where the output is none and lines may be as long as they are. */
  readonly width: number | undefined;
  readonly colour: boolean;
}

/** What a command has to say. It never prints: `main.ts` does, in the format that was asked for. */
export interface Outcome {
  /** One document for programs. */
  readonly document: unknown;
  /** The document as JSON text, where it is at hand already: parsing thousands of records takes time. */
  readonly serialised?: string;
  /** The same for people. Text from records must have gone through `printable`. */
  readonly text: (style: TextStyle) => string;
  /** 0 unless told. */
  readonly exitCode?: number;
  /** Printed on standard error, for people, in both formats. */
  readonly warnings?: readonly string[];
}
