import { Download } from 'lucide-react';
import { Button } from './button.tsx';

interface DownloadButtonProps {
  readonly file: string;
  readonly type: string;
  readonly text: string;
  readonly children: string;
}

/** Saves the text as a file, without asking the server again. */
export function DownloadButton({ file, type, text, children }: DownloadButtonProps) {
  const download = () => {
    const url = URL.createObjectURL(new Blob([text], { type }));
    const link = document.createElement('a');
    link.href = url;
    link.download = file;
    link.click();
    // The browser has begun to read it by then.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  };
  return (
    <Button icon={Download} onClick={download}>
      {children}
    </Button>
  );
}
