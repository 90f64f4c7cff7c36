import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '../button/icon-button.tsx';

const CONFIRMED_MS = 1_500;

export interface CopyButtonProps {
  /** A function, so that large texts are made only when needed. */
  text: string | (() => string);
  label?: string | undefined;
}

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({ text, label = 'Copy' }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(typeof text === 'function' ? text() : text);
    } catch {
      throw new Error('The browser did not allow copying. Select the text and copy it with the keyboard.');
    }
    setIsCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIsCopied(false), CONFIRMED_MS);
  }

  return (
    <IconButton
      size="dense"
      label={isCopied ? 'Copied' : label}
      icon={isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      onPress={copy}
    />
  );
}
