import { type ComponentType, lazy, useState } from 'react';
import { ApiHealthClient } from '../../src/app/api/health/client.ts';
import { ErrorPanel } from '../components/error-panel.tsx';
import { Page } from '../components/page.tsx';

type LoadPage = () => Promise<{ readonly default: ComponentType }>;

/** A page that is loaded once it is gone to. */
export function loadPage(load: LoadPage): ComponentType {
  return lazy(async () => {
    try {
      return await load();
    } catch (error) {
      if (await isUpgraded()) return reload();
      return { default: () => <UnloadedPage load={load} firstError={error} /> };
    }
  });
}

interface UnloadedPageProps {
  readonly load: LoadPage;
  readonly firstError: unknown;
}

/** Shown where the page did not come; its retry loads it without losing the rest. */
function UnloadedPage({ load, firstError }: UnloadedPageProps) {
  const [Loaded, setLoaded] = useState<ComponentType>();
  const [error, setError] = useState(firstError);
  if (Loaded !== undefined) return <Loaded />;
  const retry = () => load().then(page => setLoaded(() => page.default), setError);
  const reason = error instanceof Error ? error.message : String(error);
  return (
    <Page title="This page did not load">
      <ErrorPanel
        message={`The server may not answer just now (${reason}).`}
        onRetry={() => void retry()}
      />
    </Page>
  );
}

/** A server that answers but lacks the page's file has been upgraded since the rest was loaded. */
async function isUpgraded(): Promise<boolean> {
  const answers = await new ApiHealthClient().get().then(
    () => true,
    () => false,
  );
  const last = Number(sessionStorage.getItem(reloadedAt) ?? 0);
  // Once is enough: what reloading does not mend would reload for ever.
  return answers && Date.now() - last > 60_000;
}

function reload(): Promise<never> {
  sessionStorage.setItem(reloadedAt, String(Date.now()));
  location.reload();
  return new Promise(() => {});
}

const reloadedAt = 'tracker-reloaded-at';
