import { type Spread, spreadOf } from '@picket/tracker/fixtures/spread';
import type { Browser, CDPSession } from 'playwright-core';
import * as Type from 'typebox';
import { Parse } from 'typebox/value';

export interface PageLoad {
  readonly path: string;
  readonly requests: number;
  /** Of all answers, as they come over the wire: compressed, with their heads. */
  readonly bytes: number;
  /** Of those, what `POST /api/run` answered. */
  readonly runBytes: number;
  /** Milliseconds from the start of the navigation. */
  readonly listed: Spread;
  readonly interactive: Spread;
}

interface Visit {
  readonly url: string;
  readonly token: string;
  readonly path: string;
  /** In the page's main part once its first list is there. */
  readonly awaited: string;
  readonly rounds: number;
}

interface Answer {
  /** Of `POST /api/run`. */
  readonly isRun: boolean;
  readonly bytes: number;
}

const Times = Type.Object({ listed: Type.Number(), interactive: Type.Number() });

interface Load extends Type.Static<typeof Times> {
  readonly sizes: readonly Answer[];
}

/** Milliseconds that a page may take. */
const timeout = 60_000;

/**
 * Opens a page of the UI as somebody does who was never there: nothing is cached, the token comes in the address.
 * Listed: the frame is painted whose document holds the awaited text. Interactive: the main thread has been idle after
 * that (requestIdleCallback), so a key press is answered at once.
 */
export async function measurePage(browser: Browser, visit: Visit): Promise<PageLoad> {
  const loads: Load[] = [];
  for (let round = 0; round <= visit.rounds; round += 1) {
    const load = await open(browser, visit);
    if (round > 0) loads.push(load);
  }
  const sizes = loads.at(-1)?.sizes ?? [];
  const sum = (some: Load['sizes']) => some.reduce((total, { bytes }) => total + bytes, 0);
  return {
    path: visit.path,
    requests: sizes.length,
    bytes: sum(sizes),
    runBytes: sum(sizes.filter(({ isRun }) => isRun)),
    listed: spreadOf(loads.map(({ listed }) => listed)),
    interactive: spreadOf(loads.map(({ interactive }) => interactive)),
  };
}

async function open(browser: Browser, { url, token, path, awaited }: Visit): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    const sizes = await watchSizes(await context.newCDPSession(page));
    await page.addInitScript({ content: `(${watchMain})(${JSON.stringify(awaited)})` });
    await page.goto(`${url}${path}#token=${token}`, { waitUntil: 'commit' });
    const found = await page.waitForFunction(
      () => Reflect.get(globalThis, 'loadTimes'),
      undefined,
      { timeout },
    );
    await page.waitForLoadState('networkidle');
    const times: unknown = await found.jsonValue();
    return { sizes, ...Parse(Times, times) };
  } finally {
    await context.close();
  }
}

/** The answers of a page, filled in as they come. */
async function watchSizes(session: CDPSession): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  const runs = new Set<string>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.method === 'POST') runs.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    answers.push({ isRun: runs.has(requestId), bytes: encodedDataLength });
  });
  await session.send('Network.enable');
  return answers;
}

/** Runs in the page, from before its first script. */
const watchMain = `awaited => {
  new MutationObserver((_, observer) => {
    if (!document.querySelector('main')?.textContent.includes(awaited)) return;
    observer.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => {
      const listed = performance.now();
      requestIdleCallback(() => {
        globalThis.loadTimes = { listed, interactive: performance.now() };
      });
    }));
  }).observe(document, { childList: true, subtree: true, characterData: true });
}`;
