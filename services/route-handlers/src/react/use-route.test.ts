import { createElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { type GetPost, getPost, type HeadPosts } from '../../fixtures/post-endpoints.ts';
import { type HookOptions, type HookResult, RouteProvider, useRoute } from './index.ts';

interface PostProps {
  readonly options: HookOptions<GetPost> | undefined;
}

function Post({ options }: PostProps): ReactNode {
  const { data, error, isLoading } = useRoute(getPost, options);
  return JSON.stringify({ data, error, isLoading });
}

/** What a page shows before it has a browser. */
function renderOnServer(options?: HookOptions<GetPost>) {
  let calls = 0;
  const fetch = async () => {
    calls += 1;
    return Response.json({ id: 1, title: 'first' });
  };
  const post = createElement(Post, { options });
  const html = renderToString(createElement(RouteProvider, { fetch }, post));
  return { shown: JSON.parse(html.replaceAll('&quot;', '"')), calls: () => calls };
}

describe('useRoute', () => {
  it('is loading on the server with autoRun, but makes no call there', () => {
    const { shown, calls } = renderOnServer({ autoRun: true, params: { postId: 1 } });
    expect(shown).toEqual({ data: null, error: null, isLoading: true });
    expect(calls()).toBe(0);
  });

  it.each([undefined, {}, { autoRun: false }] as const)(
    'is idle on the server with %o',
    options => {
      const { shown, calls } = renderOnServer(options);
      expect(shown).toEqual({ data: null, error: null, isLoading: false });
      expect(calls()).toBe(0);
    },
  );

  it('renders input that cannot be sent', () => {
    const { shown } = renderOnServer({ autoRun: true, params: { postId: '..' } });
    expect(shown).toMatchObject({ isLoading: true });
  });

  it('is typed by the config', () => {
    type Result = HookResult<GetPost>;
    expectTypeOf<Result['data']>().toEqualTypeOf<{ id: number; title: string } | null>();
    expectTypeOf<Result['error']>().toEqualTypeOf<Error | null>();
    expectTypeOf<{ autoRun: true }>().not.toExtend<HookOptions<GetPost>>();
    expectTypeOf<{ autoRun: true }>().toExtend<HookOptions<HeadPosts>>();
    expectTypeOf<{ autoRun: true; params: { postId: number } }>().toExtend<HookOptions<GetPost>>();
    expectTypeOf<Parameters<Result['fetchData']>>().not.toEqualTypeOf<[]>();
  });
});
