import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { paths } from '../../app/paths.ts';
import { parseTicketQuery, type TicketQuery, ticketSearch } from './ticket-query.ts';

interface Asked {
  readonly query: TicketQuery;
  /** Whether the address asks for the form of a new ticket. */
  readonly isNew: boolean;
  /** The address of the list with a part of the question changed; any change but of the page leads to the first one. */
  readonly hrefOf: (change: Partial<TicketQuery>) => string;
  readonly ask: (change: Partial<TicketQuery>, options?: { readonly replace: boolean }) => void;
  readonly setIsNew: (isNew: boolean) => void;
}

/** The question that the address of the list asks. */
export function useTicketQuery(): Asked {
  const search = useSearch();
  const [, navigate] = useLocation();
  const query = useMemo(() => parseTicketQuery(new URLSearchParams(search)), [search]);
  const isNew = new URLSearchParams(search).get('new') === '1';
  const hrefOf = useCallback(
    (change: Partial<TicketQuery>) => addressOf({ ...query, cursors: [], ...change }),
    [query],
  );
  const ask = useCallback<Asked['ask']>(
    (change, options) => {
      const href = hrefOf(change);
      if (href !== addressOf(query)) navigate(href, options);
    },
    [hrefOf, query, navigate],
  );
  const setIsNew = useCallback(
    (wanted: boolean) => navigate(addressOf(query, wanted ? 'new=1' : ''), { replace: !wanted }),
    [query, navigate],
  );
  return { query, isNew, hrefOf, ask, setIsNew };
}

function addressOf(query: TicketQuery, more = ''): string {
  const search = [more, ticketSearch(query)].filter(part => part !== '').join('&');
  return search === '' ? paths.tickets : `${paths.tickets}?${search}`;
}
