import { KeyRound } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useSession } from '../api/session.tsx';
import { Button } from '../components/button.tsx';
import { ErrorPanel } from '../components/error-panel.tsx';
import { TextField } from '../components/field.tsx';
import styles from './sign-in.module.css';

/** Asks for the server's token, which this tab keeps until it is closed. */
export function SignIn() {
  const { signIn, wasRefused } = useSession();
  const form = useRef<HTMLFormElement>(null);
  const [token, setToken] = useState('');
  useEffect(() => {
    document.title = 'Sign in · Tracker';
    form.current?.querySelector('input')?.focus();
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn(token.trim());
  };
  return (
    <main className={styles.page}>
      <form ref={form} className={styles.card} onSubmit={submit}>
        <header className={styles.header}>
          <KeyRound aria-hidden size={22} />
          <h1>Sign in to the tracker</h1>
        </header>
        <TextField
          label="Token"
          hint="It is what TRACKER_WEB_TOKEN is set to where the server runs; make run prints it."
          type="password"
          name="token"
          autoComplete="current-password"
          required
          value={token}
          onChange={setToken}
        />
        {wasRefused && <ErrorPanel message="The server does not take this token." />}
        <Button kind="primary" type="submit">
          Sign in
        </Button>
        <p className={styles.note}>This tab keeps the token until you close it.</p>
      </form>
    </main>
  );
}
