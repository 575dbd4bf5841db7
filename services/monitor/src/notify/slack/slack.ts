import { Agent, request } from 'undici';
import type { Channel } from '../channel.ts';
import type { ChannelContext } from '../channels.ts';
import { DeliveryError } from '../delivery-error.ts';
import { codeOf, single } from '../http-receiver.ts';
import { httpUrlOf } from '../invalid-channel.ts';
import { groupedChannel } from '../message/grouping.ts';
import { createWriter } from '../message/writer.ts';
import { readRetryAfter } from '../retry-after.ts';
import { defaultTimeout } from '../schema/channel-fields.ts';
import type { SlackNotification } from '../schema/slack.ts';
import { createSlackPayload, escapeMrkdwn } from './payload.ts';

/** Bytes of an answer that are read: what was taken is answered by `ok`. */
const maxAnswer = 1024;

/** Posts to an incoming webhook. Throws `PKT_CONFIG_INVALID` where the rendered url is none. */
export function createSlack(
  notification: SlackNotification,
  { version, now, env = {} }: ChannelContext,
): Channel {
  const { id, channel, username, iconEmoji, title, text, groupTitle } = notification;
  // The path is the webhook's secret: no error holds more than the host.
  const url = httpUrlOf(id, notification.url);
  const texts = { title, text, groupTitle };
  const write = createWriter({ id, texts, env, toLiteral: escapeMrkdwn });
  const dispatcher = new Agent({ connect: { timeout: notification.timeout ?? defaultTimeout } });

  return groupedChannel(notification, async (transitions, signal) => {
    const payload = createSlackPayload(write(transitions), { channel, username, iconEmoji });
    const answer = await request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': `picket/${version}` },
      body: JSON.stringify(payload),
      signal,
      dispatcher,
    }).catch(error => {
      throw new DeliveryError(`${url.host} could not be reached (${codeOf(error)})`);
    });
    const said = await readAnswer(answer.body);
    if (answer.statusCode === 200 && said.trim() === 'ok') return;
    const retryAfter = single(answer.headers['retry-after']);
    throw new DeliveryError(
      `${url.host} ${wordAnswer(answer.statusCode, said)}`,
      readRetryAfter(retryAfter, now()),
    );
  });
}

/** As much of the answer as a verdict needs; a body that breaks off is what came of it. */
async function readAnswer(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxAnswer) break;
    }
  } catch {
    return '';
  }
  return Buffer.concat(chunks).subarray(0, maxAnswer).toString();
}

/** Slack names what is wrong by a word such as `invalid_payload` or `no_service`; other answers may say anything. */
function wordAnswer(status: number, said: string): string {
  const reason = /^[a-z][a-z_]{2,63}$/.test(said.trim()) ? `: ${said.trim()}` : '';
  return status === 200
    ? `answered with something else than ok${reason}`
    : `answered with status ${status}${reason}`;
}
