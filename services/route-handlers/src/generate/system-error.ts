/** The code of an error of the operating system, such as `ENOENT`. Throws the error where it is none. */
export function systemErrorCode(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    return error.code;
  }
  throw error;
}
