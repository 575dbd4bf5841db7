import type { Transition } from '../../alert/transition.ts';
import { wordDuration } from '../message/duration.ts';
import { wordTime } from '../message/time.ts';
import { markOf, wordMark } from './mark.ts';
import { wordExchange, wordMessage, wordResults } from './word-evidence.ts';
import { paragraphs } from './word-ticket.ts';

/** The incident came again while its ticket was there. */
export function wordAgain(incident: Transition): string {
  return paragraphs([
    `**Failing again** since ${wordTime(incident.beganAt)}.`,
    wordMessage(incident),
    'Last results:',
    wordResults(incident),
    ...wordExchange(incident),
    wordMark(markOf('incident', incident)),
  ]);
}

export function wordLasting(incident: Transition): string {
  const { at, beganAt } = incident;
  return paragraphs([
    `**Still failing** at ${wordTime(at)}, ${wordDuration(at - beganAt)} after it began.`,
    wordMessage(incident),
    'Last results:',
    wordResults(incident),
    wordMark(markOf('lasting', incident)),
  ]);
}

export function wordRecovery(recovery: Transition): string {
  const { at, beganAt } = recovery;
  return paragraphs([
    `**Recovered** at ${wordTime(at)}, ${wordDuration(at - beganAt)} after it began.`,
    'Last results:',
    wordResults(recovery),
    wordMark(markOf('recovery', recovery)),
  ]);
}

export function wordLeft(incident: Transition): string {
  return paragraphs([
    '**No longer watched**: the probe was removed, suspended or changed, or tells another channel now.',
    'Whether it still fails is not known, and no recovery will close this ticket: whoever knows better should.',
    wordMark(markOf('left', incident)),
  ]);
}
