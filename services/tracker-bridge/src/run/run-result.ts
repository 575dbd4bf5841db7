import * as Type from 'typebox';

/** What `POST /api/run` answers (spec: Web run result). A stand-alone module: browsers import it. */
export const webRunResult = Type.Object({
  ok: Type.Boolean(),
  exitCode: Type.Integer(),
  stdout: Type.String(),
  stderr: Type.String(),
  signal: Type.Union([Type.String(), Type.Null()]),
  json: Type.Unknown(),
});
