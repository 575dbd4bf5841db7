import type { Comment } from '../schemas/comment.ts';
import type { Post } from '../schemas/post.ts';

export interface StoredFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

/** Everything the sample remembers. A real application has a database here. */
export interface Store {
  nextId: number;
  readonly posts: Map<number, Post>;
  /** By the post they belong to. */
  readonly comments: Map<number, readonly Comment[]>;
  /** The member's name, by session id. */
  readonly sessions: Map<string, string>;
  /** By folder and name, as in `pictures/cat.png`. */
  readonly files: Map<string, StoredFile>;
}

declare global {
  var exampleStore: Store | undefined;
}

/** One for the process: Next may load this module once for each route. */
export const store: Store = openStore();

export function takeId(): number {
  store.nextId += 1;
  return store.nextId;
}

function openStore(): Store {
  globalThis.exampleStore ??= firstStore();
  return globalThis.exampleStore;
}

function firstStore(): Store {
  const posts: Post[] = [
    {
      id: 1,
      author: 'Ada',
      title: 'Bread without kneading',
      text: 'Flour, water, salt, time.',
      tags: ['food/bread'],
      published: true,
    },
    {
      id: 2,
      author: 'Ada',
      title: 'A stove for the boat',
      text: 'Not finished yet.',
      tags: ['boat'],
      published: false,
    },
    {
      id: 3,
      author: 'Grace',
      title: 'Tea at sea',
      text: 'Tie the kettle down.',
      tags: ['boat', 'food'],
      published: true,
    },
  ];
  return {
    nextId: posts.length,
    posts: new Map(posts.map(post => [post.id, post])),
    comments: new Map(),
    sessions: new Map(),
    files: new Map([['pictures/kettle.txt', { name: 'kettle.txt', type: 'text/plain', size: 12 }]]),
  };
}
