import { type Static, Type } from 'typebox';

type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;

const time = (description: string) => Type.String({ format: 'date-time', description });
const text = (description: string) => Type.String({ description });
const count = (description: string) => Type.Integer({ minimum: 0, description });

export const Condition = Type.Object(
  {
    type: Type.Enum(['Ready', 'Healthy', 'Suspended'], {
      description:
        'What it tells of: `Ready`, the probe is valid and scheduled; `Healthy`, no alert is in incident; `Suspended`, it is not run because `spec.suspend` says so.',
    }),
    status: Type.Enum(['True', 'False', 'Unknown'], { description: 'Whether it is so.' }),
    reason: text('Why, in one word for machines, UpperCamelCase.'),
    message: text('Why, for people.'),
    lastTransitionTime: time('When `status` last changed.'),
    observedGeneration: count('The `metadata.generation` of the probe it was found for.'),
  },
  { description: 'One thing that is so of the probe, or not.' },
);
export type Condition = Frozen<Static<typeof Condition>>;

export const AlertStatus = Type.Object(
  {
    request: text('Key of the request or entry: its name, else its method and url.'),
    alert: text('Key of the alert: its name, else its assertion.'),
    state: Type.Enum(['normal', 'incident'], {
      description: 'Whether the alert has led to an incident that has not recovered yet.',
    }),
    streak: Type.Optional(
      count(
        'How many results in a row speak for a change of `state`: true ones towards an incident, successes towards recovery.',
      ),
    ),
    streakSince: Type.Optional(time('Time of the first of these results.')),
    beganAt: Type.Optional(time('When the incident began.')),
    sequence: count('How many transitions the alert has made.'),
  },
  { description: 'State of an alert that is not at rest.' },
);
export type AlertStatus = Frozen<Static<typeof AlertStatus>>;

export const PendingDelivery = Type.Object(
  {
    channel: text('Id of the channel.'),
    attempts: count('How many attempts failed.'),
    firstTriedAt: Type.Optional(time('Time of the first attempt.')),
    notBefore: Type.Optional(time('When the next attempt is due.')),
  },
  { description: 'A channel that the transition is owed to; gone once sent or given up.' },
);
export type PendingDelivery = Frozen<Static<typeof PendingDelivery>>;

export const PendingTransition = Type.Object(
  {
    id: text('Id of the transition, the same whenever it is sent.'),
    type: Type.Enum(['incident', 'recovery'], { description: 'What the alert came to.' }),
    request: Type.Object(
      {
        name: text('Key of the request.'),
        kind: text('Its protocol.'),
        target: text('Its address before rendering, without credentials.'),
      },
      { description: 'The request whose response made the transition.' },
    ),
    alert: Type.Object(
      {
        name: text('Key of the alert.'),
        assertion: text('Its condition.'),
        severity: Type.Optional(
          Type.Enum(['critical', 'warning', 'info'], { description: 'How urgent it is.' }),
        ),
      },
      { description: 'The alert that made the transition.' },
    ),
    message: text('What is said of it.'),
    response: Type.Object(
      {
        at: time('When the request was sent.'),
        status: Type.Integer({ description: 'HTTP status, or code.' }),
        statusText: text('Text of the status.'),
        time: Type.Number({ description: 'How long it took, in milliseconds.' }),
        reason: Type.Optional(text('What kept the target from answering.')),
      },
      { description: 'The result that made the transition.' },
    ),
    beganAt: time('When the incident began.'),
    at: time('When the transition was made.'),
    deliveries: Type.Array(PendingDelivery, { description: 'To whom it is still owed.' }),
  },
  { description: 'A transition that is still owed to somebody.' },
);
export type PendingTransition = Frozen<Static<typeof PendingTransition>>;

/**
 * The status of a Probe: what `kubectl explain probe.status` says and the CRD holds. Absent members are at rest.
 * Strings have no bounds, and the CRD checks no values: a write that reports an outage must not be refused, not
 * even by the CRD of an older version.
 */
export const ProbeStatus = Type.Object(
  {
    observedGeneration: Type.Optional(
      count('The `metadata.generation` of the probe that the conditions are about.'),
    ),
    conditions: Type.Optional(
      Type.Array(Condition, { description: 'What is so of the probe: one of each type.' }),
    ),
    incidents: Type.Optional(count('How many alerts are in incident: the column INCIDENTS.')),
    alerts: Type.Optional(
      Type.Array(AlertStatus, {
        description: 'Alerts that are not at rest: in incident, or with a streak begun.',
      }),
    ),
    sequence: Type.Optional(
      count(
        'As high as the `sequence` any alert of the probe ever had, or higher; one that was at rest goes on from it.',
      ),
    ),
    pending: Type.Optional(
      Type.Array(PendingTransition, {
        description: 'Transitions still owed to somebody, oldest first.',
      }),
    ),
    lastRunNow: Type.Optional(
      text('Value of the annotation `picket.dev/run-now` that was last obeyed.'),
    ),
  },
  { description: 'What came of the probe. Written by the operator.' },
);
export type ProbeStatus = Frozen<Static<typeof ProbeStatus>>;
