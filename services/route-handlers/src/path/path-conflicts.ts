import type { Method } from '../method.ts';
import { parsePath, type Segment } from './segment.ts';

/** A route whose path is compared with the others'. */
export interface PlacedRoute {
  /** As in `/posts/[postId]`. */
  readonly path: string;
  readonly methods: readonly Method[];
}

/** Two routes that can't stand beside each other. */
export interface PathConflict<R extends PlacedRoute> {
  readonly first: R;
  /** The one that comes later in the list. */
  readonly second: R;
  readonly reason: string;
}

/**
 * Finds routes that can't stand beside each other, as Next has it: the same URL and method, two names for a
 * dynamic segment at one place, an optional catch-all beside a required one or beside the path it stands for
 * too. Each route is told of at most once.
 */
export function findPathConflicts<R extends PlacedRoute>(
  routes: readonly R[],
): readonly PathConflict<R>[] {
  const places = new Map<string, Place<R>>();
  return routes.flatMap(second => {
    const steps = stepsOf(second.path);
    for (const { at, segment } of steps) {
      const place = places.get(at) ?? {};
      const found = conflictAt(place, segment, second);
      if (found !== undefined) return { ...found, second };
    }
    for (const { at, segment } of steps)
      places.set(at, claim(places.get(at) ?? {}, segment, second));
    return [];
  });
}

/** What routes do at one place of the tree of URLs. */
interface Place<R> {
  /** Those that end here, by method. */
  readonly ends?: ReadonlyMap<Method, R>;
  readonly param?: Named<R>;
  readonly rest?: Named<R>;
  readonly optionalRest?: Named<R>;
}

interface Named<R> {
  readonly name: string;
  readonly route: R;
}

type End = { readonly kind: 'end' };

/** The places a path goes through, with its segment below each. */
function stepsOf(path: string): { at: string; segment: Segment | End }[] {
  let at = '';
  const steps: { at: string; segment: Segment | End }[] = [];
  for (const segment of parsePath(path)) {
    steps.push({ at, segment });
    at += segment.kind === 'static' ? `/${segment.text}` : `/[${segment.kind}]`;
  }
  return [...steps, { at, segment: { kind: 'end' } }];
}

function conflictAt<R extends PlacedRoute>(
  { ends, param, rest, optionalRest }: Place<R>,
  segment: Segment | End,
  route: R,
): Omit<PathConflict<R>, 'second'> | undefined {
  if (segment.kind === 'static') return undefined;
  if (segment.kind === 'end') {
    if (optionalRest) {
      const reason = `${optionalRest.route.path} stands for ${route.path} too`;
      return { first: optionalRest.route, reason };
    }
    const method = route.methods.find(name => ends?.has(name));
    const first = method && ends?.get(method);
    return first && { first, reason: `${method.toUpperCase()} ${route.path} is there twice` };
  }
  const known = segment.kind === 'param' ? param : (rest ?? optionalRest);
  if (known !== undefined && known.name !== segment.name) {
    const reason = `one dynamic segment is named "${known.name}" in ${known.route.path} and "${segment.name}" in ${route.path}`;
    return { first: known.route, reason };
  }
  if (segment.kind === 'param') return undefined;
  const other = segment.optional ? rest : optionalRest;
  if (other !== undefined) {
    const reason = `${route.path} and ${other.route.path} differ only in whether the catch-all is optional`;
    return { first: other.route, reason };
  }
  const [above] = segment.optional ? (ends?.values() ?? []) : [];
  return above && { first: above, reason: `${route.path} stands for ${above.path} too` };
}

function claim<R extends PlacedRoute>(place: Place<R>, segment: Segment | End, route: R): Place<R> {
  switch (segment.kind) {
    case 'static':
      return place;
    case 'end': {
      const own = route.methods.map(method => [method, route] as const);
      return { ...place, ends: new Map([...(place.ends ?? []), ...own]) };
    }
    case 'param':
      return { ...place, param: { name: segment.name, route } };
    case 'rest':
      return segment.optional
        ? { ...place, optionalRest: { name: segment.name, route } }
        : { ...place, rest: { name: segment.name, route } };
  }
}
