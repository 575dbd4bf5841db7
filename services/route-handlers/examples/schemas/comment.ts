import { type Static, Type } from 'typebox';

export const comment = Type.Object({
  id: Type.Integer(),
  author: Type.String({ description: 'The name of a member, or what a visitor calls himself' }),
  text: Type.String(),
  stars: Type.Integer({ minimum: 1, maximum: 5 }),
});

export type Comment = Static<typeof comment>;
