import type { ReactNode } from 'react';

export const metadata = { title: 'The ship’s log', icons: 'data:,' };

export default function Layout({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
