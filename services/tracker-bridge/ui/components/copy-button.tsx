import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';
import { useNotice } from './notices.tsx';

interface CopyButtonProps {
  /** What is copied, as in "Copy JSON". */
  readonly name: string;
  readonly text: string;
}

export function CopyButton({ name, text }: CopyButtonProps) {
  const [copied, setCopied] = useState<string | undefined>(undefined);
  const notice = useNotice();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(text);
      notice(`Copied ${name}`);
    } catch {
      notice(`The browser does not let ${name} be copied: select it instead`);
    }
  };
  return (
    <Button icon={copied === text ? Check : Copy} onClick={() => void copy()}>
      Copy {name}
    </Button>
  );
}
