import { useState } from 'react';
import { Button } from './button.tsx';

interface Props {
  /** What is copied, for those who cannot see it. */
  readonly label: string;
  readonly text: string;
  readonly copyText: string;
  readonly copiedText: string;
}

/** Text to be used elsewhere, with a button that copies it. */
export function Copyable({ label, text, copyText, copiedText }: Props) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <div className="copyable">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached without a mouse */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      <Button variant="quiet" aria-label={`${copyText}: ${label}`} onClick={() => void copy()}>
        {copied ? copiedText : copyText}
      </Button>
    </div>
  );
}
