import { type Static, Type } from 'typebox';

/** What a writer gives of a post. */
export const draft = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 100 }),
  text: Type.String({ maxLength: 10_000 }),
  tags: Type.Array(Type.String({ pattern: '^[a-z]+(/[a-z]+)*$' }), { maxItems: 8, default: [] }),
  published: Type.Boolean({ default: true }),
});

/** A post as everybody may read it. A schema that several routes share has a module of its own. */
export const post = Type.Object({
  id: Type.Integer(),
  author: Type.String(),
  title: Type.String(),
  text: Type.String(),
  tags: Type.Array(Type.String()),
  published: Type.Boolean(),
});

export type Draft = Static<typeof draft>;
export type Post = Static<typeof post>;
