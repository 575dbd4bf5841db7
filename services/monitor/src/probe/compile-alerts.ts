import type { Thresholds } from '../alert/state.ts';
import { compileAssertion } from '../assertion/compile.ts';
import { compileTemplate } from '../template/compile-template.ts';
import type { Scope } from '../template/scope.ts';
import type { BuiltInAlert, CompiledAlert } from './compiled.ts';
import { numbered } from './identity.ts';
import { at, type Checked, type Problem } from './problem.ts';
import type { Alert } from './schema/alert.ts';

/** An alert with the place it was written at. */
export interface PlacedAlert {
  readonly alert: Alert;
  readonly path: string;
}

/** What a request without an alert of its own or its probe's gets. */
const defaultAlert: Alert = { assertion: 'response.status < 200 or response.status > 299' };
const builtIn: readonly BuiltInAlert[] = ['unreachable', 'assertion-error'];
/** Results in a row that could not be judged before that itself is an incident. */
const assertionErrorThreshold = 3;

type Message = CompiledAlert['message'];

const answer = ({ response }: Scope) => `status ${response?.status} ${response?.statusText}`.trim();
const defaultMessage: Message = scope => `${scope.alert?.assertion} (${answer(scope)})`;
const builtInMessage: Readonly<Record<BuiltInAlert, Message>> = {
  unreachable: scope => `no answer (${answer(scope)})`,
  'assertion-error': scope => `an assertion could not be evaluated (${answer(scope)})`,
};

export interface AlertOptions {
  readonly thresholds: Thresholds;
  readonly env: ReadonlySet<string>;
  readonly responses: number;
}

/** The author's alerts, or the default one, and after them the built-in ones. */
export function compileAlerts(
  placed: readonly PlacedAlert[],
  options: AlertOptions,
): { readonly alerts: readonly CompiledAlert[]; readonly problems: readonly Problem[] } {
  const authored = placed.length > 0 ? placed : [{ alert: defaultAlert, path: '' }];
  const keys = numbered(
    authored.map(({ alert }) => alert.name ?? alert.assertion),
    builtIn,
  );
  const problems: Problem[] = [];
  const alerts = authored.flatMap(({ alert, path }, index): CompiledAlert[] => {
    const assertion = compileAssertion(alert.assertion, at(path, 'assertion'));
    const message = compileMessage(alert.message, at(path, 'message'), options);
    if (!assertion.ok) problems.push(...assertion.problems);
    if (!message.ok) problems.push(...message.problems);
    if (!assertion.ok || !message.ok) return [];
    return [
      {
        key: keys[index] ?? alert.assertion,
        condition: assertion.value,
        thresholds: options.thresholds,
        message: message.value,
        ...(alert.severity && { severity: alert.severity }),
      },
    ];
  });
  return { alerts: [...alerts, ...builtIn.map(key => compileBuiltIn(key, options))], problems };
}

function compileBuiltIn(key: BuiltInAlert, { thresholds }: AlertOptions): CompiledAlert {
  const own = key === 'unreachable' ? {} : { incident: assertionErrorThreshold };
  return {
    key,
    condition: key,
    thresholds: { ...thresholds, ...own },
    message: builtInMessage[key],
  };
}

function compileMessage(
  text: string | undefined,
  path: string,
  { env, responses }: AlertOptions,
): Checked<Message> {
  if (text === undefined) return { ok: true, value: defaultMessage };
  const compiled = compileTemplate(text, { path, allow: 'message', env, responses });
  return compiled.ok ? { ok: true, value: compiled.value.render } : compiled;
}
