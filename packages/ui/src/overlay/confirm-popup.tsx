import { type ReactNode, useCallback, useState } from 'react';
import { Button } from '../button/button.tsx';
import { Dialog } from './dialog.tsx';

export interface ConfirmSettings {
  /** Default "Please confirm". */
  title?: string | undefined;
  message?: ReactNode;
  /** Default "Delete". */
  confirmLabel?: string | undefined;
  /** Default "No". */
  cancelLabel?: string | undefined;
  /** Default true: the confirming button is red. */
  isDanger?: boolean | undefined;
}

export interface ConfirmPopupProps extends ConfirmSettings {
  isOpen: boolean;
  onClose: () => void;
  /** A promise keeps the question open until it settles; a failure becomes a toast and the question stays. */
  onConfirm: () => unknown;
}

/** Asks before something that can't be undone. The harmless choice has the focus. */
export function ConfirmPopup({
  isOpen,
  onClose,
  onConfirm,
  title = 'Please confirm',
  message,
  confirmLabel = 'Delete',
  cancelLabel = 'No',
  isDanger = true,
}: ConfirmPopupProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      role="alertdialog"
      actions={
        <>
          <Button onPress={onClose} autoFocus>
            {cancelLabel}
          </Button>
          <Button
            variant={isDanger ? 'danger' : 'primary'}
            onPress={async () => {
              await onConfirm();
              onClose();
            }}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {message ?? 'This cannot be undone.'}
    </Dialog>
  );
}

export interface ConfirmRequest extends ConfirmSettings {
  onConfirm: () => unknown;
}

/**
 * A question on demand: `const [confirm, question] = useConfirm()`; render `question` once, call `confirm({ message, onConfirm })` from a
 * button.
 */
export function useConfirm(): [(request: ConfirmRequest) => void, ReactNode] {
  const [request, setRequest] = useState<ConfirmRequest | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const confirm = useCallback((next: ConfirmRequest) => {
    setRequest(next);
    setIsOpen(true);
  }, []);
  const question = request ? <ConfirmPopup {...request} isOpen={isOpen} onClose={() => setIsOpen(false)} /> : null;
  return [confirm, question];
}
