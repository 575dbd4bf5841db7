/**
 * Variables that say how to reach a remote and whose settings count. Every other GIT_ variable is taken out: those
 * that a hook or an alias leaves behind would turn the tracker to another repository, index or identity.
 */
const kept =
  /^GIT_(SSH|SSH_COMMAND|SSH_VARIANT|ASKPASS|SSL_\w+|HTTP_\w+|PROXY_\w+|CEILING_DIRECTORIES|EXEC_PATH|CONFIG_(GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+))$/;

export function gitEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const clean: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith('GIT_') || kept.test(name)) clean[name] = value;
  }
  // Nobody is there to answer a prompt, and what git says is in English.
  clean.GIT_TERMINAL_PROMPT = '0';
  clean.LC_ALL = 'C';
  return clean;
}
