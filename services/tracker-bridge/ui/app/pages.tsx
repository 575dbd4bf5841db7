import { Suspense } from 'react';
import { Link, Route, Switch, useLocation } from 'wouter';
import { EmptyState } from '../components/empty-state.tsx';
import { Page } from '../components/page.tsx';
import { SectionBoundary } from '../components/section-boundary.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { areas } from './areas.ts';
import { paths } from './paths.ts';

/** The page of the address. Each begins anew: nothing of the last, its failure neither, is seen on the next. */
export function Pages() {
  const [path] = useLocation();
  return (
    <SectionBoundary key={path} title="Something went wrong">
      <Suspense fallback={<Skeleton lines={6} />}>
        <Switch>
          {areas.flatMap(({ routes }) =>
            routes.map(({ path, component }) => (
              <Route key={path} path={path} component={component} />
            )),
          )}
          <Route component={NoSuchPage} />
        </Switch>
      </Suspense>
    </SectionBoundary>
  );
}

function NoSuchPage() {
  return (
    <Page title="Page not found">
      <EmptyState
        title="There is nothing at this address"
        action={<Link href={paths.overview}>Go to the overview</Link>}
      >
        It may be mistyped, or out of date.
      </EmptyState>
    </Page>
  );
}
