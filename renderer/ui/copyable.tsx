import { useState } from 'react';
import { Button } from './button.tsx';
import { commonStrings } from './strings.ts';

interface Props {
  /** Names the text for screen readers. */
  readonly label: string;
  readonly text: string;
}

/** Text to use elsewhere, with a button that copies it. */
export function Copyable({ label, text }: Props) {
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
      <Button
        variant="quiet"
        aria-label={`${commonStrings.copy}: ${label}`}
        onClick={() => void copy()}
      >
        {copied ? commonStrings.copied : commonStrings.copy}
      </Button>
    </div>
  );
}
