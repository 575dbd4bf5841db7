import {
  BookOpen,
  Columns3,
  LayoutDashboard,
  type LucideIcon,
  Mountain,
  SquareTerminal,
  Ticket,
  Wrench,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { loadPage } from './load-page.tsx';
import { paths } from './paths.ts';

export interface Area {
  readonly name: string;
  readonly path: string;
  readonly icon: LucideIcon;
  /** Goes there after a `g`. */
  readonly key: string;
  /** Whether a phone's bar has room for it; the others are behind "More". */
  readonly isInBar: boolean;
  /** The first is the area's own page. */
  readonly routes: readonly { readonly path: string; readonly component: ComponentType }[];
}

/** The areas of the UI in the order of the menu; each is loaded once it is gone to. */
export const areas: readonly Area[] = [
  {
    name: 'Overview',
    path: paths.overview,
    icon: LayoutDashboard,
    key: 'o',
    isInBar: true,
    routes: [
      {
        path: paths.overview,
        component: loadPage(() => import('../features/overview/overview-page.tsx')),
      },
    ],
  },
  {
    name: 'Board',
    path: paths.board,
    icon: Columns3,
    key: 'b',
    isInBar: true,
    routes: [
      { path: paths.board, component: loadPage(() => import('../features/board/board-page.tsx')) },
    ],
  },
  {
    name: 'Tickets',
    path: paths.tickets,
    icon: Ticket,
    key: 't',
    isInBar: true,
    routes: [
      {
        path: paths.tickets,
        component: loadPage(() => import('../features/tickets/tickets-page.tsx')),
      },
      {
        path: paths.ticket(':number'),
        component: loadPage(() => import('../features/tickets/ticket-page.tsx')),
      },
    ],
  },
  {
    name: 'Stories',
    path: paths.stories,
    icon: BookOpen,
    key: 's',
    isInBar: false,
    routes: [
      {
        path: paths.stories,
        component: loadPage(() => import('../features/stories/stories-page.tsx')),
      },
      {
        path: paths.story(':number'),
        component: loadPage(() => import('../features/stories/story-page.tsx')),
      },
    ],
  },
  {
    name: 'Epics',
    path: paths.epics,
    icon: Mountain,
    key: 'e',
    isInBar: true,
    routes: [
      { path: paths.epics, component: loadPage(() => import('../features/epics/epics-page.tsx')) },
      {
        path: paths.epic(':number'),
        component: loadPage(() => import('../features/epics/epic-page.tsx')),
      },
    ],
  },
  {
    name: 'Tools',
    path: paths.tools,
    icon: Wrench,
    key: 'l',
    isInBar: false,
    routes: [
      { path: paths.tools, component: loadPage(() => import('../features/tools/tools-page.tsx')) },
    ],
  },
  {
    name: 'Advanced CLI',
    path: paths.cli,
    icon: SquareTerminal,
    key: 'c',
    isInBar: false,
    routes: [
      { path: paths.cli, component: loadPage(() => import('../features/cli/cli-page.tsx')) },
    ],
  },
];
