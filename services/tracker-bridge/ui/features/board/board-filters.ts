/** What the board is narrowed to, as the address holds it; an empty text narrows nothing. */
export interface BoardFilters {
  readonly search: string;
  readonly assignee: string;
  readonly label: string;
  /** The number of a story or of an epic: `story:3`, `epic:1`. */
  readonly within: string;
}

const withins = ['story', 'epic'] as const;
/** In the address: whose tickets nobody has. Nobody is called so. */
export const nobody = '-';

export function filtersOf(address: URLSearchParams): BoardFilters {
  const within = withins
    .map(type => ({ type, number: address.get(type) ?? '' }))
    .find(({ number }) => /^\d{1,15}$/.test(number));
  return {
    search: address.get('search') ?? '',
    assignee: address.get('assignee') ?? '',
    label: address.get('label') ?? '',
    within: within ? `${within.type}:${within.number}` : '',
  };
}

/** The address of the filters; what else it holds stays. */
export function withFilters(
  address: URLSearchParams,
  { search, assignee, label, within }: BoardFilters,
): URLSearchParams {
  const next = new URLSearchParams(address);
  const put = (name: string, value: string) =>
    value === '' ? next.delete(name) : next.set(name, value);
  put('search', search);
  put('assignee', assignee);
  put('label', label);
  for (const type of withins) {
    put(type, within.startsWith(`${type}:`) ? within.slice(type.length + 1) : '');
  }
  return next;
}

/** The same as flags of `ticket read`. */
export function filterFlags({ search, assignee, label, within }: BoardFilters): readonly string[] {
  const [type, number] = within.split(':');
  return [
    ...(search.trim() === '' ? [] : [`--search=${search.trim()}`]),
    ...(assignee === '' ? [] : [`--assignee=${assignee === nobody ? '' : assignee}`]),
    ...(label === '' ? [] : [`--label=${label}`]),
    ...(number === undefined ? [] : [`--${type}=${number}`]),
  ];
}

/** The number of the story that the board is narrowed to. */
export function storyOf({ within }: BoardFilters): string | undefined {
  const [type, number] = within.split(':');
  return type === 'story' ? number : undefined;
}
