import { ChangesProvider } from '../api/changes.tsx';
import { OutdatedProvider } from '../api/outdated.tsx';
import { RevisionProvider } from '../api/revision.tsx';
import { RunsProvider } from '../api/runs.tsx';
import { SessionProvider } from '../api/session.tsx';
import { NoticesProvider } from '../components/notices.tsx';
import { Layout } from './layout.tsx';
import { Pages } from './pages.tsx';
import { SignIn } from './sign-in.tsx';

export function App() {
  return (
    <SessionProvider signIn={<SignIn />}>
      <RevisionProvider>
        <OutdatedProvider>
          <ChangesProvider>
            <RunsProvider>
              <NoticesProvider>
                <Layout>
                  <Pages />
                </Layout>
              </NoticesProvider>
            </RunsProvider>
          </ChangesProvider>
        </OutdatedProvider>
      </RevisionProvider>
    </SessionProvider>
  );
}
