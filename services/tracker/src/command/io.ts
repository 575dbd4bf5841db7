/** The process as the command sees it. Whatever costs time to open is a getter. */
export interface Io {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: NodeJS.WritableStream;
  /** Aborted when the process is asked to end. */
  readonly signal: AbortSignal;
}
